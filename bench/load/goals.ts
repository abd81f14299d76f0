import { fixed, growthLimits, verdictOf, type Limits } from '../tools/figures.ts';
import { nameOf, type DashboardTimes } from '../world/dashboard-times.ts';
import { LOOKS_A_SECOND } from './beside.ts';
import { askedAlone, bareHash, nothingKept, type Row } from './report.ts';

/** What a run has found. */
export interface Found {
  rows: readonly Row[];
  /** Nothing where the world itself is the one of ten thousand tickets. */
  growth: readonly DashboardTimes[] | undefined;
  /** The p99 of dashboards beside sign-ins by that without. */
  beside: number;
  idle_mb: number;
  loaded_mb: number;
  /** From start to ready, seconds. */
  ready: number;
}

/** What a run is held against: a goal that the product aims at, and a floor below which `npm run bench` fails. */
interface Goal extends Limits {
  name: string;
  unit: string;
  /** Nothing where it was not to be measured, not a number where it was and has not been. */
  figure: (found: Found) => number | undefined;
}

const sampleOf = ({ rows }: Found, operation: string, system: string) =>
  rows.find((row) => row.operation === operation && row.system === system)?.sample;

const limit = 'PostgreSQL alone';
/** What a name says instead of a system's. */
const called: Record<string, string> = {
  [limit]: 'the limit',
  [askedAlone]: 'PostgreSQL asked whether it stands',
};

/** Requests a second, by those of another system. */
function against(operation: string, other: string, limits: Limits, system = 'Hamla'): Goal {
  const rate = (found: Found, of: string) =>
    sampleOf(found, operation, of)?.requests_a_second ?? NaN;
  const subject = `${operation[0]!.toUpperCase()}${operation.slice(1)}`;
  return {
    ...limits,
    name: `${subject}${system === nothingKept ? ', nothing kept,' : ''} against ${called[other] ?? other}`,
    unit: other === limit ? '× the limit' : '×',
    figure: (found) => rate(found, system) / rate(found, other),
  };
}

const growth = (name: string): Goal => ({
  ...growthLimits,
  name: `p50 of the ${name}, by that among 10,000 tickets`,
  unit: '×',
  figure: ({ growth: found }) => {
    const [few, many] = found?.find((one) => nameOf(one) === name)?.p50 ?? [];
    return found && many! / few!;
  },
});

const tail = (operation: string, doing: string): Goal => ({
  goal: 3,
  isMost: true,
  name: `p99 of ${doing}`,
  unit: '× its p50',
  figure: (found) => {
    const sample = sampleOf(found, operation, 'Hamla');
    return sample ? sample.p99_ms / sample.p50_ms : NaN;
  },
});

/** A figure that is a run's own. */
const most = (goal: number, unit: string, name: string, figure: Goal['figure']): Goal => ({
  goal,
  isMost: true,
  name,
  unit,
  figure,
});

const dashboards = ['company dashboard', 'agency dashboard'];
const [company, create] = ['company dashboard', 'create ticket'];
const goals: readonly Goal[] = [
  ...dashboards.map((name) => against(name, limit, { goal: 0.8, floor: 0.65 })),
  ...dashboards.map((name) => against(name, limit, { goal: 0.8, floor: 0.65 }, nothingKept)),
  ...dashboards.map((name) => against(name, askedAlone, { goal: 0.8 })),
  against(create, limit, { goal: 0.8, floor: 0.6 }),
  against('approve ticket', limit, { goal: 0.8, floor: 0.6 }),
  against('reject ticket', limit, { goal: 0.8, floor: 0.6 }),
  against(company, '@supabase/lite', { goal: 16, floor: 12 }),
  against(create, '@supabase/lite', { goal: 8, floor: 6 }),
  against(company, 'PostGraphile', { goal: 6 }),
  against(company, 'Parse Server', { goal: 6 }),
  // What ships is held to the floors above; a first look to its goals, and to the limit's floor.
  against(company, '@supabase/lite', { goal: 16 }, nothingKept),
  against(company, 'PostGraphile', { goal: 6 }, nothingKept),
  against(company, 'Parse Server', { goal: 6 }, nothingKept),
  ...dashboards.map(growth),
  ...dashboards.map((name) => growth(`${name}, nothing kept`)),
  tail(company, 'the company dashboard'),
  tail('agency dashboard', 'the agency dashboard'),
  tail(create, 'creating a ticket'),
  tail('approve ticket', 'approving a ticket'),
  tail('reject ticket', 'rejecting a ticket'),
  tail('sign-in', 'a sign-in'),
  tail('token refresh', 'a token refresh'),
  tail('public page', 'the public page'),
  { ...against('sign-in', bareHash, { goal: 0.9 }), name: 'Sign-ins against bare argon2id' },
  most(
    2,
    '× without',
    `p99 of at most ${LOOKS_A_SECOND} dashboards a second beside one sign-in at a time`,
    ({ beside }) => beside,
  ),
  most(140, 'MB', 'Memory of an idle server', ({ idle_mb }) => idle_mb),
  most(280, 'MB', 'Memory of a server under load', ({ loaded_mb }) => loaded_mb),
  most(1, 's', 'From start to ready on an existing database', ({ ready }) => ready),
];

/** Each figure beside its goal and its floor, and the names of those below their floor. */
export function heldAgainstGoals(found: Found): { table: string; missed: string[] } {
  const held = goals.flatMap((goal) => {
    const figure = goal.figure(found);
    return figure === undefined ? [] : [{ ...goal, figure, verdict: verdictOf(goal, figure) }];
  });
  const lines = held.map(({ name, figure, unit, goal, floor, isMost, verdict }) => {
    const sign = isMost ? '≤' : '≥';
    return `| ${name} | ${fixed(figure, 2)} ${unit} | ${sign} ${goal} | ${floor === undefined ? '' : `${sign} ${floor}`} | ${verdict} |`;
  });
  return {
    table: ['| What | Figure | Goal | Floor | |', '|---|--:|--:|--:|---|', ...lines].join('\n'),
    missed: held.filter(({ verdict }) => verdict === 'below the floor').map(({ name }) => name),
  };
}
