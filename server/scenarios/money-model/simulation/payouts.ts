import assert from 'node:assert/strict';
import type { ReplyOf } from '#api/contract.ts';
import type { PayoutRunDetails } from '#api/payout-runs.ts';
import { callFunctionAs } from '#server/platform/database/call-function.ts';
import type { ModelRun, ModelTicket } from '../model/books.ts';
import * as model from '../model/payouts.ts';
import { possible, type Simulation, type Step } from './simulation.ts';
import { isOverdue } from './payments.ts';
import { passDays } from './tickets.ts';

type Line = { run: ModelRun; ticket: ModelTicket };

export function payoutSteps(simulation: Simulation): Step[] {
  const { runs, tickets } = simulation.books;
  const isDraft = ({ status }: ModelRun) => status === 'Draft';
  const lines = runs.flatMap((run) => run.lines.map((line) => ({ run, ...line })));
  const isSent = ({ run, outcome }: (typeof lines)[number]) =>
    run.status === 'Released' && outcome === null;
  const canConfirm = (line: (typeof lines)[number]) => isSent(line) && !model.isDoubtful(line);
  const isToFile = (run: ModelRun) =>
    run.status === 'Released' && model.withoutFile(run).length > 0;
  const isLate = (line: (typeof lines)[number]) => isSent(line) && isOverdue(line.ticket);
  const isApproved = ({ status }: ModelTicket) => status === 'Approved';
  const confirms = simulation.weightOf('payout confirm from Sent', 3.6);
  const fails = simulation.weightOf('payout fail from Sent', 0.8);
  // What has become overdue while it was under way is due again.
  const late = simulation.pick(lines.filter(isLate));
  const failsLate = simulation.weightOf('installment return from Overdue', 200);
  const staysSent = simulation.weightOf('installment return from Overdue', 2);
  const failsClosed = simulation.weightOf('payout fail of a Closed ticket', 60);
  const isOfClosed = (line: (typeof lines)[number]) =>
    isSent(line) && line.ticket.status === 'Closed';
  const hasArrived = ({ outcome }: (typeof lines)[number]) => outcome === 'Confirmed';
  // While the ticket is Active, and once it is completed or written off.
  const returns = simulation.weightOf('payout return from Confirmed', 0.12);
  const returnsCompleted = simulation.weightOf('payout return of a Completed ticket', 10);
  const returnsClosed = simulation.weightOf('payout return of a Closed ticket', 0.3);
  const arrivedOf = (status: ModelTicket['status']) =>
    simulation.pick(lines.filter((line) => hasArrived(line) && line.ticket.status === status));
  const closes = simulation.weightOf('ticket close from Approved', 1.4);
  // What agency-claims.ts is about stands in a file.
  const files = simulation.seed % 3 === 0 ? 40 : 7;
  return [
    possible(model.payoutsDue(simulation.books).length > 0 ? 18 : 0.6, simulation, prepare),
    possible(18, simulation.among(runs, isDraft), (run) => release(simulation, run)),
    possible(1.2, simulation.among(runs, isDraft), (run) => discard(simulation, run)),
    possible(files, simulation.among(runs, isToFile), (run) => makeFile(simulation, run)),
    possible(confirms, simulation.among(lines, canConfirm), (line) =>
      decide(simulation, line, 'Confirmed'),
    ),
    possible(fails, simulation.among(lines, isSent), (line) => decide(simulation, line, 'Failed')),
    possible(failsClosed, simulation.pick(lines.filter(isOfClosed)), (line) =>
      decide(simulation, line, 'Failed'),
    ),
    possible(failsLate, late, (line) => decide(simulation, line, 'Failed')),
    possible(staysSent, simulation.pick(lines.filter(isSent)), () => passDays(simulation, 31)),
    possible(returns, simulation.among(lines, hasArrived), (line) => giveBack(simulation, line)),
    possible(returnsCompleted, arrivedOf('Completed'), (line) => giveBack(simulation, line)),
    possible(returnsClosed, arrivedOf('Closed'), (line) => giveBack(simulation, line)),
    possible(closes, simulation.among(tickets, isApproved), (one) => close(simulation, one)),
  ].flat();
}

export async function prepare(simulation: Simulation): Promise<void> {
  const { books } = simulation;
  const who = simulation.randomBelow(2);
  const { database, staff } = simulation.environment;
  const next = await callFunctionAs(
    database.pools.staff,
    'preview_payout_run',
    simulation.by(staff[who]!),
    { today: books.today },
  );
  const real = simulation.staff('prepare_payout_run', who, { today: books.today });
  const reply = await simulation.expectSame('prepare', model.prepare(books, who), real);
  const { count } = JSON.parse(next) as ReplyOf<'preview_payout_run'>;
  assert.equal(count, reply === null ? 0 : books.runs.at(-1)!.lines.length);
  if (reply === null) return;
  const found = JSON.parse(reply) as PayoutRunDetails;
  const run = books.runs.at(-1)!;
  run.id = found.run.id;
  const lines = run.lines.map(({ ticket, iban }) => [ticket.number, iban]);
  const left_out = model.leftOut(books).map(({ ticket, reason }) => [ticket.number, reason]);
  assert.deepEqual(
    [
      found.lines.map(({ ticket_number, iban }) => [ticket_number, iban]).toSorted(),
      found.left_out.map(({ ticket_number, reason }) => [ticket_number, reason]).toSorted(),
    ],
    [lines.toSorted(), left_out.toSorted()],
  );
}

export async function release(simulation: Simulation, run: ModelRun): Promise<void> {
  const { books } = simulation;
  const who = simulation.chance(0.1) ? run.preparedBy : 1 - run.preparedBy;
  const real = simulation.staff('release_payout_run', who, { today: books.today, run_id: run.id });
  await simulation.expectSame('release', model.release(books, run, who), real);
}

export async function makeFile(simulation: Simulation, run: ModelRun): Promise<void> {
  const real = simulation.staff('make_payout_file', 0, {
    today: simulation.books.today,
    run_id: run.id,
    debtor_name: 'Hamla',
    debtor_iban: 'SA0380000000608010167519',
    details: {},
  });
  const reply = await simulation.expectSame(
    'make file',
    model.makeFile(simulation.books, run),
    real,
  );
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

export async function discard(simulation: Simulation, run: ModelRun): Promise<void> {
  const real = simulation.staff('discard_payout_run', 0, { run_id: run.id });
  await simulation.expectSame('discard', model.discard(run), real);
}

export async function decide(
  simulation: Simulation,
  { run, ticket }: Line,
  outcome: 'Confirmed' | 'Failed',
): Promise<void> {
  const { books } = simulation;
  const reason = outcome === 'Failed' ? 'Account closed' : null;
  const args = { today: books.today, run_id: run.id, payout_id: ticket.payout_id, reason };
  const real = simulation.staff('decide_payout_line', 0, args);
  await simulation.expectSame(outcome, model.decideLine(books, run, ticket, outcome), real);
}

export async function giveBack(simulation: Simulation, { run, ticket }: Line): Promise<void> {
  const { books } = simulation;
  const args = {
    today: books.today,
    run_id: run.id,
    payout_id: ticket.payout_id,
    reason: 'Account closed',
  };
  const real = simulation.staff('return_payout_line', 0, args);
  await simulation.expectSame('return', model.returnLine(books, run, ticket), real);
}

export async function close(simulation: Simulation, ticket: ModelTicket): Promise<void> {
  const despite = simulation.chance(0.7);
  const real = simulation.staff('close_ticket', 0, {
    ticket_id: ticket.id,
    reason: 'Reason',
    despite_report: despite,
  });
  await simulation.expectSame('close', model.close(simulation.books, ticket, despite), real);
}
