import { approvalExpiresAt } from '#domain/reference/approval-expiry.ts';
import type { RefundDestination } from '#domain/servicing/refund.ts';
import { serviceFee } from '#domain/payouts/service-fee.ts';
import { allows } from '#domain/tickets/ticket.ts';
import {
  restOf,
  type Books,
  type ModelApproval,
  type ModelAsked,
  type ModelPayment,
  type ModelTicket,
  type Verdict,
} from './books.ts';
import { isStopped } from './lateness.ts';
import { liftSuspension } from './parties.ts';
import {
  budgetLoss,
  creditOf,
  provenCredit,
  reportsAlike,
  reportsOf,
  toRecover,
} from './payments.ts';
import {
  answer as answerRefund,
  destinationOf,
  release,
  writeOff as writeOffRefund,
} from './refunds.ts';
import {
  answerLine,
  endApproved,
  endReturned,
  inDraft,
  inRun,
  isCalledFailed,
  isDoubtful,
  isSaidToBeBack,
  settleClaim,
  turnRound,
  writeOff,
} from './payouts.ts';
import { hasNoBudget, isReviewed, openAmount, takesTwo } from './tickets.ts';

/** The reports being checked that a request is asked about: of its company, where it gives up or sends back something. */
function reportsAbout(books: Books, asked: ModelAsked): string[] {
  switch (asked.kind) {
    case 'write_off_ticket':
    case 'end_stopped_ticket':
    case 'end_returned_payout':
    case 'refund_credit':
    case 'write_off_refund':
      return asked.about.company === null ? [] : reportsOf(books, asked.about.company);
    case 'pay_stopped_payout':
    case 'pay_without_budget':
    case 'confirm_doubtful_payout':
    case 'settle_agency_claim':
    case 'lift_suspension':
    case 'return_refund':
      return [];
    case 'send_back_payment':
      return reportsAlike(books, asked.about);
  }
}

/** What it would move now, the amount first, and the reports that are being checked; or why it cannot be. */
function figuresOf(books: Books, asked: ModelAsked): ModelApproval['figures'] | Verdict {
  const figures = movedFigures(books, asked);
  return typeof figures === 'string' ? figures : [...figures, ...reportsAbout(books, asked)];
}

function movedFigures(books: Books, asked: ModelAsked): ModelApproval['figures'] | Verdict {
  switch (asked.kind) {
    case 'write_off_ticket':
      if (asked.about.payout === 'Sent') return 'payout_not_confirmed';
      if (!allows('write_off', asked.about)) return 'ticket_state_changed';
      if (restOf(asked.about) === 0) return 'payment_not_proven';
      return [restOf(asked.about)];
    case 'pay_stopped_payout':
    case 'end_stopped_ticket': {
      const { amount } = asked.about;
      if (!isStopped(asked.about)) return 'payout_not_stopped';
      return [asked.kind === 'pay_stopped_payout' ? serviceFee(amount).net_halalas : amount];
    }
    case 'pay_without_budget': {
      const { about: ticket } = asked;
      const { amount, acceptances, company, status } = ticket;
      if (status !== 'Approved') return 'ticket_state_changed';
      if (hasNoBudget(ticket) && acceptances === 0) return 'review_needs_documents';
      if (!takesTwo(books, isReviewed(ticket) ? ticket : { ...ticket, review: null }))
        return 'review_takes_one';
      return [amount, openAmount(books, company), acceptances];
    }
    case 'end_returned_payout': {
      const { amount, payout, isReturned } = asked.about;
      if (!isSaidToBeBack(books, asked.about) && (payout !== 'Pending' || !isReturned))
        return 'payout_not_returned';
      if (inRun(books, asked.about)) return 'ticket_in_payout_run';
      return [amount, paidOf(books, asked.about)];
    }
    case 'confirm_doubtful_payout': {
      const { about: ticket, run } = asked;
      const line = run.lines.find((one) => one.ticket === ticket)!;
      const isOpen = run.status === 'Released' && line.outcome === null;
      if (!(isOpen && isDoubtful(line)) && !isCalledFailed(books, line))
        return 'payout_line_not_doubtful';
      const { net_halalas } = serviceFee(ticket.amount);
      return [net_halalas, line.iban, line.isFiled ? 1 : 0, ticket.agency.paid_iban];
    }
    case 'settle_agency_claim': {
      const { claim, paidBack } = asked;
      const { amount, settled, writtenOff, isUndone } = claim;
      const isLost = paidBack === null && settled + writtenOff === amount;
      if (isUndone || settled === amount || isLost) return 'agency_claim_ended';
      if (paidBack === null) return [amount - settled - writtenOff, amount, null];
      if (paidBack.amount > amount - settled) return 'validation_failed';
      return [paidBack.amount, amount, paidBack.reference];
    }
    case 'refund_credit':
      if (asked.about.isReversed) return 'payment_already_reversed';
      if (asked.about.company === null) return 'payment_not_identified';
      if (!asked.about.isProven) return 'payment_not_proven';
      if (asked.amount > creditOf(asked.about)) return 'amount_above_credit';
      if (asked.amount > provenCredit(books, asked.about.company)) return 'payment_not_proven';
      return refundOf(books, asked, [asked.amount, creditOf(asked.about)]);
    case 'write_off_refund': {
      const amount = toRecover(books, asked.about);
      if (amount === 0) return 'nothing_owed_back';
      if (books.refunds.some(({ payment, status }) => payment === asked.about && status === 'Sent'))
        return 'refund_not_answered';
      return [amount, asked.about.refunded];
    }
    case 'return_refund': {
      const { status, amount, isFiled } = asked.refund;
      if (status === 'Sent' && !isFiled) return 'refund_not_in_file';
      if (status !== 'Sent' && status !== 'Confirmed') return 'refund_answered';
      return [amount, status];
    }
    case 'send_back_payment':
      if (asked.about.isReversed) return 'payment_already_reversed';
      if (asked.about.company !== null) return 'payment_already_identified';
      if (asked.about.refunded > 0) return 'payment_sent_back';
      if (!asked.about.isProven) return 'payment_not_proven';
      return refundOf(books, { ...asked, to: 'payer' }, [asked.about.amount]);
    case 'lift_suspension': {
      const { suspendedFor, total } = asked.about;
      if (suspendedFor === null) return 'budget_changed';
      const loss = budgetLoss(books, asked.about);
      return [loss || null, total, suspendedFor.id];
    }
  }
}

/** What it moves, and the IBAN that it goes to. */
function refundOf(
  books: Books,
  { about, to }: { about: ModelPayment; to: RefundDestination },
  [amount, ...besides]: [number, ...number[]],
): ModelApproval['figures'] | Verdict {
  const destination = destinationOf(books, about, to);
  return 'refusal' in destination ? destination.refusal : [amount, ...besides, destination.iban];
}

/** A refusal undoes the approval. */
function carryOut(books: Books, asked: ModelAsked): Verdict {
  switch (asked.kind) {
    case 'write_off_ticket':
      writeOff(books, asked.about);
      return 'accepted';
    case 'pay_stopped_payout':
      asked.about.stopped_on = null;
      asked.about.isStopLifted = true;
      books.count('payout paid all the same');
      return 'accepted';
    case 'pay_without_budget': {
      const { acceptances } = asked.about;
      asked.about.review = { at: books.now, acceptances, byTwo: true };
      books.count('ticket without a budget reviewed by two');
      return 'accepted';
    }
    case 'end_stopped_ticket': {
      const verdict = endApproved(books, asked.about);
      if (verdict === 'accepted') books.count('stopped ticket ended');
      return verdict;
    }
    case 'end_returned_payout':
      if (asked.about.status === 'Approved') {
        books.count('ticket ended after its payout failed');
        return endApproved(books, asked.about);
      }
      endReturned(books, asked.about);
      return 'accepted';
    case 'confirm_doubtful_payout': {
      const { about: ticket, run } = asked;
      const line = run.lines.find((one) => one.ticket === ticket)!;
      if (line.outcome !== null) {
        if (inDraft(books, ticket)) return 'ticket_in_payout_run';
        turnRound(books, run, line);
        books.count('payout turned round by two people');
        return 'accepted';
      }
      answerLine(books, run, line, 'Confirmed');
      books.count('doubtful payout confirmed');
      return 'accepted';
    }
    case 'settle_agency_claim':
      settleClaim(books, asked.claim, asked.paidBack?.amount ?? null);
      return 'accepted';
    case 'refund_credit':
      release(books, asked.about, asked.amount);
      return 'accepted';
    case 'write_off_refund':
      writeOffRefund(books, asked.about);
      return 'accepted';
    case 'return_refund':
      answerRefund(books, asked.refund, asked.refund.status === 'Sent' ? 'fail' : 'return');
      return 'accepted';
    case 'send_back_payment':
      release(books, asked.about, asked.about.amount);
      return 'accepted';
    case 'lift_suspension':
      liftSuspension(books, asked.about);
      return 'accepted';
  }
}

/** What payments have paid of a ticket, in default or not. */
const paidOf = ({ payments }: Books, ticket: ModelTicket) =>
  payments
    .flatMap(({ parts, losses }) => [...parts, ...losses])
    .reduce((sum, part) => (part.ticket === ticket ? sum + part.amount : sum), 0);

/** Of one kind about the same row; where it is about a run of its payout or one of its refunds, about the same of these. */
const isSameQuestion = (one: ModelAsked, other: ModelAsked) =>
  one.kind === other.kind &&
  one.about === other.about &&
  ('run' in one ? one.run : null) === ('run' in other ? other.run : null) &&
  ('refund' in one ? one.refund : null) === ('refund' in other ? other.refund : null);

const waits = (one: ModelApproval) => one.outcome === null;

export function ask(
  books: Books,
  asked: ModelAsked,
  askedBy: number,
  despiteReport: boolean,
): Verdict {
  const figures = figuresOf(books, asked);
  if (typeof figures === 'string') return figures;
  const others = books.approvals.filter((one) => waits(one) && one.about === asked.about);
  // A refusal leaves what has expired as it was.
  const hasExpired = ({ expires_at }: ModelApproval) => books.now >= expires_at;
  if (others.some((one) => !hasExpired(one) && isSameQuestion(one, asked)))
    return 'approval_requested';
  if (!despiteReport && reportsAbout(books, asked).length > 0) return 'report_being_checked';
  for (const one of others) if (hasExpired(one)) one.outcome = 'Expired';
  const expires_at = approvalExpiresAt(books.now);
  books.approvals.push({ ...asked, id: '', figures, askedBy, expires_at, outcome: null });
  books.count(`asks ${asked.kind}`);
  return 'accepted';
}

export function approve(books: Books, request: ModelApproval, by: number): Verdict {
  if (request.askedBy === by) return 'own_request_refused';
  if (request.outcome !== null) return 'approval_ended';
  const figures = figuresOf(books, request);
  if (typeof figures === 'string') return figures;
  if (books.now >= request.expires_at) return 'approval_ended';
  if (figures.join() !== request.figures.join()) return 'approval_figures_changed';
  const verdict = carryOut(books, request);
  if (verdict === 'accepted') request.outcome = 'Approved';
  return verdict;
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
