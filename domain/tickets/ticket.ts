import type { Role } from '../accounts/roles.ts';

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

type Move = { from: readonly TicketStatus[]; to: TicketStatus; actor: Role };

/**
 * Every move of a ticket, and whose it is (SPEC section 4).
 * Cancelling is what the text of not_enough_available_budget promises the company: it frees the held funds.
 */
export const ticketMoves = {
  approve: { from: ['PendingAgencyApproval'], to: 'Approved', actor: 'agency' },
  reject: { from: ['PendingAgencyApproval'], to: 'Rejected', actor: 'agency' },
  cancel: { from: ['PendingAgencyApproval'], to: 'Closed', actor: 'company' },
} as const satisfies Record<string, Move>;

export type TicketMove = keyof typeof ticketMoves;

function allows(move: TicketMove, ticket: { status: TicketStatus }): boolean {
  const from: readonly TicketStatus[] = ticketMoves[move].from;
  return from.includes(ticket.status);
}

/** Whether a ticket can make the move now. Whose move it is stands in ticketMoves. */
export const can = {
  approve: (ticket: { status: TicketStatus }) => allows('approve', ticket),
  reject: (ticket: { status: TicketStatus }) => allows('reject', ticket),
  cancel: (ticket: { status: TicketStatus }) => allows('cancel', ticket),
} satisfies Record<TicketMove, unknown>;

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
