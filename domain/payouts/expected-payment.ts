import { addDays } from '../calendar.ts';
import type { IsoDate } from '../calendar.ts';

/** "The last 7 days" (SPEC section 9), as hours: agencies are paid within about a week of the ticket's creation. */
const EXPECTED_PAYMENT_WINDOW_HOURS = 7 * 24;

/** The Riyadh date by which the payout of a ticket created on that date is expected: the last day of the window. */
export function expectedPaymentDate(created_local_date: IsoDate): IsoDate {
  return addDays(created_local_date, EXPECTED_PAYMENT_WINDOW_HOURS / 24);
}
