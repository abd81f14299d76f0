import { EXPECTED_PAYMENT_WINDOW_HOURS } from '../payouts/expected-payment.ts';

/** The earliest creation of a ticket whose payout is still expected soon: 168 hours before now. */
export function expectedSince(now: Date): Date {
  return new Date(now.getTime() - EXPECTED_PAYMENT_WINDOW_HOURS * 60 * 60 * 1000);
}

/** Whether the payout of a ticket created then counts as Expected Payment Soon; otherwise it is late. */
export function isExpectedSoon(ticketCreatedAt: Date, now: Date): boolean {
  return ticketCreatedAt.getTime() >= expectedSince(now).getTime();
}
