import type { Move } from '../moves.ts';

/** SPEC section 4 names the first; the others are the life of a payment to an agency. */
export const payoutStatuses = ['Pending', 'Sent', 'Confirmed', 'Failed', 'Cancelled'] as const;

export type PayoutStatus = (typeof payoutStatuses)[number];

/** Every move of a payout, and whose it is. It is made Pending when the agency approves. */
export const payoutMoves = {
  /** With the release of its payout run. */
  send: { from: ['Pending'], to: 'Sent', actor: 'staff' },
  confirm: { from: ['Sent'], to: 'Confirmed', actor: 'staff' },
  fail: { from: ['Sent'], to: 'Failed', actor: 'staff' },
  /** At once after a failure, so that the next run takes it up again. */
  retry: { from: ['Failed'], to: 'Pending', actor: 'system' },
  /** With the close of its ticket. */
  cancel: { from: ['Pending'], to: 'Cancelled', actor: 'staff' },
} as const satisfies Record<string, Move<PayoutStatus>>;

export type PayoutMove = keyof typeof payoutMoves;
