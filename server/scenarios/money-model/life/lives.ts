import { Client } from 'pg';
import { budgetDecisions } from '#domain/budget/budget-decision.ts';
import { installmentMoves } from '#domain/reference/installment-status.ts';
import { payoutMoves } from '#domain/payouts/payout.ts';
import { agencyDecisions } from '#domain/profiles/agency-standing.ts';
import { ibanChangeStatuses } from '#domain/profiles/iban-change.ts';
import { refundMoves } from '#domain/reference/refund-moves.ts';
import { ticketMoves } from '#domain/tickets/ticket.ts';
import { cachedDashboards } from '#server/dashboards/dashboard-cache.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { addStaff } from '../../../testing/people.ts';
import { isDoubtful, isSaidToBeBack } from '../model/payouts.ts';
import { isChecking } from '../model/transfers.ts';
import { approvalSteps, decideTogether } from './approvals.ts';
import { arrangeLife } from './arrange.ts';
import { compare } from './compare.ts';
import { compareFigures, comparePages } from './same-figures.ts';
import { lookAtAll, lookNow } from './dashboards.ts';
import type { Life, World } from './life.ts';
import { noMoreRoom } from './room.ts';
import { lostRefundSteps } from './lost-refunds.ts';
import { partySteps } from './parties.ts';
import { confirm, paymentSteps } from './payments.ts';
import { close, decide, discard, payoutSteps } from './payouts.ts';
import { answer as answerRefund, refundSteps } from './refunds.ts';
import { statementSteps } from './statements.ts';
import { answerTicket, ticketSteps } from './tickets.ts';
import { transferSteps, turnDown } from './transfers.ts';

/** Operations of one life, accepted or refused; what ends it is not counted. */
const OPERATIONS = 172;

/**
 * The seeds of one of two files, so that two workers share them, from 1 on: MODEL_SEEDS of them in both, MODEL_SEED=17
 * that one alone.
 */
export function seedsOf(half: 'odd' | 'even'): number[] {
  const only = process.env['MODEL_SEED'];
  const count = Number(process.env['MODEL_SEEDS'] ?? 120);
  const all = only === undefined ? Array.from({ length: count }, (_, n) => n + 1) : [Number(only)];
  return all.filter((seed) => (seed % 2 !== 0) === (half === 'odd'));
}

/** A database with two members of staff, in which lives follow each other. */
export interface LivedWorld extends World {
  /** How often each transition has been made in all lives that have ended. */
  made: Map<string, number>;
  close(): Promise<void>;
}

export async function openWorld(): Promise<LivedWorld> {
  const database = await createTestDatabase();
  const owner = new Client(database.owner);
  await owner.connect();
  const now = new Date('2026-01-01T00:00:00Z');
  const staff = [await addStaff(database, now), await addStaff(database, now)] as const;
  await owner.query(`update auth.sessions set not_after = 'infinity'`);
  // Mails are nobody's subject here, and no worker would take them away.
  await owner.query('alter table events disable trigger mails');
  const end = async () => {
    await owner.end();
    await database.drop();
  };
  const readDashboard = cachedDashboards(database.pools.app, 2 ** 20);
  const readFreshDashboard = cachedDashboards(database.pools.app, 0);
  return { database, owner, staff, readDashboard, readFreshDashboard, made: new Map(), close: end };
}

/** Lives a seed's life. @throws AssertionError where the model and the product differ. */
export async function live(world: LivedWorld, seed: number): Promise<void> {
  const life = await arrangeLife(world, seed);
  while (life.operations < OPERATIONS) {
    await life.take(stepsOf(life));
    await lookNow(life);
    if (life.operations % 10 === 0) await noMoreRoom(life);
    if (life.operations % 20 === 0) await compareFigures(life);
  }
  await lookAtAll(life);
  await compare(life);
  await compareFigures(life);
  await comparePages(life);
  await noMoreRoom(life);
  for (const [what, count] of life.books.made)
    world.made.set(what, (world.made.get(what) ?? 0) + count);
  await endLife(life);
}

const stepsOf = (life: Life) => [
  ...ticketSteps(life),
  ...payoutSteps(life),
  ...paymentSteps(life),
  ...approvalSteps(life),
  ...refundSteps(life),
  ...lostRefundSteps(life),
  ...transferSteps(life),
  ...statementSteps(life),
  ...partySteps(life),
];

/** Nothing of this life is left for the next one's payout runs, statements and closes. */
async function endLife(life: Life): Promise<void> {
  const { payments, refunds, reports, runs, tickets } = life.books;
  for (const run of runs) {
    if (run.status === 'Draft') await discard(life, run);
    for (const line of run.lines) {
      const { ticket, outcome } = line;
      if (outcome !== null) continue;
      if (isDoubtful(line))
        await decideTogether(life, { kind: 'confirm_doubtful_payout', about: ticket, run });
      else await decide(life, { run, ticket }, 'Confirmed');
    }
  }
  for (const refund of refunds)
    if (refund.status === 'Sent') await answerRefund(life, refund, 'fail');
  // Then nobody is asked about them.
  for (const report of reports.filter(isChecking)) await turnDown(life, report);
  // Then nothing is overdue and nothing waits for its proof, which would stop a payout.
  for (const payment of payments)
    if (!payment.isProven && !payment.isReversed)
      await confirm(life, payment, 1 - payment.recordedBy);
  for (const ticket of tickets) {
    if (ticket.status === 'Active')
      await decideTogether(life, { kind: 'write_off_ticket', about: ticket });
    if (ticket.isReturned)
      await decideTogether(life, { kind: 'end_returned_payout', about: ticket });
  }
  for (const ticket of tickets) {
    if (isSaidToBeBack(life.books, ticket))
      await decideTogether(life, { kind: 'end_returned_payout', about: ticket });
    if (ticket.status === 'Approved') await close(life, ticket);
    if (ticket.status === 'PendingAgencyApproval') await answerTicket(life, 'cancel', ticket);
  }
  await recoverLosses(life);
}

/** All of it comes back, and refunds that are owed: who owes something is looked for by the lines of any statement. */
async function recoverLosses(life: Life): Promise<void> {
  const { companies, today } = life.books;
  const owing = await life.rows<{ id: string; sum: string }>(
    `select * from (
       select c.id, (c.unrecovered_loss + (select coalesce(sum(p.to_recover_amount), 0) from payments p
                                            where p.company_id = c.id))::numeric(14,2)::text as sum
         from companies c where c.id = any ($1::uuid[])) o where o.sum <> '0.00'`,
    companies.map(({ id }) => id),
  );
  for (const { id, sum } of owing)
    await life.staff('record_payment', 0, {
      today,
      amount_sar: sum,
      value_date: today,
      bank_reference: null,
      company_id: id,
      ticket_number: null,
      is_another: true,
      reason: 'Owed back',
    });
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

/** Transitions that need most of a life before them: less often. */
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
  ...agencyDecisions.map((decision) => `agency ${decision}`),
  'requests stopped',
  'requests paused',
  'payout stopped',
  'payout resumed',
  'payout paid all the same',
  'stopped ticket ended',
  'ticket ended after its payout failed',
  'doubtful payout confirmed',
  'payment confirmed',
  'requests stopped until proof',
  'payout return of a Completed ticket',
  'payout return of a Closed ticket',
  'payout fail of a Closed ticket',
  'returned payout sent again',
  'returned payout reopened',
  'written-off ticket ended',
  'value date corrected',
  'payment moved',
  'payment sent back',
  ...Object.keys(refundMoves).map((move) => `refund ${move}`),
  'refund stopped',
  'recall reduced',
  'recoveries released',
  'refund written off',
  'refund of nobody written off',
  'loss of a refund recovered',
  'write-off of a refund undone',
  ...ibanChangeStatuses.filter((one) => one !== 'Pending').map((status) => `iban ${status}`),
];

/** Of `lives`, the transitions that are less than three in four lives, and the late ones and decisions that are less than one in twenty. */
export function rareIn(made: ReadonlyMap<string, number>, lives: number): [string, number][] {
  const least = (count: number) => (what: string) => (made.get(what) ?? 0) < count;
  const usual = transitions.filter((one) => !late.has(one));
  return [...usual.filter(least(lives * 0.75)), ...decisions.filter(least(lives * 0.05))].map(
    (what) => [what, made.get(what) ?? 0],
  );
}

/** Lives with a function of the database that is wrong in one place: whether anybody notices. */
export async function liveWithMistake(
  world: LivedWorld,
  name: string,
  right: string,
  wrong: string,
): Promise<void> {
  const { rows } = await world.owner.query<{ text: string }>(
    'select pg_get_functiondef($1::regprocedure) as text',
    [name],
  );
  const { text } = rows[0]!;
  const mistaken = text.replace(right, wrong);
  if (mistaken === text) throw new RangeError(`${name} does not say ${right}`);
  await world.owner.query(mistaken);
  try {
    // Before all others, so that nothing but the mistake is in their way.
    for (const seed of [-1, -3, -5, -7, -9]) await live(world, seed);
  } finally {
    await world.owner.query(text);
  }
}
