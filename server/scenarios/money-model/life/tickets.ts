import { decimalFromHalalas } from '#domain/money.ts';
import type { TermMonths } from '#domain/tickets/repayment-term.ts';
import { renewDocuments } from '#server/documents/accept-documents.ts';
import { closeDay } from '#server/servicing/close-day.ts';
import { decideTicket } from '#server/tickets/decide-ticket.ts';
import { ticketCreation } from '#server/tickets/create-ticket.ts';
import { acceptInDatabase } from '../../../testing/accepted.ts';
import { acceptanceObstacleOf, type ModelCompany, type ModelTicket } from '../model/books.ts';
import { isSoonStopped, requestsOf } from '../model/lateness.ts';
import { accept, advance, answer, availableTo, request, review } from '../model/tickets.ts';
import { payoutsDue } from '../model/payouts.ts';
import { addFile } from './arrange.ts';
import { possible, type Life, type Step } from './life.ts';

export function ticketSteps(life: Life): Step[] {
  const { runs, tickets } = life.books;
  const waits = ({ status }: ModelTicket) => status === 'PendingAgencyApproval';
  const unread = (ticket: ModelTicket) =>
    ticket.status === 'Approved' && acceptanceObstacleOf(life.books, ticket) !== null;
  const unreviewed = ({ status, isReviewed }: ModelTicket) => status === 'Approved' && !isReviewed;
  const ofState = (state: string) =>
    life.pick(life.books.companies.filter((one) => requestsOf(life.books, one) === state));
  const isPayable =
    payoutsDue(life.books).length > 0 || runs.some(({ status }) => status === 'Draft');
  const rejects = life.wants('ticket reject from PendingAgencyApproval', 3.3);
  const cancels = life.wants('ticket cancel from PendingAgencyApproval', 2.9);
  return [
    possible(6.5, life.pick(life.books.companies), (one) => requestTicket(life, one)),
    possible(30, ofState('stopped'), (one) => requestTicket(life, one)),
    possible(70, ofState('paused'), (one) => requestTicket(life, one)),
    possible(17, life.among(tickets, waits), (one) => answerTicket(life, 'approve', one)),
    possible(rejects, life.among(tickets, waits), (one) => answerTicket(life, 'reject', one)),
    possible(cancels, life.among(tickets, waits), (one) => answerTicket(life, 'cancel', one)),
    possible(9, life.among(tickets, unreviewed), (one) => reviewTicket(life, one)),
    possible(16, life.among(tickets, unread), (one) => acceptDocuments(life, one)),
    // What can be paid now cannot for long.
    possible(isPayable ? 1.5 : 12, life, passDays),
    possible(40, life.pick(tickets.filter((one) => isSoonStopped(life.books, one))), () =>
      passDays(life, 16),
    ),
  ].flat();
}

async function requestTicket(life: Life, company: ModelCompany): Promise<void> {
  const { books, world } = life;
  // Mostly one that can be paid.
  const agency = life.among(books.agencies, ({ paid_iban }) => paid_iban !== null)!;
  const available = availableTo(books, company);
  const amount = life.chance(0.03)
    ? (available ?? 0) + 100 + life.below(100)
    : 100 + life.below(life.chance(0.5) ? 1_000 : 1_000_000);
  const term = life.pick<TermMonths>([1, 2, 3, 3, 3, 3])!;
  const real = ticketCreation(world.database.pools.app)(life.as(company), {
    p_agency_id: agency.id,
    p_amount_sar: decimalFromHalalas(amount),
    p_term_months: term,
    p_invoice_url: await addFile(life, company, 'invoice', 'ticket-invoices'),
  });
  const reply = await life.same('request', request(books, company, agency, amount, term), real);
  if (reply === null) return;
  const { id, ticket_number } = JSON.parse(reply) as { id: string; ticket_number: string };
  Object.assign(books.tickets.at(-1)!, { id, number: ticket_number });
}

export async function answerTicket(
  life: Life,
  move: 'approve' | 'reject' | 'cancel',
  ticket: ModelTicket,
): Promise<void> {
  const { books, world } = life;
  // The order of approvals is the order of payouts.
  books.now = new Date(books.now.getTime() + 1000);
  const by = life.as(move === 'cancel' ? ticket.company : ticket.agency);
  const real = decideTicket(world.database.pools.app)(by, move, ticket.id);
  const reply = await life.same(move, answer(books, move, ticket), real);
  if (reply === null || move !== 'approve') return;
  const sql = 'select id from agency_payouts where ticket_id = $1';
  const [payout] = await life.rows<{ id: string }>(sql, ticket.id);
  ticket.payout_id = payout!.id;
}

async function reviewTicket(life: Life, ticket: ModelTicket): Promise<void> {
  await life.same(
    'review',
    review(ticket),
    life.staff('review_ticket', 0, { ticket_id: ticket.id }),
  );
}

async function acceptDocuments(life: Life, ticket: ModelTicket): Promise<void> {
  const { app, jobs } = life.world.database.pools;
  const isRenewed = life.chance(0.9);
  const by = life.as(ticket.company);
  const real = async () => {
    if (isRenewed) await renewDocuments(app, by, ticket.id);
    await acceptInDatabase({ app, jobs }, by, ticket.id);
    return '';
  };
  await life.same('accept', accept(life.books, ticket, isRenewed), real());
}

export async function passDays(
  life: Life,
  days = life.pick([1, 2, 16, 31, 31, 31, 31, 31])!,
): Promise<void> {
  const closed = advance(life.books, days);
  const { jobs } = life.world.database.pools;
  await life.same('close the day', 'accepted', closeDay(jobs, closed, life.books.now));
}
