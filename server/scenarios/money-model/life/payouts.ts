import assert from 'node:assert/strict';
import type { PayoutRunDetails } from '#api/payout-runs.ts';
import type { ModelRun, ModelTicket } from '../model/books.ts';
import * as model from '../model/payouts.ts';
import { possible, type Life, type Step } from './life.ts';
import { isOverdue } from './payments.ts';
import { passDays } from './tickets.ts';

type Line = { run: ModelRun; ticket: ModelTicket };

export function payoutSteps(life: Life): Step[] {
  const { runs, tickets } = life.books;
  const isDraft = ({ status }: ModelRun) => status === 'Draft';
  const lines = runs.flatMap((run) => run.lines.map((line) => ({ run, ...line })));
  const isSent = ({ run, outcome }: (typeof lines)[number]) =>
    run.status === 'Released' && outcome === null;
  const canConfirm = (line: (typeof lines)[number]) => isSent(line) && !model.isDoubtful(line);
  const isToFile = (run: ModelRun) =>
    run.status === 'Released' && model.withoutFile(run).length > 0;
  const isLate = (line: (typeof lines)[number]) => isSent(line) && isOverdue(line.ticket);
  const isApproved = ({ status }: ModelTicket) => status === 'Approved';
  const confirms = life.wants('payout confirm from Sent', 3.6);
  const fails = life.wants('payout fail from Sent', 0.8);
  // What has become overdue while it was under way is due again.
  const late = life.pick(lines.filter(isLate));
  const failsLate = life.wants('installment return from Overdue', 200);
  const staysSent = life.wants('installment return from Overdue', 2);
  const failsClosed = life.wants('payout fail of a Closed ticket', 60);
  const isOfClosed = (line: (typeof lines)[number]) =>
    isSent(line) && line.ticket.status === 'Closed';
  const hasArrived = ({ outcome }: (typeof lines)[number]) => outcome === 'Confirmed';
  // While the ticket is Active, and once it is completed or written off.
  const returns = life.wants('payout return from Confirmed', 0.12);
  const returnsCompleted = life.wants('payout return of a Completed ticket', 10);
  const returnsClosed = life.wants('payout return of a Closed ticket', 0.3);
  const arrivedOf = (status: ModelTicket['status']) =>
    life.pick(lines.filter((line) => hasArrived(line) && line.ticket.status === status));
  const closes = life.wants('ticket close from Approved', 1.4);
  return [
    possible(model.payoutsDue(life.books).length > 0 ? 18 : 0.6, life, prepare),
    possible(18, life.among(runs, isDraft), (run) => release(life, run)),
    possible(1.2, life.among(runs, isDraft), (run) => discard(life, run)),
    possible(7, life.among(runs, isToFile), (run) => makeFile(life, run)),
    possible(confirms, life.among(lines, canConfirm), (line) => decide(life, line, 'Confirmed')),
    possible(fails, life.among(lines, isSent), (line) => decide(life, line, 'Failed')),
    possible(failsClosed, life.pick(lines.filter(isOfClosed)), (line) =>
      decide(life, line, 'Failed'),
    ),
    possible(failsLate, late, (line) => decide(life, line, 'Failed')),
    possible(staysSent, life.pick(lines.filter(isSent)), () => passDays(life, 31)),
    possible(returns, life.among(lines, hasArrived), (line) => giveBack(life, line)),
    possible(returnsCompleted, arrivedOf('Completed'), (line) => giveBack(life, line)),
    possible(returnsClosed, arrivedOf('Closed'), (line) => giveBack(life, line)),
    possible(closes, life.among(tickets, isApproved), (one) => close(life, one)),
  ].flat();
}

async function prepare(life: Life): Promise<void> {
  const { books } = life;
  const who = life.below(2);
  const left_out = model.leftOut(books).map(({ ticket, reason }) => [ticket.number, reason]);
  const real = life.staff('prepare_payout_run', who, { today: books.today });
  const reply = await life.same('prepare', model.prepare(books, who), real);
  if (reply === null) return;
  const found = JSON.parse(reply) as PayoutRunDetails;
  const run = books.runs.at(-1)!;
  run.id = found.run.id;
  const lines = run.lines.map(({ ticket, iban }) => [ticket.number, iban]);
  assert.deepEqual(
    [
      found.lines.map(({ ticket_number, iban }) => [ticket_number, iban]).toSorted(),
      found.left_out.map(({ ticket_number, reason }) => [ticket_number, reason]).toSorted(),
    ],
    [lines.toSorted(), left_out.toSorted()],
  );
}

async function release(life: Life, run: ModelRun): Promise<void> {
  const { books } = life;
  const who = life.chance(0.1) ? run.preparedBy : 1 - run.preparedBy;
  const real = life.staff('release_payout_run', who, { today: books.today, run_id: run.id });
  await life.same('release', model.release(books, run, who), real);
}

async function makeFile(life: Life, run: ModelRun): Promise<void> {
  const real = life.staff('make_payout_file', 0, {
    today: life.books.today,
    run_id: run.id,
    debtor_name: 'Hamla',
    debtor_iban: 'SA0380000000608010167519',
    details: {},
  });
  const reply = await life.same('make file', model.makeFile(life.books, run), real);
  if (reply === null) return;
  const found = (JSON.parse(reply) as PayoutRunDetails).lines;
  const filed = run.lines.filter(({ isFiled }) => isFiled).map(({ ticket }) => ticket.number);
  assert.deepEqual(
    found
      .filter(({ file_no }) => file_no !== null)
      .map(({ ticket_number }) => ticket_number)
      .toSorted(),
    filed.toSorted(),
  );
}

export async function discard(life: Life, run: ModelRun): Promise<void> {
  const real = life.staff('discard_payout_run', 0, { run_id: run.id });
  await life.same('discard', model.discard(run), real);
}

export async function decide(
  life: Life,
  { run, ticket }: Line,
  outcome: 'Confirmed' | 'Failed',
): Promise<void> {
  const { books } = life;
  const reason = outcome === 'Failed' ? 'Account closed' : null;
  const args = { today: books.today, run_id: run.id, payout_id: ticket.payout_id, reason };
  const real = life.staff('decide_payout_line', 0, args);
  await life.same(outcome, model.decideLine(books, run, ticket, outcome), real);
}

async function giveBack(life: Life, { run, ticket }: Line): Promise<void> {
  const { books } = life;
  const args = {
    today: books.today,
    run_id: run.id,
    payout_id: ticket.payout_id,
    reason: 'Account closed',
  };
  const real = life.staff('return_payout_line', 0, args);
  await life.same('return', model.returnLine(books, run, ticket), real);
}

export async function close(life: Life, ticket: ModelTicket): Promise<void> {
  const despite = life.chance(0.7);
  const real = life.staff('close_ticket', 0, {
    ticket_id: ticket.id,
    reason: 'Reason',
    despite_report: despite,
  });
  await life.same('close', model.close(life.books, ticket, despite), real);
}
