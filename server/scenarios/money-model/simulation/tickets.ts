import { decimalFromHalalas } from '#domain/money.ts';
import type { TermMonths } from '#domain/tickets/repayment-term.ts';
import { renewDocuments } from '#server/documents/accept-documents.ts';
import { closeDay } from '#server/servicing/close-day.ts';
import { decideTicket } from '#server/tickets/decide-ticket.ts';
import { createTicket } from '#server/tickets/create-ticket.ts';
import { acceptInDatabase } from '../../../testing/accepted.ts';
import { acceptanceObstacleOf, type ModelCompany, type ModelTicket } from '../model/books.ts';
import { isSoonStopped, requestsOf } from '../model/lateness.ts';
import {
  accept,
  advance,
  answer,
  availableTo,
  isReviewed,
  request,
  review,
} from '../model/tickets.ts';
import { payoutsDue } from '../model/payouts.ts';
import { addFile } from './set-up.ts';
import { compareLossAllowance } from './loss-allowance.ts';
import { possible, type Simulation, type Step } from './simulation.ts';

export function ticketSteps(simulation: Simulation): Step[] {
  const { runs, tickets } = simulation.books;
  const waits = ({ status }: ModelTicket) => status === 'PendingAgencyApproval';
  const unread = (ticket: ModelTicket) =>
    ticket.status === 'Approved' && acceptanceObstacleOf(simulation.books, ticket) !== null;
  const unreviewed = (ticket: ModelTicket) => ticket.status === 'Approved' && !isReviewed(ticket);
  const ofState = (state: string) =>
    simulation.pick(
      simulation.books.companies.filter((one) => requestsOf(simulation.books, one) === state),
    );
  const isPayable =
    payoutsDue(simulation.books).length > 0 || runs.some(({ status }) => status === 'Draft');
  const rejects = simulation.weightOf('ticket reject from PendingAgencyApproval', 3.3);
  const cancels = simulation.weightOf('ticket cancel from PendingAgencyApproval', 2.9);
  return [
    possible(6.5, simulation.pick(simulation.books.companies), (one) =>
      requestTicket(simulation, one),
    ),
    possible(30, ofState('stopped'), (one) => requestTicket(simulation, one)),
    possible(70, ofState('paused'), (one) => requestTicket(simulation, one)),
    possible(17, simulation.among(tickets, waits), (one) =>
      answerTicket(simulation, 'approve', one),
    ),
    possible(rejects, simulation.among(tickets, waits), (one) =>
      answerTicket(simulation, 'reject', one),
    ),
    possible(cancels, simulation.among(tickets, waits), (one) =>
      answerTicket(simulation, 'cancel', one),
    ),
    possible(9, simulation.among(tickets, unreviewed), (one) => reviewTicket(simulation, one)),
    possible(16, simulation.among(tickets, unread), (one) => acceptDocuments(simulation, one)),
    // What can be paid now cannot for long.
    possible(isPayable ? 1.5 : 12, simulation, passDays),
    possible(
      40,
      simulation.pick(tickets.filter((one) => isSoonStopped(simulation.books, one))),
      () => passDays(simulation, 16),
    ),
  ].flat();
}

async function requestTicket(simulation: Simulation, company: ModelCompany): Promise<void> {
  const { books, environment } = simulation;
  // Mostly one that can be paid.
  const agency = simulation.among(books.agencies, ({ paid_iban }) => paid_iban !== null)!;
  const available = availableTo(books, company);
  const amount = simulation.chance(0.1)
    ? (available ?? 0) + 100 + simulation.randomBelow(100)
    : 100 + simulation.randomBelow(simulation.chance(0.5) ? 1_000 : 1_000_000);
  const term = simulation.pick<TermMonths>([1, 2, 3, 3, 3, 3])!;
  const real = createTicket(environment.database.pools.app, simulation.as(company), {
    p_agency_id: agency.id,
    p_amount_sar: decimalFromHalalas(amount),
    p_term_months: term,
    p_invoice_url: await addFile(simulation, company, 'invoice', 'ticket-invoices'),
  });
  const reply = await simulation.expectSame(
    'request',
    request(books, company, agency, amount, term),
    real,
  );
  if (reply === null) return;
  const { id, ticket_number } = JSON.parse(reply) as { id: string; ticket_number: string };
  Object.assign(books.tickets.at(-1)!, { id, number: ticket_number });
}

export async function answerTicket(
  simulation: Simulation,
  move: 'approve' | 'reject' | 'cancel',
  ticket: ModelTicket,
): Promise<void> {
  const { books, environment } = simulation;
  // The order of approvals is the order of payouts.
  books.now = new Date(books.now.getTime() + 1000);
  const by = simulation.as(move === 'cancel' ? ticket.company : ticket.agency);
  const real = decideTicket(environment.database.pools.app, by, move, ticket.id);
  const reply = await simulation.expectSame(move, answer(books, move, ticket), real);
  if (reply === null || move !== 'approve') return;
  const sql = 'select id from agency_payouts where ticket_id = $1';
  const [payout] = await simulation.rows<{ id: string }>(sql, ticket.id);
  ticket.payout_id = payout!.id;
}

async function reviewTicket(simulation: Simulation, ticket: ModelTicket): Promise<void> {
  await simulation.expectSame(
    'review',
    review(simulation.books, ticket),
    simulation.staff('review_ticket', 0, { ticket_id: ticket.id, accepted_version: null }),
  );
}

async function acceptDocuments(simulation: Simulation, ticket: ModelTicket): Promise<void> {
  const { app, jobs } = simulation.environment.database.pools;
  const isRenewed = simulation.chance(0.9);
  const by = simulation.as(ticket.company);
  const real = async () => {
    if (isRenewed) await renewDocuments(app, by, ticket.id);
    await acceptInDatabase({ app, jobs }, by, ticket.id);
    return '';
  };
  await simulation.expectSame('accept', accept(simulation.books, ticket, isRenewed), real());
}

export async function passDays(
  simulation: Simulation,
  days = simulation.pick([1, 2, 16, 31, 31, 31, 31, 31])!,
): Promise<void> {
  const before = simulation.books.today;
  const closed = advance(simulation.books, days);
  const { jobs } = simulation.environment.database.pools;
  await simulation.expectSame(
    'close the day',
    'accepted',
    closeDay(jobs, closed, simulation.books.now),
  );
  await compareLossAllowance(simulation, before);
}
