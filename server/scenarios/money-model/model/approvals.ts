import { approvalExpiresAt, type ApprovalKind } from '#domain/servicing/approval-kinds.ts';
import { allows } from '#domain/tickets/ticket.ts';
import { restOf, type Books, type ModelApproval, type Verdict } from './books.ts';
import { writeOff } from './payouts.ts';

type Asked = Pick<ModelApproval, 'kind' | 'ticket'>;

/** Of each kind, what it would move now, or why it cannot be; and what its approval does. */
const kinds: Record<
  ApprovalKind,
  {
    figures: (books: Books, asked: Asked) => number | Verdict;
    carryOut: (books: Books, asked: Asked) => void;
  }
> = {
  write_off_ticket: {
    figures: (_, { ticket }) => {
      if (ticket.payout === 'Sent') return 'payout_not_confirmed';
      if (!allows('write_off', ticket)) return 'ticket_state_changed';
      return restOf(ticket);
    },
    carryOut: (books, { ticket }) => writeOff(books, ticket),
  },
};

const waits = (one: ModelApproval) => one.outcome === null;

export function ask(books: Books, asked: Asked, askedBy: number): Verdict {
  const amount = kinds[asked.kind].figures(books, asked);
  if (typeof amount === 'string') return amount;
  const others = books.approvals.filter((one) => waits(one) && one.ticket === asked.ticket);
  for (const one of others) if (books.now >= one.expires_at) one.outcome = 'Expired';
  if (others.some((one) => waits(one) && one.kind === asked.kind)) return 'approval_requested';
  const expires_at = approvalExpiresAt(books.now);
  books.approvals.push({ ...asked, id: '', amount, askedBy, expires_at, outcome: null });
  books.count(`asks ${asked.kind}`);
  return 'accepted';
}

export function approve(books: Books, request: ModelApproval, by: number): Verdict {
  if (request.askedBy === by) return 'own_request_refused';
  if (request.outcome !== null) return 'approval_ended';
  const amount = kinds[request.kind].figures(books, request);
  if (typeof amount === 'string') return amount;
  if (books.now >= request.expires_at) return 'approval_ended';
  if (amount !== request.amount) return 'approval_figures_changed';
  request.outcome = 'Approved';
  kinds[request.kind].carryOut(books, request);
  return 'accepted';
}

export function end(
  books: Books,
  request: ModelApproval,
  by: number,
  outcome: 'Declined' | 'Withdrawn',
): Verdict {
  if (request.outcome !== null || books.now >= request.expires_at) return 'approval_ended';
  if (outcome === 'Declined' && request.askedBy === by) return 'own_request_refused';
  if (outcome === 'Withdrawn' && request.askedBy !== by) return 'request_of_other';
  request.outcome = outcome;
  return 'accepted';
}
