import type { DashboardTimes } from '../data-set/dashboard-times.ts';
import { fixed, markdownTable } from '../tools/documents.ts';
import { growthLimits, verdictOf, type Limits } from '../tools/figures.ts';
import { bareArgon2Name, limitName, sampleOf, type Row } from './report.ts';
import { DASHBOARDS_A_SECOND } from './sign-in-interference.ts';

export interface RunResults {
  rows: readonly Row[];
  /** Undefined where the data set itself has ten thousand tickets. */
  growth: readonly DashboardTimes[] | undefined;
  /** The p99 of dashboards during sign-ins divided by that without. */
  sign_in_interference: number;
  idle_mb: number;
  loaded_mb: number;
  /** From start to ready, seconds. */
  ready: number;
}

interface Goal extends Limits {
  name: string;
  unit: string;
  /** Undefined when this kind of run does not measure it, NaN when the measurement is missing. */
  figure: (results: RunResults) => number | undefined;
}

const rateOf = ({ rows }: RunResults, operation: string, system: string) =>
  sampleOf(rows, operation, system)?.requests_a_second ?? NaN;

/** Requests a second of the product divided by those of `other`. */
const rateComparedWith = (operation: string, other: string, limits: Limits): Goal => ({
  ...limits,
  name: `${operation} against ${other}`,
  unit: '×',
  figure: (results) => rateOf(results, operation, 'Hamla') / rateOf(results, operation, other),
});

const growthGoal = (name: string): Goal => ({
  ...growthLimits,
  name: `p50 of the ${name}, by that among 10,000 tickets`,
  unit: '×',
  figure: ({ growth }) => {
    const [smallDataSet, largeDataSet] =
      growth?.find(({ dashboard }) => dashboard === name)?.p50 ?? [];
    return growth && largeDataSet! / smallDataSet!;
  },
});

const p99Goal = (operation: string): Goal =>
  upperLimit(3, '× its p50', `p99 of ${operation}`, ({ rows }) => {
    const { p99_ms = NaN, p50_ms = NaN } = sampleOf(rows, operation, 'Hamla') ?? {};
    return p99_ms / p50_ms;
  });

/** A figure with an upper limit of its own. */
const upperLimit = (goal: number, unit: string, name: string, figure: Goal['figure']): Goal => ({
  goal,
  isMost: true,
  name,
  unit,
  figure,
});

const dashboards = ['company dashboard', 'agency dashboard'];
const [company, create] = ['company dashboard', 'create ticket'];
const compared = [...dashboards, create, 'approve ticket', 'reject ticket'];
const goals: readonly Goal[] = [
  ...compared.map((name) => rateComparedWith(name, limitName, { goal: 0.8, floor: 0.65 })),
  rateComparedWith(company, '@supabase/lite', { goal: 6 }),
  rateComparedWith(create, '@supabase/lite', { goal: 3.5 }),
  rateComparedWith(company, 'PostGraphile', { goal: 3 }),
  rateComparedWith(company, 'Parse Server', { goal: 4.5 }),
  ...dashboards.map(growthGoal),
  ...[...compared, 'sign-in', 'token refresh', 'public page'].map(p99Goal),
  rateComparedWith('sign-in', bareArgon2Name, { goal: 0.9 }),
  {
    goal: 0.6,
    name: `${company}, compressed, by that without`,
    unit: '×',
    figure: (results) =>
      rateOf(results, `${company}, compressed`, 'Hamla') / rateOf(results, company, 'Hamla'),
  },
  upperLimit(
    2,
    '× without',
    `p99 of at most ${DASHBOARDS_A_SECOND} dashboards a second beside one sign-in at a time`,
    ({ sign_in_interference }) => sign_in_interference,
  ),
  upperLimit(140, 'MB', 'Memory of an idle server', ({ idle_mb }) => idle_mb),
  upperLimit(280, 'MB', 'Memory of a server under load', ({ loaded_mb }) => loaded_mb),
  upperLimit(1, 's', 'From start to ready on an existing database', ({ ready }) => ready),
];

/** A table of the figures with their goals and floors, and the names of the figures below their floor. */
export function compareWithGoals(results: RunResults): { table: string; missed: string[] } {
  const measured = goals.flatMap((goal) => {
    const figure = goal.figure(results);
    return figure === undefined ? [] : [{ ...goal, figure, verdict: verdictOf(goal, figure) }];
  });
  const rows = measured.map(({ name, figure, unit, goal, floor, isMost, verdict }) => {
    const limitText = (value?: number) =>
      value === undefined ? '' : `${isMost ? '≤' : '≥'} ${value}`;
    const shown = verdict === 'reached' ? '' : verdict;
    return [name, `${fixed(figure, 2)} ${unit}`, limitText(goal), limitText(floor), shown];
  });
  return {
    table: markdownTable('lrrrl', ['What', 'Figure', 'Goal', 'Floor', ''], rows),
    missed: measured.filter(({ verdict }) => verdict === 'below the floor').map(({ name }) => name),
  };
}
