import type { TicketStatus } from '../tickets/ticket.ts';

/** What a returned payout reverses. */
type ReversedByReturn =
  /** The financing: nothing is owed, the ticket is Approved again. */
  | 'financing'
  /** Only the sending: payments, write-offs and recoveries stay, and we owe the agency until it is paid again. */
  | 'sending';

/**
 * What a failed or returned payout reverses of its ticket: the whole financing while the ticket is Active; only the
 * sending once the ticket is Completed or written off. Tickets of another status have no sent payout.
 */
export function reversedByReturn(ticket_status: TicketStatus): ReversedByReturn {
  return ticket_status === 'Active' ? 'financing' : 'sending';
}
