import type { IsoDate } from '../calendar.ts';
import { addDays } from '../calendar.ts';
import type { TicketStatus } from '../tickets/ticket.ts';

/** An owed installment is due soon from this many days before its due date on. SPEC names no number; it is ours. */
export const DUE_SOON_DAYS = 7;

/**
 * Where what is left of an installment stands on a day, of a ticket that is being financed:
 * - `planned`: the agency has not been paid. Nothing is owed, and the dates may move.
 * - `overdue`, `due_soon`, `later`: owed. The due date has passed, comes within DUE_SOON_DAYS, or comes later.
 */
type UnpaidState = 'planned' | 'overdue' | 'due_soon' | 'later';

/** The state of an unpaid installment; null where its ticket is neither Approved nor Active. */
export function unpaidState(
  ticket_status: TicketStatus,
  due_date: IsoDate,
  today: IsoDate,
): UnpaidState | null {
  if (ticket_status === 'Approved') return 'planned';
  if (ticket_status !== 'Active') return null;
  if (due_date < today) return 'overdue';
  return due_date <= addDays(today, DUE_SOON_DAYS) ? 'due_soon' : 'later';
}

/**
 * The amounts of a company's position. Each riyal of a ticket stands in one of the first six; `credit`, `refund_due` and
 * refunds in default belong to no ticket.
 * - `paid`: paid of the tickets that are being financed.
 * - `in_default`: written off and not recovered, of tickets and of refunds. It can still be paid, and is to be paid now.
 * - `credit`: received from the company and not needed yet.
 * - `refund_due`: was refunded although the bank later took the payment back: the company gives it back. Once it is written
 *   off it stands in default instead.
 */
export const positionAmounts = [
  'planned',
  'overdue',
  'due_soon',
  'later',
  'paid',
  'in_default',
  'credit',
  'refund_due',
] as const;
export type PositionAmount = (typeof positionAmounts)[number];
