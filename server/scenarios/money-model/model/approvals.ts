import { approvalExpiresAt } from '#domain/servicing/approval-kinds.ts';
import { allows } from '#domain/tickets/ticket.ts';
import { restOf, type Books, type ModelApproval, type ModelAsked, type Verdict } from './books.ts';
import { creditOf, refund } from './payments.ts';
import { writeOff } from './payouts.ts';

/** What it would move now, the amount first, or why it cannot be. */
function figuresOf(asked: ModelAsked): readonly number[] | Verdict {
  switch (asked.kind) {
    case 'write_off_ticket':
      if (asked.about.payout === 'Sent') return 'payout_not_confirmed';
      if (!allows('write_off', asked.about)) return 'ticket_state_changed';
      return [restOf(asked.about)];
    case 'refund_credit':
      if (asked.about.isReversed) return 'payment_already_reversed';
      if (asked.about.company === null) return 'payment_not_identified';
      if (asked.amount > creditOf(asked.about)) return 'amount_above_credit';
      return [asked.amount, creditOf(asked.about)];
  }
}

function carryOut(books: Books, asked: ModelAsked): void {
  switch (asked.kind) {
    case 'write_off_ticket':
      writeOff(books, asked.about);
      break;
    case 'refund_credit':
      refund(books, asked.about, asked.amount);
      break;
  }
}

const waits = (one: ModelApproval) => one.outcome === null;

export function ask(books: Books, asked: ModelAsked, askedBy: number): Verdict {
  const figures = figuresOf(asked);
  if (typeof figures === 'string') return figures;
  const others = books.approvals.filter((one) => waits(one) && one.about === asked.about);
  for (const one of others) if (books.now >= one.expires_at) one.outcome = 'Expired';
  if (others.some((one) => waits(one) && one.kind === asked.kind)) return 'approval_requested';
  const expires_at = approvalExpiresAt(books.now);
  books.approvals.push({ ...asked, id: '', figures, askedBy, expires_at, outcome: null });
  books.count(`asks ${asked.kind}`);
  return 'accepted';
}

export function approve(books: Books, request: ModelApproval, by: number): Verdict {
  if (request.askedBy === by) return 'own_request_refused';
  if (request.outcome !== null) return 'approval_ended';
  const figures = figuresOf(request);
  if (typeof figures === 'string') return figures;
  if (books.now >= request.expires_at) return 'approval_ended';
  if (figures.join() !== request.figures.join()) return 'approval_figures_changed';
  request.outcome = 'Approved';
  carryOut(books, request);
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
