import type { Move } from '../moves.ts';
import type { refundStatuses } from '../servicing/refund.ts';

export type RefundStatus = (typeof refundStatuses)[number];

/** Every move of a refund, and whose it is. */
export const refundMoves = {
  /** It has arrived. Only of what a file for the bank carries. */
  confirm: { from: ['Sent'], to: 'Confirmed', actor: 'staff', event: 'confirm_refund' },
  /** It did not arrive, or was stopped before the bank was told: the amount is what it was before. */
  fail: { from: ['Sent'], to: 'Failed', actor: 'staff', event: 'fail_refund' },
  /** It had arrived, and the bank has sent it back. */
  return: { from: ['Confirmed'], to: 'Returned', actor: 'staff', event: 'return_refund' },
} as const satisfies Record<string, Move<RefundStatus>>;

export type RefundMove = keyof typeof refundMoves;
