import type { Role } from '../accounts/roles.ts';
import { canMove, type Move } from '../moves.ts';

/** SPEC section 4. A new ticket starts as PendingAgencyApproval. */
export const ticketStatuses = [
  'PendingAgencyApproval',
  'Approved',
  'Active',
  'Completed',
  'Closed',
  'Rejected',
] as const;

export type TicketStatus = (typeof ticketStatuses)[number];

/** SPEC names no limits for these texts; they are ours, in characters. */
export const DESCRIPTION_MAX_LENGTH = 2000;
export const REJECTION_REASON_MAX_LENGTH = 1000;

/**
 * Every move of a ticket, and whose it is (SPEC section 4 names the first two).
 * Cancelling is what the text of not_enough_available_budget promises the company: it frees the held funds.
 */
export const ticketMoves = {
  approve: {
    from: ['PendingAgencyApproval'],
    to: 'Approved',
    actor: 'agency',
    event: 'approve_ticket',
  },
  reject: {
    from: ['PendingAgencyApproval'],
    to: 'Rejected',
    actor: 'agency',
    event: 'reject_ticket',
  },
  cancel: {
    from: ['PendingAgencyApproval'],
    to: 'Closed',
    actor: 'company',
    event: 'cancel_ticket',
  },
  /** Nobody answered for DAYS_TO_ANSWER. */
  expire: {
    from: ['PendingAgencyApproval'],
    to: 'Closed',
    actor: 'system',
    event: 'expire_ticket',
  },
  /** Before the agency is paid; its payout is cancelled. */
  close: { from: ['Approved'], to: 'Closed', actor: 'staff', event: 'close_ticket' },
  /** The payout is sent: from here on the company owes. */
  release: { from: ['Approved'], to: 'Active', actor: 'staff', event: 'release_ticket' },
  /** The payout did not arrive or came back: nothing is owed until it is sent again. */
  return: { from: ['Active'], to: 'Approved', actor: 'staff', event: 'return_ticket' },
  /** Everything is paid and the payout has arrived. */
  complete: { from: ['Active'], to: 'Completed', actor: 'system', event: 'complete_ticket' },
  /** A payment that had completed it was reversed. Where its payout has come back too, `return` follows. */
  reopen: { from: ['Completed'], to: 'Active', actor: 'system', event: 'reopen_ticket' },
  /** What is unpaid is given up. */
  write_off: { from: ['Active'], to: 'Closed', actor: 'staff', event: 'write_off_ticket' },
  /** The payout came back and is not sent again: everything is undone. One that was written off stays Closed. */
  end: { from: ['Completed'], to: 'Closed', actor: 'staff', event: 'end_ticket' },
} as const satisfies Record<string, Move<TicketStatus>>;

export type TicketMove = keyof typeof ticketMoves;

/** The moves that the two parties of a ticket make. */
export type PartyMove = {
  [Name in TicketMove]: (typeof ticketMoves)[Name]['actor'] extends Role ? Name : never;
}[TicketMove];

/** Whether a ticket's status allows the move; ticketMoves says who makes it. */
export function allows(move: TicketMove, ticket: { status: TicketStatus }): boolean {
  return canMove<TicketStatus>(ticketMoves[move], ticket.status);
}

/** How long an agency has to answer, in whole Riyadh days after the day of the request. */
export const DAYS_TO_ANSWER = 14;

/** The company's three lists (SPEC sections 2 and 4). */
export const companyGroups = {
  current: ['Approved', 'Active'],
  waiting: ['PendingAgencyApproval'],
  old: ['Completed', 'Closed', 'Rejected'],
} as const satisfies Record<string, readonly TicketStatus[]>;

export type CompanyGroup = keyof typeof companyGroups;

/** The agency's three columns: Waiting Tickets, Approved Tickets, Ticket History (SPEC section 2). */
export const agencyColumns = {
  waiting: ['PendingAgencyApproval'],
  approved: ['Approved', 'Active'],
  history: ['Rejected', 'Completed', 'Closed'],
} as const satisfies Record<string, readonly TicketStatus[]>;

export type AgencyColumn = keyof typeof agencyColumns;

/** The company's list that shows a ticket of this status. */
export function companyGroupOf(status: TicketStatus): CompanyGroup {
  return keyHolding(companyGroups, status);
}

/** The agency's column that shows a ticket of this status. */
export function agencyColumnOf(status: TicketStatus): AgencyColumn {
  return keyHolding(agencyColumns, status);
}

function keyHolding<Key extends string>(
  lists: Record<Key, readonly TicketStatus[]>,
  status: TicketStatus,
): Key {
  const key = (Object.keys(lists) as Key[]).find((name) => lists[name].includes(status));
  if (key === undefined) throw new RangeError(`no list shows the ticket status ${status}`);
  return key;
}
