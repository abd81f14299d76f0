import { addDays } from '../calendar.ts';
import type { IsoDate } from '../calendar.ts';

/** "The last 7 days" (SPEC section 9), as hours: agencies are paid within about a week of the ticket's creation. */
export const EXPECTED_PAYMENT_WINDOW_HOURS = 7 * 24;

/** The earliest creation of a ticket whose payout is still expected soon: 168 hours before now. */
export function expectedSince(now: Date): Date {
  return new Date(now.getTime() - EXPECTED_PAYMENT_WINDOW_HOURS * 60 * 60 * 1000);
}

/** Whether the payout of a ticket created then counts as Expected Payment Soon; otherwise it is late. */
export function isExpectedSoon(ticketCreatedAt: Date, now: Date): boolean {
  return ticketCreatedAt.getTime() >= expectedSince(now).getTime();
}

/** The Riyadh date by which the payout of a ticket created on that date is expected: the last day of the window. */
export function expectedPaymentDate(created_local_date: IsoDate): IsoDate {
  return addDays(created_local_date, EXPECTED_PAYMENT_WINDOW_HOURS / 24);
}
