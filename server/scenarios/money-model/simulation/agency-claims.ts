import { decimalFromHalalas } from '#domain/money.ts';
import { serviceFee } from '#domain/payouts/service-fee.ts';
import type { ModelClaim, ModelRun } from '../model/books.ts';
import * as model from '../model/payouts.ts';
import { ask, decideTogether, oftenApprove, readClaimId } from './approvals.ts';
import { confirm, recordMoney } from './payments.ts';
import { decide, giveBack, makeFile, prepare, release } from './payouts.ts';
import { possible, type Simulation, type Step } from './simulation.ts';

type Attempt = { run: ModelRun; line: ModelRun['lines'][number] };

/** The bank shows that it paid what somebody had called failed: in every third simulation. */
export function claimSteps(simulation: Simulation): Step[] {
  if (simulation.seed % 3 !== 0) return [];
  const { claims, runs } = simulation.books;
  const attempts = runs.flatMap((run) => run.lines.map((line) => ({ run, line })));
  const calledFailed = attempts.filter(
    ({ line }) =>
      model.isCalledFailed(simulation.books, line) &&
      !claims.some((claim) => claim.line === line) &&
      !model.inDraft(simulation.books, line.ticket),
  );
  const isUnsettled = ({ isUndone, settled }: ModelClaim) => !isUndone && settled === 0;
  const secondOfTwo = attempts.filter(
    ({ run, line }) =>
      ((run.status === 'Released' && line.outcome === null) || line.outcome === 'Confirmed') &&
      claims.some((claim) => claim.line.ticket === line.ticket && isUnsettled(claim)),
  );
  const filed = attempts.filter(({ line }) => line.outcome === null && line.isFiled);
  const rare = (transition: string, weight: number) =>
    simulation.books.made.has(transition) ? weight / 5 : weight;
  return [
    possible(rare('payout turned round', 4), simulation.pick(calledFailed), (attempt) =>
      showPaid(simulation, attempt),
    ),
    possible(rare('freed credit pays anew', 100), simulation.pick(filed), (attempt) =>
      payAnew(simulation, attempt),
    ),
    possible(rare('agency claimed of a Active ticket', 150), simulation.pick(filed), (attempt) =>
      payTwice(simulation, attempt),
    ),
    possible(rare('agency claim undone', 6), simulation.pick(secondOfTwo), (attempt) =>
      loseSecond(simulation, attempt),
    ),
    possible(
      rare('agency claim settled by a line', 40),
      simulation.pick(claims.filter(isUnsettled)),
      (claim) => showCredit(simulation, claim),
    ),
    possible(rare('agency claim settled', 40), simulation.pick(claims), (claim) =>
      settle(simulation, claim),
    ),
    possible(
      rare('return less charges', 1),
      simulation.pick(attempts.filter(({ line }) => line.outcome === 'Confirmed')),
      (attempt) => returnLessCharges(simulation, attempt),
    ),
  ].flat();
}

/** What has paid its ticket is credit once it is called failed, a part of which is refunded before it is shown. */
async function payAnew(simulation: Simulation, { run, line }: Attempt): Promise<void> {
  const { books } = simulation;
  const { ticket } = line;
  const amount = 1 + simulation.randomBelow(ticket.amount);
  const before = books.payments.length;
  await recordMoney(simulation, { amount, company: ticket.company, named: ticket });
  if (books.payments.length === before) return;
  const about = books.payments.at(-1)!;
  await confirm(simulation, about, 1 - about.recordedBy);
  await decide(simulation, { run, ticket }, 'Failed');
  const part = 1 + simulation.randomBelow(amount);
  await ask(simulation, { kind: 'refund_credit', about, amount: part, to: 'company' });
  await oftenApprove(simulation);
  if (model.isCalledFailed(books, line) && !model.inDraft(books, ticket))
    await showPaid(simulation, { run, line });
}

/** A payout is called failed, sent again or ended, and then shown; what is claimed then is settled, lost or undone. */
async function payTwice(simulation: Simulation, attempt: Attempt): Promise<void> {
  const { books } = simulation;
  const { ticket } = attempt.line;
  await decide(simulation, { run: attempt.run, ticket }, 'Failed');
  if (simulation.chance(0.3) && model.isSaidToBeBack(books, ticket))
    await decideTogether(simulation, { kind: 'end_returned_payout', about: ticket });
  else await prepare(simulation);
  const next = books.runs.at(-1)!;
  if (next.status === 'Draft') await release(simulation, next);
  if (model.withoutFile(next).length > 0) await makeFile(simulation, next);
  const line = next.lines.find((one) => one.ticket === ticket)!;
  if (ticket.payout !== 'Cancelled' && !(line !== attempt.line && line?.isFiled)) return;
  await showPaid(simulation, attempt);
  const claim = books.claims.at(-1)!;
  const maybeUndone = ticket.payout === 'Sent' && !books.made.has('agency claim undone');
  const end = maybeUndone ? 2 : simulation.randomBelow(3);
  if (end === 0) await showCredit(simulation, claim);
  else if (end === 1) await settle(simulation, claim, true);
  else if (ticket.payout === 'Sent') await loseSecond(simulation, { run: next, line });
}

const loseSecond = (simulation: Simulation, { run, line }: Attempt): Promise<void> =>
  line.outcome === null
    ? decide(simulation, { run, ticket: line.ticket }, 'Failed')
    : giveBack(simulation, { run, ticket: line.ticket });

async function settle(
  simulation: Simulation,
  claim: ModelClaim,
  isLost = simulation.chance(0.5),
): Promise<void> {
  const { ticket: about, run, amount, settled } = claim;
  const paidBack = isLost
    ? null
    : {
        amount: 1 + simulation.randomBelow(amount - settled + 5),
        reference: simulation.name('PB'),
      };
  await ask(simulation, { kind: 'settle_agency_claim', about, run, claim, paidBack });
  await oftenApprove(simulation);
}

/** Confirms a line of a compared statement that names an attempt, of a day long before all others. */
async function showLine(
  simulation: Simulation,
  { run, line }: Attempt,
  direction: 'debit' | 'credit',
  charges = 0,
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
    decimalFromHalalas(serviceFee(line.ticket.amount).net_halalas - charges),
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
    reason: charges > 0 ? 'Account closed' : null,
    bank_charges: charges > 0 ? decimalFromHalalas(charges) : null,
  });
}

/** By the first debit of the attempt, or by two people. */
const showPaid = (simulation: Simulation, attempt: Attempt): Promise<void> =>
  attempt.line.isDebitShown || simulation.chance(0.4)
    ? decideTogether(simulation, {
        kind: 'confirm_doubtful_payout',
        about: attempt.line.ticket,
        run: attempt.run,
      })
    : showDebit(simulation, attempt);

async function returnLessCharges(simulation: Simulation, attempt: Attempt): Promise<void> {
  const { net_halalas } = serviceFee(attempt.line.ticket.amount);
  if (net_halalas === 1) return;
  const charges = 1 + simulation.randomBelow(Math.min(2_500, net_halalas - 1));
  const real = showLine(simulation, attempt, 'credit', charges);
  const verdict = model.returnLessCharges(simulation.books, attempt, charges);
  await simulation.expectSame('return less charges', verdict, real);
}

async function showDebit(simulation: Simulation, attempt: Attempt): Promise<void> {
  const { books } = simulation;
  const before = books.claims.length;
  const real = showLine(simulation, attempt, 'debit');
  attempt.line.isDebitShown = true;
  model.turnRound(books, attempt.run, attempt.line);
  await simulation.expectSame('debit of a failed payout', 'accepted', real);
  if (books.claims.length > before) await readClaimId(simulation);
}

async function showCredit(simulation: Simulation, claim: ModelClaim): Promise<void> {
  const { books } = simulation;
  const real = showLine(simulation, claim, 'credit');
  model.settleClaim(books, claim, claim.amount);
  claim.line.isReturnShown = true;
  books.count('agency claim settled by a line');
  await simulation.expectSame('credit of a claimed payout', 'accepted', real);
}
