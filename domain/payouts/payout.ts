import type { Move } from '../moves.ts';

/** SPEC section 4 names the first; the others are the life of a payment to an agency. */
export const payoutStatuses = [
  'Pending',
  'Sent',
  'Confirmed',
  'Failed',
  'Returned',
  'Cancelled',
] as const;

export type PayoutStatus = (typeof payoutStatuses)[number];

/** True from the release on: the journal has its entries. */
export function isPayoutReleased(status: PayoutStatus): boolean {
  return status === 'Sent' || status === 'Confirmed';
}

/** As people read them: a payout whose status is Sent is Released until a file for the bank carries it. */
export const shownPayoutStatuses = [...payoutStatuses, 'Released'] as const;

export type ShownPayoutStatus = (typeof shownPayoutStatuses)[number];

/** Its twin is `shown_payout_status` in server/src/payouts/payouts.sql. */
export function shownPayoutStatus(payout: {
  status: PayoutStatus;
  sent_on: string | null;
}): ShownPayoutStatus {
  return payout.status === 'Sent' && payout.sent_on === null ? 'Released' : payout.status;
}

/** Every move of a payout, and whose it is. It is made Pending when the agency approves. */
export const payoutMoves = {
  /** With the release of its payout run. */
  send: { from: ['Pending'], to: 'Sent', actor: 'staff', event: 'send_payout' },
  confirm: { from: ['Sent'], to: 'Confirmed', actor: 'staff', event: 'confirm_payout' },
  fail: { from: ['Sent'], to: 'Failed', actor: 'staff', event: 'fail_payout' },
  /** It had arrived, and the bank returned it. */
  return: { from: ['Confirmed'], to: 'Returned', actor: 'staff', event: 'return_payout' },
  /** At once after either, so that the next run takes it up again. */
  retry: { from: ['Failed', 'Returned'], to: 'Pending', actor: 'system', event: 'retry_payout' },
  /** With the close of its ticket, or its end. */
  cancel: { from: ['Pending'], to: 'Cancelled', actor: 'staff', event: 'cancel_payout' },
} as const satisfies Record<string, Move<PayoutStatus>>;
