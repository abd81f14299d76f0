/**
 * What one organisation may do in a stretch of time. The limits are settings of the server; the stretches stand here and in SQL
 * (server/scenarios/quotas.test.ts holds the two equal).
 */

const hour = 60 * 60;
const day = 24 * hour;

/** The stretch of each quota in seconds. It slides: what is older than this is free again. */
export const quotaWindows = {
  /** Ticket requests of one company to one agency. */
  tickets_to_agency: hour,
  /** Ticket requests of one company in all. */
  tickets: day,
  /** Files that one account sends, those that are refused too. */
  uploads: hour,
  /** Transfers that one company reports. */
  transfer_reports: day,
  /** Mails that one account causes to addresses that are not its own. */
  mails_to_others: day,
  /** Messages of one account to the platform. */
  help_messages: day,
} as const;

export type QuotaName = keyof typeof quotaWindows;

/** How many of each are free in its stretch of time. */
export type Quotas = Record<QuotaName, number>;

/**
 * What is free unless the settings say otherwise. A busy marketing department sends one agency a few requests an hour and makes
 * a dozen a day: 20 and 60 leave it room, and nobody floods an agency. An upload stands behind each request, each report and
 * each document of a profile: 100 an hour are enough for 60 requests and their second tries, refused files among them. Staff
 * look at each reported transfer by hand: 30 a day are ten tickets with three installments. A person changes an address once,
 * and tries again after a slip: 10 mails a day to addresses of others. Staff answer each message: 20 a day are a conversation.
 */
export const defaultQuotas: Quotas = {
  tickets_to_agency: 20,
  tickets: 60,
  uploads: 100,
  transfer_reports: 30,
  mails_to_others: 10,
  help_messages: 20,
};

/** Mails about new tickets that one agency gets in an hour, from all companies; the rest are told in one mail. */
export const DEFAULT_TICKET_MAILS_AN_HOUR = 20;

/** A quota that is used up: what it is, how much of it there is, and the seconds until one is free. */
export interface ReachedQuota {
  name: QuotaName;
  limit: number;
  retry_after_s: number;
}
