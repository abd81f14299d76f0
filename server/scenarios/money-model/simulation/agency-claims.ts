import { decimalFromHalalas } from '#domain/money.ts';
import { serviceFee } from '#domain/payouts/service-fee.ts';
import type { ModelClaim, ModelRun, ModelTicket } from '../model/books.ts';
import * as model from '../model/payouts.ts';
import { ask, oftenApprove } from './approvals.ts';
import { decide, giveBack, makeFile, prepare, release } from './payouts.ts';
import { possible, type Simulation, type Step } from './simulation.ts';

type Attempt = { run: ModelRun; line: ModelRun['lines'][number] };

/** The bank shows that it paid what somebody had called failed: in every third simulation. */
export function claimSteps(simulation: Simulation): Step[] {
  if (simulation.seed % 3 !== 0) return [];
  const { claims, runs } = simulation.books;
  const attempts = runs.flatMap((run) => run.lines.map((line) => ({ run, line })));
  const inDraft = (ticket: ModelTicket) =>
    attempts.some(({ run, line }) => run.status === 'Draft' && line.ticket === ticket);
  const calledFailed = attempts.filter(
    ({ line }) =>
      line.outcome === 'Failed' &&
      line.isFiled &&
      !claims.some((claim) => claim.line === line) &&
      !inDraft(line.ticket),
  );
  const isUnsettled = ({ isUndone, settled }: ModelClaim) => !isUndone && settled === 0;
  const secondOfTwo = attempts.filter(
    ({ run, line }) =>
      ((run.status === 'Released' && line.outcome === null) || line.outcome === 'Confirmed') &&
      claims.some((claim) => claim.line.ticket === line.ticket && isUnsettled(claim)),
  );
  const filed = attempts.filter(({ line }) => line.outcome === null && line.isFiled);
  const shown = (...statuses: ModelTicket['payout'][]) =>
    debit(
      simulation,
      simulation.pick(calledFailed.filter(({ line }) => statuses.includes(line.ticket.payout))),
    );
  const claim = simulation.pick(claims);
  const unsettled = simulation.pick(claims.filter(isUnsettled));
  const steps: [string, number, (() => Promise<void>) | undefined][] = [
    ['payout turned round', 2, shown('Pending')],
    ['agency claimed of a Closed ticket', 80, shown('Cancelled')],
    ['agency claimed of a Completed ticket', 12, shown('Sent', 'Confirmed')],
    ['agency claimed of a Active ticket', 30, twice(simulation, simulation.pick(filed))],
    ['agency claim undone', 20, losesSecond(simulation, simulation.pick(secondOfTwo))],
    ['agency claim settled by a line', 40, credit(simulation, unsettled)],
    ['agency claim settled', 15, settles(simulation, claim, false)],
    ['agency claim written off', 80, settles(simulation, claim, true)],
  ];
  return steps.flatMap(([transition, weight, step]) =>
    possible(simulation.books.made.has(transition) ? weight / 20 : weight, step, (take) => take()),
  );
}

const debit = (simulation: Simulation, attempt: Attempt | undefined) =>
  attempt && (() => showDebit(simulation, attempt));

/** It is called failed, sent again, and then shown. */
const twice = (simulation: Simulation, attempt: Attempt | undefined) => {
  if (!attempt) return undefined;
  const { run, line } = attempt;
  return async () => {
    await decide(simulation, { run, ticket: line.ticket }, 'Failed');
    await prepare(simulation);
    const next = simulation.books.runs.at(-1)!;
    if (next.status === 'Draft') await release(simulation, next);
    if (model.withoutFile(next).length > 0) await makeFile(simulation, next);
    if (next.lines.some((one) => one.ticket === line.ticket && one.isFiled))
      await showDebit(simulation, attempt);
  };
};

const credit = (simulation: Simulation, claim: ModelClaim | undefined) =>
  claim && (() => showCredit(simulation, claim));

const losesSecond = (simulation: Simulation, attempt: Attempt | undefined) => {
  if (!attempt) return undefined;
  const of = { run: attempt.run, ticket: attempt.line.ticket };
  return () =>
    attempt.line.outcome === null ? decide(simulation, of, 'Failed') : giveBack(simulation, of);
};

const settles = (simulation: Simulation, claim: ModelClaim | undefined, isLost: boolean) => {
  if (!claim) return undefined;
  return async () => {
    const { ticket: about, run, amount, settled } = claim;
    const paidBack = isLost
      ? null
      : {
          amount: 1 + simulation.randomBelow(amount - settled + 5),
          reference: simulation.name('PB'),
        };
    await ask(simulation, { kind: 'settle_agency_claim', about, run, claim, paidBack });
    await oftenApprove(simulation);
  };
};

/** Confirms a line of a compared statement that names an attempt, of a day long before all others. */
async function showLine(
  simulation: Simulation,
  { run, line }: Attempt,
  direction: 'debit' | 'credit',
): Promise<string> {
  const { books, environment } = simulation;
  const [shown] = await simulation.rows<{ id: string }>(
    `with statement as (
       insert into bank_statements (file_name, file_sha256, format, from_date, to_date, line_count, known_count,
         imported_by, imported_at, compared_by, compared_at)
       values ('x.csv', sha256($1::bytea), 'csv', '2020-01-01', '2020-01-01', 1, 0, $2, $4, $3, $4) returning id)
     insert into bank_statement_lines (statement_id, line_no, occurrence, direction, amount, currency, booked_on,
       value_date, status, certainty, match_reason, payout_id, payout_run_id, is_proven)
     select id, 1, 1, $5, $6, 'SAR', '2020-01-01', '2020-01-01', 'Open', 'none', 'own_payout', $7, $8, true
       from statement returning id`,
    simulation.name('shown'),
    ...environment.staff.map(({ user_id }) => user_id),
    books.now,
    direction,
    decimalFromHalalas(serviceFee(line.ticket.amount).net_halalas),
    line.ticket.payout_id,
    run.id,
  );
  return simulation.staff('confirm_bank_statement_line', 0, {
    today: books.today,
    line_id: shown!.id,
    company_id: null,
    ticket_number: null,
    request_number: null,
    payment_id: null,
    is_another: false,
    credit_line_id: null,
    reason: null,
  });
}

async function showDebit(simulation: Simulation, attempt: Attempt): Promise<void> {
  const { books } = simulation;
  const before = books.claims.length;
  const real = showLine(simulation, attempt, 'debit');
  model.turnRound(books, attempt.run, attempt.line);
  await simulation.expectSame('debit of a failed payout', 'accepted', real);
  if (books.claims.length === before) return;
  const [claim] = await simulation.rows<{ id: string }>(
    'select id from agency_claims where payout_run_id = $1 and payout_id = $2',
    attempt.run.id,
    attempt.line.ticket.payout_id,
  );
  books.claims.at(-1)!.id = claim!.id;
}

async function showCredit(simulation: Simulation, claim: ModelClaim): Promise<void> {
  const { books } = simulation;
  const real = showLine(simulation, claim, 'credit');
  model.settleClaim(books, claim, claim.amount);
  books.count('agency claim settled by a line');
  await simulation.expectSame('credit of a claimed payout', 'accepted', real);
}
