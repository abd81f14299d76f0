import type { TicketStatus } from '../tickets/ticket.ts';

/** What of a ticket's money is undone when its payout comes back. */
type PayoutUndone =
  /** The financing: nothing is owed, the ticket is Approved again. */
  | 'financing'
  /** The sending alone: what was paid, written off and recovered stays, and we owe the agency until it is paid again. */
  | 'sending';

/**
 * What is undone of a ticket when its payout comes back, failed or returned: while the company still pays, everything; once
 * the ticket is Completed or written off, the sending. A ticket of another status has no payout that was sent.
 */
export function undoneByReturn(ticket_status: TicketStatus): PayoutUndone {
  return ticket_status === 'Active' ? 'financing' : 'sending';
}
