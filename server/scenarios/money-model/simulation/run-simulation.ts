import { Client } from 'pg';
import { budgetDecisions } from '#domain/budget/budget-decision.ts';
import { installmentMoves } from '#domain/reference/installment-status.ts';
import { decimalFromHalalas } from '#domain/money.ts';
import { payoutMoves } from '#domain/payouts/payout.ts';
import { agencyDecisions } from '#domain/profiles/agency-standing.ts';
import { ibanChangeStatuses } from '#domain/profiles/iban-change.ts';
import { ticketMoves } from '#domain/tickets/ticket.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { depositOf } from '../../../testing/payments.ts';
import { addStaff } from '../../../testing/people.ts';
import { isDoubtful, isSaidToBeBack, SHARE_LIMITS } from '../model/payouts.ts';
import { answers } from '../model/refunds.ts';
import { UNSET_BUDGET_LIMIT } from '../model/tickets.ts';
import { isChecking } from '../model/transfers.ts';
import { claimSteps } from './agency-claims.ts';
import { beginAnalyses, compareAnalyses } from './analyses.ts';
import { approvalSteps, decideTogether } from './approvals.ts';
import { areDaysOver, setUpSimulation } from './set-up.ts';
import { compare } from './compare.ts';
import { compareFigures, comparePages } from './same-figures.ts';
import type { Simulation, Environment } from './simulation.ts';
import { noMoreRoom } from './room.ts';
import { lostRefundSteps } from './lost-refunds.ts';
import { partySteps } from './parties.ts';
import { paymentRequestSteps } from './payment-requests.ts';
import { confirm, paymentSteps } from './payments.ts';
import { close, decide, discard, payoutSteps } from './payouts.ts';
import { answer as answerRefund, refundSteps } from './refunds.ts';
import { promiseSteps } from './promises.ts';
import { statementSteps } from './statements.ts';
import { answerTicket, ticketSteps } from './tickets.ts';
import { compareTrends } from './trends.ts';
import { transferSteps, turnDown } from './transfers.ts';

/** Operations of one simulation, accepted or refused; what ends it is not counted. */
const OPERATIONS = 205;

/**
 * The seeds of one of two files, so that two workers share them: MODEL_SEEDS=500 means 1 to 500 in both, 401..500 that
 * range, MODEL_SEED=17 that one alone.
 */
export function seedsOf(half: 'odd' | 'even'): number[] {
  const seeds = process.env['MODEL_SEED'] ?? process.env['MODEL_SEEDS'] ?? '30';
  const [from, to] = seeds.includes('..')
    ? seeds.split('..').map(Number)
    : [process.env['MODEL_SEED'] ?? 1, seeds].map(Number);
  if (!(Number.isInteger(from) && Number.isInteger(to) && from! <= to!))
    throw new RangeError(`MODEL_SEEDS must be a count or a range such as 401..500, not ${seeds}`);
  const all = Array.from({ length: to! - from! + 1 }, (_, n) => from! + n);
  return all.filter((seed) => (seed % 2 !== 0) === (half === 'odd'));
}

/** A database with two members of staff, in which simulated runs follow each other. */
export interface SharedEnvironment extends Environment {
  /** How often each transition has been made in all simulations that have ended. */
  made: Map<string, number>;
  close(): Promise<void>;
}

export async function openEnvironment(): Promise<SharedEnvironment> {
  const database = await createTestDatabase();
  const owner = new Client(database.owner);
  await owner.connect();
  const now = new Date('2026-01-01T00:00:00Z');
  const staff = [await addStaff(database, now), await addStaff(database, now)] as const;
  await owner.query(`update auth.sessions set not_after = 'infinity'`);
  // Mails are nobody's subject here, and no worker would take them away.
  await owner.query('alter table events disable trigger mails');
  const { company_halalas, agency_halalas } = SHARE_LIMITS;
  await owner.query(
    'update credit_policies set unset_budget_limit_sar = $1, company_limit_sar = $2, agency_limit_sar = $3',
    [UNSET_BUDGET_LIMIT, company_halalas, agency_halalas].map(decimalFromHalalas),
  );
  const end = async () => {
    await owner.end();
    await database.drop();
  };
  return { database, owner, staff, made: new Map(), close: end };
}

/** Runs a seed's simulation. @throws AssertionError where the model and the product differ. */
export async function runSimulation(environment: SharedEnvironment, seed: number): Promise<void> {
  const simulation = await setUpSimulation(environment, seed);
  await beginAnalyses(simulation);
  while (simulation.operations < OPERATIONS && !areDaysOver(simulation)) {
    await simulation.take(stepsOf(simulation));
    if (simulation.operations % 10 === 0) {
      await noMoreRoom(simulation);
      await compareAnalyses(simulation);
    }
    if (simulation.operations % 20 === 0) await compareFigures(simulation);
  }
  await compare(simulation);
  await compareFigures(simulation);
  await comparePages(simulation);
  await compareTrends(simulation);
  await noMoreRoom(simulation);
  await compareAnalyses(simulation);
  for (const [what, count] of simulation.books.made)
    environment.made.set(what, (environment.made.get(what) ?? 0) + count);
  await endSimulation(simulation);
}

const stepsOf = (simulation: Simulation) => [
  ...ticketSteps(simulation),
  ...payoutSteps(simulation),
  ...claimSteps(simulation),
  ...paymentSteps(simulation),
  ...paymentRequestSteps(simulation),
  ...approvalSteps(simulation),
  ...refundSteps(simulation),
  ...lostRefundSteps(simulation),
  ...transferSteps(simulation),
  ...promiseSteps(simulation),
  ...statementSteps(simulation),
  ...partySteps(simulation),
];

/** Nothing of this simulation is left for the next one's payout runs, statements and closes. */
async function endSimulation(simulation: Simulation): Promise<void> {
  const { payments, refunds, reports, runs, tickets } = simulation.books;
  for (const run of runs) {
    if (run.status === 'Draft') await discard(simulation, run);
    for (const line of run.lines) {
      const { ticket, outcome } = line;
      if (outcome !== null) continue;
      if (isDoubtful(line))
        await decideTogether(simulation, { kind: 'confirm_doubtful_payout', about: ticket, run });
      else await decide(simulation, { run, ticket }, 'Confirmed');
    }
  }
  for (const refund of refunds)
    if (refund.status === 'Sent') await answerRefund(simulation, refund, 'fail');
  // Then nobody is asked about them.
  for (const report of reports.filter(isChecking)) await turnDown(simulation, report);
  // Then nothing is overdue and nothing waits for its proof, which would stop a payout.
  for (const payment of payments)
    if (!payment.isProven && !payment.isReversed)
      await confirm(simulation, payment, 1 - payment.recordedBy);
  for (const ticket of tickets) {
    if (ticket.status === 'Active')
      await decideTogether(simulation, { kind: 'write_off_ticket', about: ticket });
    if (ticket.isReturned)
      await decideTogether(simulation, { kind: 'end_returned_payout', about: ticket });
  }
  for (const ticket of tickets) {
    if (isSaidToBeBack(simulation.books, ticket))
      await decideTogether(simulation, { kind: 'end_returned_payout', about: ticket });
    if (ticket.status === 'Approved') await close(simulation, ticket);
    if (ticket.status === 'PendingAgencyApproval') await answerTicket(simulation, 'cancel', ticket);
  }
  await recoverLosses(simulation);
}

/** All of it comes back, and refunds that are owed: who owes something is looked for by the lines of any statement. */
async function recoverLosses(simulation: Simulation): Promise<void> {
  const { companies, today } = simulation.books;
  const owing = await simulation.rows<{ id: string; sum: string }>(
    `select * from (
       select c.id, (c.unrecovered_loss + (select coalesce(sum(p.to_recover_amount), 0) from payments p
                                            where p.company_id = c.id))::numeric(14,2)::text as sum
         from companies c where c.id = any ($1::uuid[])) o where o.sum <> '0.00'`,
    companies.map(({ id }) => id),
  );
  for (const { id, sum } of owing)
    await simulation.staff(
      'record_payment',
      0,
      depositOf(sum, today, { company_id: id, is_another: true, reason: 'Owed back' }),
    );
}

/** Every transition of a ticket, a payout and an installment that domain/ knows, as it is counted. */
const transitions = Object.entries({
  ticket: ticketMoves,
  payout: payoutMoves,
  installment: installmentMoves,
}).flatMap(([subject, moves]) =>
  Object.entries(moves).flatMap(([move, { from }]) =>
    from.map((status: string) => `${subject} ${move} from ${status}`),
  ),
);

/** Transitions that need most of a simulation before them: less often. */
const late = new Set([
  'payout return from Confirmed',
  'payout retry from Returned',
  'ticket end from Completed',
]);

/** What becomes of the parties: less often, but often enough to be met. */
const decisions = [
  ...late,
  ...Object.keys(budgetDecisions).map((decision) => `budget ${decision}`),
  'budget lift of a loss',
  // No name of these agencies looks like another one's.
  ...agencyDecisions.flatMap((decision) =>
    decision === 'accept_name' ? [] : [`agency ${decision}`],
  ),
  'requests stopped',
  'requests paused',
  'payout stopped',
  'payout resumed',
  'payout paid all the same',
  'ticket without a budget reviewed',
  'ticket without a budget reviewed by two',
  'stopped ticket ended',
  'ticket ended after its payout failed',
  'doubtful payout confirmed',
  'payment confirmed',
  'request paid',
  'request paid after its end',
  'requests stopped until proof',
  'payout return of a Completed ticket',
  'payout return of a Closed ticket',
  'payout fail of a Closed ticket',
  'returned payout sent again',
  'payout turned round',
  'freed credit pays anew',
  'payout turned round by two people',
  'agency claimed of a Active ticket',
  'agency claimed of a Closed ticket',
  'agency claim undone',
  'agency claim settled',
  'agency claim settled by a line',
  'agency claim written off',
  'return less charges',
  'taken back: a part',
  'returned payout reopened',
  'written-off ticket ended',
  'value date corrected',
  'reference of a company confirmed',
  'allowance adjusted',
  'allowance used',
  'payment moved',
  'statement rejected',
  'small rest',
  'bank charges settled',
  'bank charges undone',
  'bank charges gave way',
  'promise made',
  'promise Open → Kept',
  'promise Open → Broken',
  'payment sent back',
  ...Object.keys(answers).map((move) => `refund ${move}`),
  'refund stopped',
  'recall reduced',
  'recoveries released',
  'refund written off',
  'refund of nobody written off',
  'loss of a refund recovered',
  'write-off of a refund undone',
  ...ibanChangeStatuses.filter((one) => one !== 'Pending').map((status) => `iban ${status}`),
];

/** Of `simulations`, the transitions that are less than three in four simulations, and the late ones and decisions that are less than one in twenty. */
export function rareIn(made: ReadonlyMap<string, number>, simulations: number): [string, number][] {
  const least = (count: number) => (what: string) => (made.get(what) ?? 0) < count;
  const usual = transitions.filter((one) => !late.has(one));
  return [
    ...usual.filter(least(simulations * 0.6)),
    ...decisions.filter(least(simulations * 0.03)),
  ].map((what) => [what, made.get(what) ?? 0]);
}

/** Simulations with a function of the database that is wrong in one place: whether anybody notices. */
export async function runWithMistake(
  environment: SharedEnvironment,
  name: string,
  right: string,
  wrong: string,
): Promise<void> {
  const { rows } = await environment.owner.query<{ text: string }>(
    'select pg_get_functiondef($1::regprocedure) as text',
    [name],
  );
  const { text } = rows[0]!;
  const mistaken = text.replace(right, wrong);
  if (mistaken === text) throw new RangeError(`${name} does not say ${right}`);
  await environment.owner.query(mistaken);
  try {
    // Before all others, so that nothing but the mistake is in their way.
    for (const seed of [-1, -3, -5, -7, -9]) await runSimulation(environment, seed);
  } finally {
    await environment.owner.query(text);
  }
}
