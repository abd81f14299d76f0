import assert from 'node:assert/strict';
import { addDays, addMonths, type IsoDate } from '#domain/calendar.ts';
import { newestPolicy } from '#domain/credit/policy.ts';
import { requiredAllowance, type StageAmounts } from '#domain/ledger/loss-allowance.ts';
import { halalasFromDecimal } from '#domain/money.ts';
import { lossStage } from '#domain/reference/loss-stage.ts';
import type { Simulation } from './simulation.ts';

const nothing: StageAmounts = { stage_1: 0, stage_2: 0, stage_3: 0 };

/**
 * The allowance for expected losses after a close: each month that has ended stands at the figure that the model finds.
 * `before`: the day on which something last moved. What was owed at a month's end since then is what is owed now; before the
 * simulation began nothing was.
 */
export async function compareLossAllowance(simulation: Simulation, before: IsoDate): Promise<void> {
  const { books } = simulation;
  const found = await simulation.rows<{ month: IsoDate; amounts: string[] }>(
    `select month::text, array[stage_1_sar, stage_2_sar, stage_3_sar, required_sar]::text[] as amounts
       from loss_allowance_months where posted_at = $1 order by month`,
    books.now,
  );
  const [latest] = await simulation.rows<{ month: IsoDate | null }>(
    `select max(month)::text as month from loss_allowance_months where posted_at <> $1`,
    books.now,
  );
  const last = addMonths(`${books.today.slice(0, 7)}-01`, -1);
  // The first of all months begins with the journal.
  const first = latest?.month
    ? addMonths(latest.month, 1)
    : (found[0]?.month ?? addMonths(last, 1));
  const expected: [IsoDate, number[]][] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) {
    const next = addMonths(month, 1);
    const owed = addDays(next, -1) < before ? nothing : owedByStage(simulation, next);
    const required = requiredAllowance(owed, newestPolicy);
    if (required !== books.allowance) books.count('allowance adjusted');
    books.allowance = required;
    expected.push([month, [owed.stage_1, owed.stage_2, owed.stage_3, required]]);
  }
  assert.deepEqual(
    found.map(({ month, amounts }) => [month, amounts.map(halalasFromDecimal)]),
    expected,
  );
}

function owedByStage({ books }: Simulation, on: IsoDate): StageAmounts {
  const owed = { ...nothing };
  for (const { status, installments } of books.tickets)
    if (status === 'Active')
      for (const { due_date, amount, paid } of installments)
        owed[lossStage(due_date, on)] += amount - paid;
  return owed;
}
