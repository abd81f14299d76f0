import { daysBetween } from '../calendar.ts';
import type { IsoDate } from '../calendar.ts';

/** A schedule may have begun at most this many days before the agency is paid. */
export const SCHEDULE_VALID_DAYS = 7;

/**
 * The Riyadh date from which a ticket's installments count when its payout is sent: the one they have counted from, or,
 * when that is more than SCHEDULE_VALID_DAYS ago, the day of the payout. So nobody owes for a campaign that was not paid
 * for.
 */
export function scheduleStart(start: IsoDate, released_on: IsoDate): IsoDate {
  return daysBetween(start, released_on) > SCHEDULE_VALID_DAYS ? released_on : start;
}
