import type { IsoDate } from '../calendar.ts';
import type { Halalas } from '../money.ts';
import type { TicketStatus } from '../tickets/ticket.ts';

/** SPEC section 4. */
export const installmentStatuses = ['Due', 'Paid', 'Overdue'] as const;

export type InstallmentStatus = (typeof installmentStatuses)[number];

/** What each status can become. A payment that is reversed reopens the installment, overdue if its day has passed. */
export const installmentTransitions = {
  Due: ['Overdue', 'Paid'],
  /** Back to Due only with its ticket, when the payout did not arrive and nothing is owed any more. */
  Overdue: ['Paid', 'Due'],
  Paid: ['Due', 'Overdue'],
} as const satisfies Record<InstallmentStatus, readonly InstallmentStatus[]>;

/** Whether an installment of one status can become another. */
export function canBecome(from: InstallmentStatus, to: InstallmentStatus): boolean {
  const reachable: readonly InstallmentStatus[] = installmentTransitions[from];
  return reachable.includes(to);
}

/**
 * The status of an installment on a day: Paid when all of it is paid, Overdue from the day after its due date while its
 * ticket is Active, otherwise Due. Of a ticket that is not Active nothing is overdue: its agency has not been paid yet,
 * or nothing is owed any more.
 */
export function dueState(
  installment: { due_date: IsoDate; amount_halalas: Halalas; paid_halalas: Halalas },
  today: IsoDate,
  ticketStatus: TicketStatus,
): InstallmentStatus {
  if (installment.paid_halalas >= installment.amount_halalas) return 'Paid';
  return ticketStatus === 'Active' && installment.due_date < today ? 'Overdue' : 'Due';
}
