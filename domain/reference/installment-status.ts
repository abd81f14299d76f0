import type { IsoDate } from '../calendar.ts';
import type { InstallmentStatus } from '../installments/installment.ts';
import type { Halalas } from '../money.ts';
import type { Move } from '../moves.ts';
import type { TicketStatus } from '../tickets/ticket.ts';

/** Every move of an installment, and whose it is. Which of them is made, installmentStatus and statusAfterReversal say. */
export const installmentMoves = {
  /** A payment has paid all of it. */
  pay: { from: ['Due', 'Overdue'], to: 'Paid', actor: 'staff', event: 'pay_installment' },
  /** Its day has ended unpaid while its ticket is Active: with the day's close, whose one event tells of all of them. */
  fall_overdue: { from: ['Due'], to: 'Overdue', actor: 'system', event: 'close_day' },
  /** What had paid it was reversed before its day has ended, or it is not owed any more. */
  reopen: { from: ['Paid'], to: 'Due', actor: 'staff', event: 'reopen_installment' },
  /** What had paid it was reversed after its day. */
  reopen_overdue: {
    from: ['Paid'],
    to: 'Overdue',
    actor: 'staff',
    event: 'reopen_overdue_installment',
  },
  /** With its ticket: the payout did not arrive, and nothing is owed any more. */
  return: { from: ['Overdue'], to: 'Due', actor: 'staff', event: 'return_installment' },
} as const satisfies Record<string, Move<InstallmentStatus>>;

/**
 * The status of an installment on a day: Paid when all of it is paid, Overdue from the day after its due date while its
 * ticket is Active, otherwise Due. Of a ticket that is not Active nothing is overdue: its agency has not been paid yet,
 * or nothing is owed any more.
 */
export function installmentStatus(
  installment: { due_date: IsoDate; amount_halalas: Halalas; paid_halalas: Halalas },
  today: IsoDate,
  ticketStatus: TicketStatus,
): InstallmentStatus {
  if (installment.paid_halalas >= installment.amount_halalas) return 'Paid';
  return ticketStatus === 'Active' && installment.due_date < today ? 'Overdue' : 'Due';
}

/**
 * The status once something of what had paid an installment is taken back. One that was Due stays Due, also after its day: that
 * it falls overdue is a move of the day's close alone, which reminds of it and tells of it.
 */
export const statusAfterReversal = (
  status: InstallmentStatus,
  ...now: Parameters<typeof installmentStatus>
): InstallmentStatus => (status === 'Due' ? 'Due' : installmentStatus(...now));
