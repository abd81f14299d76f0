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
import { unrecoveredLoss } from './losses.ts';

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
    isReviewed: false,
    payout_id: '',
    payout: null,
    isReturned: false,
    stopped_on: null,
    stops: [],
    isStopLifted: false,
    accepted_on: null,
    financed_on: null,
    documents: null,
    posted: [],
    loss: { writtenOff: 0, recovered: 0, on: null },
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
    unrecovered_loss_halalas: unrecoveredLoss(books, company),
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
    ticket.stopped_on = isTooLate(books, ticket.company) ? books.today : null;
    ticket.documents = { start: books.today, isAccepted: false };
  }
  return 'accepted';
}

export function review(ticket: ModelTicket): Verdict {
  if (ticket.isReviewed) return 'ticket_already_reviewed';
  if (!['PendingAgencyApproval', 'Approved'].includes(ticket.status)) return 'ticket_state_changed';
  ticket.isReviewed = true;
  return 'accepted';
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
