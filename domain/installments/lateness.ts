import { addDays, type IsoDate } from '../calendar.ts';

/** How many days reported transfers pause the stop of requests. */
const PAUSE_DAYS = 3;
/** Within how many days two people decide on a payout that is stopped. */
const DAYS_TO_DECIDE = 7;

/** How late a company is, on a day in Riyadh. */
export type Lateness = {
  /** The earliest due date of what counts as unpaid for new requests (lateSince); null: nothing does. */
  overdue_since: IsoDate | null;
  /** Whether the transfers that are being checked pay all that is overdue (coversOverdue). */
  are_reports_enough: boolean;
  /** The first day of the pause that this lateness has had; null: none yet. */
  paused_from: IsoDate | null;
};

/** The first day on which an installment that is due on `due_date` is late: "overdue since" this day. */
export function firstDayLate(due_date: IsoDate): IsoDate {
  return addDays(due_date, 1);
}

/**
 * The first day on which an installment that is due on `due_date` stops what has this grace: new requests
 * (`request_grace_days` of the policy that counts) or payouts (`payout_grace_days`).
 */
export function stopsFrom(due_date: IsoDate, grace_days: number): IsoDate {
  return addDays(due_date, grace_days + 1);
}

/**
 * Whether a company is overdue for longer than a grace. With `payout_grace_days` this stops the payouts of its tickets:
 * reported transfers do not change that, only money does.
 */
export function isBeyondGrace(
  overdue_since: IsoDate | null,
  today: IsoDate,
  grace_days: number,
): boolean {
  return overdue_since !== null && stopsFrom(overdue_since, grace_days) <= today;
}

/**
 * Whether new requests are open, stopped, or open because reported transfers are being checked; then `until` is the last
 * day of that pause.
 */
export type RequestState =
  | { state: 'open' }
  | { state: 'stopped' }
  | { state: 'paused'; until: IsoDate };

/** What lateness makes of new requests on a day. */
export function requestState(
  { overdue_since, are_reports_enough, paused_from }: Lateness,
  today: IsoDate,
  grace_days: number,
): RequestState {
  if (!isBeyondGrace(overdue_since, today, grace_days)) return { state: 'open' };
  const until = paused_from && addDays(paused_from, PAUSE_DAYS - 1);
  return are_reports_enough && until !== null && today <= until
    ? { state: 'paused', until }
    : { state: 'stopped' };
}

/** The day by which a payout that was stopped on `stopped_on` is paid anyway, or its ticket ended. */
export function decidePayoutBy(stopped_on: IsoDate): IsoDate {
  return addDays(stopped_on, DAYS_TO_DECIDE);
}

/** What a company pays so that requests are open again. */
export type OverdueToPay = {
  /** `to_pay_now` of its position, a decimal text of riyals. */
  amount_sar: string;
  /** The company's own number: a transfer with the reference of it pays what has been due longest. */
  payer_number: string;
};
