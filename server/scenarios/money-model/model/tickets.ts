import {
  isReviewCounted,
  isWithoutBudget,
  takesTwoReviewers,
  type BudgetsOfTicket,
} from '#domain/reference/budget-review.ts';
import { availableBudget } from '#domain/reference/available-budget.ts';
import { addDays, type IsoDate } from '#domain/calendar.ts';
import { installmentSchedule } from '#domain/installments/schedule.ts';
import { companyGroupOf, allows } from '#domain/tickets/ticket.ts';
import { isUnanswered } from '#domain/reference/unanswered-ticket.ts';
import type { TermMonths } from '#domain/tickets/repayment-term.ts';
import { stopOfRequests, isTooLate, noteLateness } from './lateness.ts';
import {
  acceptanceObstacleOf,
  type Books,
  type ModelAgency,
  type ModelCompany,
  type ModelTicket,
  type Verdict,
} from './books.ts';
import { budgetLoss } from './payments.ts';

export function request(
  books: Books,
  company: ModelCompany,
  agency: ModelAgency,
  amount: number,
  term: TermMonths,
): Verdict {
  const available = availableTo(books, company);
  if (agency.isSuspended) return 'agency_not_found';
  if (company.budget_status === 'Suspended') return 'budget_suspended';
  if (available !== null && amount > available) return 'not_enough_available_budget';
  const stop = stopOfRequests(books, company);
  if (stop !== null) return stop;
  const schedule = installmentSchedule({
    amount_halalas: amount,
    term_months: term,
    start: books.today,
  });
  books.tickets.push({
    id: '',
    number: '',
    company,
    agency,
    status: 'PendingAgencyApproval',
    created: books.today,
    amount,
    availableBefore: available,
    review: null,
    acceptances: 0,
    payout_id: '',
    payout: null,
    isReturned: false,
    charges: [],
    stopped_on: null,
    stops: [],
    isStopLifted: false,
    accepted_on: null,
    financed_on: null,
    documents: null,
    posted: [],
    loss: { writtenOff: 0, recovered: 0, on: null },
    writeOffs: [],
    financed_at: null,
    freed: new Map(),
    installments: schedule.map(({ seq, due_date, amount_halalas, status }) => ({
      seq,
      due_date,
      amount: amount_halalas,
      paid: 0,
      paid_on: null,
      status,
    })),
  });
  return 'accepted';
}

export function availableTo(books: Books, company: ModelCompany): number | null {
  const sumOf = (group: string) =>
    books.tickets
      .filter((ticket) => ticket.company === company && companyGroupOf(ticket.status) === group)
      .reduce((sum, { amount }) => sum + amount, 0);
  return availableBudget({
    total_approval_budget_halalas: company.total,
    loss_halalas: budgetLoss(books, company),
    held_halalas: sumOf('waiting'),
    committed_halalas: sumOf('current'),
    budget_status: company.budget_status,
  });
}

export function answer(
  books: Books,
  move: 'approve' | 'reject' | 'cancel',
  ticket: ModelTicket,
): Verdict {
  if (!allows(move, ticket)) return 'ticket_not_pending';
  books.moveTicket(move, ticket);
  if (move === 'approve') {
    ticket.payout = 'Pending';
    books.approved.push(ticket);
    ticket.stopped_on = isTooLate(books, ticket.company) ? books.today : null;
    ticket.documents = { start: books.today, isAccepted: false };
  }
  return 'accepted';
}

export function review(books: Books, ticket: ModelTicket): Verdict {
  if (isReviewed(ticket) && !takesTwo(books, ticket)) return 'ticket_already_reviewed';
  if (!['PendingAgencyApproval', 'Approved'].includes(ticket.status)) return 'ticket_state_changed';
  const { acceptances } = ticket;
  if (hasNoBudget(ticket) && acceptances === 0) return 'review_needs_documents';
  if (takesTwo(books, { ...ticket, review: null })) return 'review_takes_two';
  ticket.review = { at: books.now, acceptances, byTwo: false };
  if (hasNoBudget(ticket)) books.count('ticket without a budget reviewed');
  return 'accepted';
}

const budgetsOf = ({ company, availableBefore }: ModelTicket): BudgetsOfTicket => ({
  total_approval_budget_halalas: company.total,
  available_budget_before_halalas: availableBefore,
});

/** Whether a ticket may need documents and two people for its review. */
export const hasNoBudget = (ticket: ModelTicket): boolean => isWithoutBudget(budgetsOf(ticket));

/** Whether staff's review of a ticket counts. */
export function isReviewed(ticket: ModelTicket): boolean {
  const { company, review: made, acceptances } = ticket;
  return isReviewCounted(
    budgetsOf(ticket),
    made && {
      isOfAcceptedDocuments: made.acceptances > 0 && made.acceptances === acceptances,
      isBeforeBudgetDecision: company.decided_at !== null && made.at < company.decided_at,
    },
  );
}

/** In these simulations: so that some tickets are below it and some above. */
export const UNSET_BUDGET_LIMIT = 1_000_000;

/** What a company's open tickets come to. */
export const openAmount = ({ tickets }: Books, company: ModelCompany): number =>
  tickets
    .filter((one) => one.company === company && companyGroupOf(one.status) !== 'old')
    .reduce((sum, { amount }) => sum + amount, 0);

export function takesTwo(books: Books, ticket: ModelTicket): boolean {
  const { company, review: made } = ticket;
  return takesTwoReviewers(
    { ...budgetsOf(ticket), isReviewedByTwo: made?.byTwo ?? false },
    {
      open_halalas: openAmount(books, company),
      limit_halalas: UNSET_BUDGET_LIMIT,
      loss_halalas: budgetLoss(books, company),
    },
  );
}

/** `isRenewed`: after its documents have been prepared again where that is needed. */
export function accept(books: Books, ticket: ModelTicket, isRenewed: boolean): Verdict {
  const { today } = books;
  if (ticket.status !== 'Approved' || !ticket.documents) return 'ticket_state_changed';
  if (acceptanceObstacleOf(books, ticket) === null) return 'documents_already_accepted';
  const isCurrent = !ticket.documents.isAccepted && ticket.documents.start === today;
  if (!isRenewed && !isCurrent) {
    ticket.documents = { start: today, isAccepted: false };
    return 'documents_outdated';
  }
  ticket.documents = { start: today, isAccepted: true };
  ticket.acceptances += 1;
  ticket.accepted_on = today;
  const again = installmentSchedule({
    amount_halalas: ticket.amount,
    term_months: ticket.installments.length as TermMonths,
    start: today,
  });
  for (const [index, { due_date }] of again.entries())
    ticket.installments[index]!.due_date = due_date;
  return 'accepted';
}

/** The days pass, and the last one that is over, which is answered, is closed. */
export function advance(books: Books, days: number): IsoDate {
  books.now = new Date(books.now.getTime() + days * 86_400_000);
  books.today = addDays(books.today, days);
  const closed = addDays(books.today, -1);
  for (const ticket of books.tickets) {
    if (allows('expire', ticket) && isUnanswered(ticket.created, closed))
      books.moveTicket('expire', ticket);
    if (ticket.status !== 'Active') continue;
    for (const one of ticket.installments)
      if (one.status === 'Due' && one.due_date <= closed) books.moveInstallment(one, 'Overdue');
  }
  for (const company of books.companies) noteLateness(books, company);
  return closed;
}
