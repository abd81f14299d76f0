import assert from 'node:assert/strict';
import { addDays, addMonths, daysBetween, riyadhDate, type IsoDate } from '#domain/calendar.ts';
import { decimalFromHalalas, signedHalalasFromDecimal } from '#domain/money.ts';
import type { Simulation } from './simulation.ts';

/** A line of the receivable, and the entry that it belongs to or undoes. */
interface Line {
  installment: string;
  due_date: IsoDate;
  ticket: string;
  day: IsoDate;
  event: 'ticket_financed' | 'payment_allocated' | 'written_off';
  base_id: number;
  amount: number;
}

/** Roll rates and cohorts of each month of a simulation are what the journal gives, one installment and one month after another. */
export async function compareTrends(simulation: Simulation): Promise<void> {
  const first = `${riyadhDate(simulation.start).slice(0, 7)}-01`;
  const current = `${simulation.books.today.slice(0, 7)}-01`;
  // What earlier simulations financed is settled: their tickets add nothing to these months.
  const found = await simulation.rows<{
    [key in keyof Line]: key extends 'amount' | 'base_id' ? string : Line[key];
  }>(
    `select l.installment_id as installment, l.due_date::text, e.ticket_id as ticket, e.local_date::text as day,
            coalesce(u.event, e.event) as event, coalesce(u.id, e.id)::text as base_id, l.amount_sar::text as amount
       from journal_entries e join journal_lines l on l.entry_id = e.id and l.account = 'receivable'
       left join journal_entries u on u.id = e.reverses_entry_id
      where e.local_date < $2
        and e.ticket_id in (select x.ticket_id from journal_entries x where x.local_date >= $1)
      order by e.id`,
    first,
    current,
  );
  const lines = found.map((line) => ({
    ...line,
    base_id: Number(line.base_id),
    amount: signedHalalasFromDecimal(line.amount),
  })) as Line[];
  // Some days belong to two simulations, and some run before others: then a month was counted too early.
  await simulation.rows(
    `select write_portfolio_month(m::date) from generate_series($1::date, $2::date - 1, interval '1 month') m`,
    first,
    current,
  );
  const rolls = new Map<string, string>();
  const cohorts = new Map<string, string[]>();
  for (let month = first; month < current; month = addMonths(month, 1)) {
    for (const [states, amount] of rollsOf(lines, month))
      rolls.set(`${month} ${states}`, decimalFromHalalas(amount));
    for (const [financed, amounts] of cohortsOf(lines, month))
      cohorts.set(`${month} ${financed}`, amounts.map(signed));
  }
  const stored = await simulation.rows<{ key: string; amount: string }>(
    `select month || ' ' || from_state || ' ' || to_state as key, amount_sar::text as amount from receivable_rolls
      where month >= $1 and month < $2`,
    first,
    current,
  );
  assert.deepEqual(sorted(new Map(stored.map(({ key, amount }) => [key, amount]))), sorted(rolls));
  const storedCohorts = await simulation.rows<{ key: string; amounts: string[] }>(
    `select month || ' ' || financed_month as key,
            array[financed_sar, collected_sar, written_off_sar, overdue_sar]::text[] as amounts
       from financing_cohorts where month >= $1 and month < $2 order by 1`,
    first,
    current,
  );
  assert.deepEqual(
    new Map(storedCohorts.map(({ key, amounts }) => [key, amounts])),
    sorted(cohorts),
  );
}

const sorted = <Value>(map: Map<string, Value>) =>
  new Map([...map].toSorted(([a], [b]) => (a < b ? -1 : 1)));
const signed = (amount: number) =>
  `${amount < 0 ? '-' : ''}${decimalFromHalalas(Math.abs(amount))}`;
const sum = (lines: readonly Line[]) => lines.reduce((all, { amount }) => all + amount, 0);

function lateness(due_date: IsoDate, on: IsoDate): string {
  const days = daysBetween(due_date, on);
  if (days <= 0) return 'current';
  if (days <= 30) return 'days_1_30';
  if (days <= 60) return 'days_31_60';
  return days <= 90 ? 'days_61_90' : 'days_90_plus';
}

/** The amount of each "from to". */
function rollsOf(lines: readonly Line[], month: IsoDate): Map<string, number> {
  const next = addMonths(month, 1);
  const rolls = new Map<string, number>();
  const schedules = Map.groupBy(lines, ({ installment, due_date }) => `${installment} ${due_date}`);
  for (const schedule of schedules.values()) {
    const { due_date } = schedule[0]!;
    const opening = sum(schedule.filter(({ day }) => day < month));
    const within = schedule.filter(({ day }) => day >= month && day < next);
    const closing = opening + sum(within);
    let gone = Math.max(0, opening - closing);
    const late = lateness(due_date, month);
    const from = late !== 'current' ? late : due_date < next ? 'due' : 'later';
    const add = (to: string, amount: number) => {
      if (amount > 0) rolls.set(`${from} ${to}`, (rolls.get(`${from} ${to}`) ?? 0) + amount);
    };
    add(lateness(due_date, next), opening - gone);
    const events = { written_off: 'written_off', undone: 'ticket_financed' };
    for (const [to, event] of Object.entries(events)) {
      const taken = Math.max(0, -sum(within.filter((line) => line.event === event)));
      add(to, Math.min(gone, taken));
      gone -= Math.min(gone, taken);
    }
    add('collected', gone);
  }
  return rolls;
}

/** By the month of financing: financed, collected and written off within the month, and overdue at its end. */
function cohortsOf(lines: readonly Line[], month: IsoDate): Map<IsoDate, number[]> {
  const last = addDays(addMonths(month, 1), -1);
  const cohorts = new Map<IsoDate, number[]>();
  const add = (of: Line, before: number, place: number, amount: number) => {
    const financing = lines.findLast(
      ({ ticket, event, base_id, amount: posted }) =>
        ticket === of.ticket && event === 'ticket_financed' && posted > 0 && base_id <= before,
    )!;
    const financed = `${financing.day.slice(0, 7)}-01`;
    const sums = cohorts.get(financed) ?? [0, 0, 0, 0];
    sums[place]! += amount;
    cohorts.set(financed, sums);
  };
  const places = { ticket_financed: 0, payment_allocated: 1, written_off: 2 };
  for (const line of lines.filter(({ day }) => day >= month && day <= last))
    add(
      line,
      line.base_id,
      places[line.event],
      line.event === 'ticket_financed' ? line.amount : -line.amount,
    );
  const until = lines.filter(({ day, due_date }) => day <= last && due_date <= last);
  for (const open of Map.groupBy(
    until,
    ({ installment, due_date }) => `${installment} ${due_date}`,
  ).values()) {
    const rest = sum(open);
    if (rest > 0) add(open.at(-1)!, open.at(-1)!.base_id, 3, rest);
  }
  return cohorts;
}
