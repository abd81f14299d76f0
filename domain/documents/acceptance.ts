import { addMonths, daysBetween, type IsoDate } from '../calendar.ts';

/** What a company reads and accepts before its agency is paid: one agreement, and a note for each installment. */
export const financingDocumentKinds = ['financing_agreement', 'promissory_note'] as const;
export type FinancingDocumentKind = (typeof financingDocumentKinds)[number];

/** A payout is released at most this many days after the company accepted the documents; then it is asked again. */
export const ACCEPTANCE_VALID_DAYS = 7;

/** How long the name and the capacity of who accepts the documents may be, in characters; ours. */
export const ACCEPTED_NAME_MAX_LENGTH = 200;
export const ACCEPTED_CAPACITY_MAX_LENGTH = 200;

/**
 * What proves the person who accepts: a code mailed to the account's address; where the server has no mail server, a code
 * of the second factor, or the password of an account without one.
 */
export const signingMethods = ['mail', 'factor', 'password'] as const;
export type SigningMethod = (typeof signingMethods)[number];

/** A mailed code counts this long, and for so many tries; ours. */
export const SIGNING_CODE_MINUTES = 10;
export const SIGNING_CODE_TRIES = 5;

/**
 * Why an approved ticket's payout cannot be released on `today`, as far as its documents are concerned; null when it can.
 * `accepted_on` is the Riyadh date of the last acceptance, null before the first; `stopped_days` since then do not count, but
 * on the day of the first installment every acceptance has expired: nobody owes what was due before the agency was paid.
 */
export function acceptanceObstacle(
  accepted_on: IsoDate | null,
  stopped_days: number,
  today: IsoDate,
): 'documents_not_accepted' | 'acceptance_expired' | null {
  if (accepted_on === null) return 'documents_not_accepted';
  const age = daysBetween(accepted_on, today) - stopped_days;
  const isDue = today >= addMonths(accepted_on, 1);
  return age > ACCEPTANCE_VALID_DAYS || isDue ? 'acceptance_expired' : null;
}

/** One version of a ticket's documents; all of it is rendered before any of it is shown. */
export interface DocumentSet {
  /** The Riyadh date from which its installments count. */
  schedule_start: IsoDate;
  /** Null while it is being prepared. */
  issued_at: string | null;
  accepted_at: string | null;
}

/**
 * Where the documents of an approved ticket stand on `today`: `accepted`, and the payout can come; `ready` to be read and
 * accepted; `preparing`; or `outdated`, because installments count from the day of the acceptance and the newest version
 * carries another day (or there is none), so that they are prepared again; `details_missing`, because none are prepared
 * before the company has given its name and its commercial registration number.
 */
export function documentsState(
  { accepted_on, stopped_days }: { accepted_on: IsoDate | null; stopped_days: number },
  newest: DocumentSet | undefined,
  today: IsoDate,
  awaits_details = false,
): 'accepted' | 'ready' | 'preparing' | 'outdated' | 'details_missing' {
  if (acceptanceObstacle(accepted_on, stopped_days, today) === null) return 'accepted';
  if (!newest || newest.accepted_at !== null || newest.schedule_start !== today) {
    return awaits_details ? 'details_missing' : 'outdated';
  }
  return newest.issued_at === null ? 'preparing' : 'ready';
}
