/** An owed installment is due soon from this many days before its due date on. SPEC names no number; it is ours. */
export const DUE_SOON_DAYS = 7;

/**
 * What a company owes and is owed on a day, one definition for every screen, mail and statement. Each riyal of a ticket
 * stands in one of the first six; `credit`, `refund_due` and refunds in default belong to no ticket.
 * - `planned`: of Approved tickets. Their agencies have not been paid: nothing is owed, and the dates may move.
 * - `overdue`, `due_soon`, `later`: of Active tickets what is left. The due date has passed, comes within DUE_SOON_DAYS, or
 *   comes later.
 * - `paid`: paid of Approved and Active tickets.
 * - `in_default`: written off and not recovered, of tickets and of refunds. It can still be paid, and is to be paid now.
 * - `credit`: received from the company and not needed yet.
 * - `refund_due`: was refunded although the bank later took the payment back: the company gives it back. Once it is written
 *   off it stands in default instead.
 * And what follows from them:
 * - `owed`: overdue, due soon and later.
 * - `being_checked`: a mark on what is owed, in default or owed back: reported transfers that staff have not decided.
 * - `to_pay_now`: overdue, in default, and refunds that are owed back, without what is being checked of it: with the
 *   company's reference it pays all that is overdue. `to_pay_soon`: the same with what is due soon.
 */
export type PositionAmount =
  | 'planned'
  | 'overdue'
  | 'due_soon'
  | 'later'
  | 'paid'
  | 'in_default'
  | 'credit'
  | 'refund_due'
  | 'owed'
  | 'being_checked'
  | 'to_pay_now'
  | 'to_pay_soon';

/** The large figure of "What you owe": what is owed, or else what is in default, or else a refund that is owed back. */
export function positionHead({
  owed_sar,
  in_default_sar,
  refund_due_sar,
}: Record<'owed_sar' | 'in_default_sar' | 'refund_due_sar', string>) {
  const isSome = (amount: string) => amount !== '0.00';
  if (isSome(owed_sar)) return { id: 'owed', amount: owed_sar } as const;
  if (isSome(in_default_sar)) return { id: 'in_default', amount: in_default_sar } as const;
  if (isSome(refund_due_sar)) return { id: 'refund_due', amount: refund_due_sar } as const;
  return { id: 'none', amount: owed_sar } as const;
}
