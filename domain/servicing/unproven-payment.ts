import type { IsoDate } from '../calendar.ts';
import { bankDaysBefore } from '../payouts/bank-day.ts';

/** How many working days a payment may wait for its proof before it is a task; then it should stand on a statement. */
const WORKING_DAYS_TO_PROVE = 5;

/**
 * The last Riyadh day on which a payment was recorded that has waited for its proof for as many working days by `today`; by
 * the last day of a statement, the last value day that the statement is complete for. `holidays`: days besides on which
 * banks do not work.
 */
export const unprovenUntil = (today: IsoDate, holidays: readonly IsoDate[]): IsoDate =>
  bankDaysBefore(today, WORKING_DAYS_TO_PROVE, holidays);
