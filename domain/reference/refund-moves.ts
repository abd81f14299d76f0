import type { Move } from '../moves.ts';
import type { refundStatuses } from '../servicing/refund.ts';

export type RefundStatus = (typeof refundStatuses)[number];

/** Every move of a refund, and whose it is. */
export const refundMoves = {
  /** It arrived. Only for refunds in a bank file. */
  confirm: { from: ['Sent'], to: 'Confirmed', actor: 'staff', event: 'confirm_refund' },
  /** It did not arrive, or was never sent: the amount is available again. */
  fail: { from: ['Sent'], to: 'Failed', actor: 'staff', event: 'fail_refund' },
  /** It had arrived, and the bank returned it. */
  return: { from: ['Confirmed'], to: 'Returned', actor: 'staff', event: 'return_refund' },
  /** It did arrive: the statement that said otherwise was rejected. */
  turn_round: {
    from: ['Failed', 'Returned'],
    to: 'Confirmed',
    actor: 'staff',
    event: 'turn_round_refund',
  },
} as const satisfies Record<string, Move<RefundStatus>>;
