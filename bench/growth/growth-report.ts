import { counted, growthLimits, verdictOf } from '../tools/figures.ts';
import { CONNECTIONS } from '../tools/wrk.ts';
import { nameOf, type DashboardTimes } from '../world/dashboard-times.ts';
import type { ExportMemory } from './export-memory.ts';
import type { Growing } from './growth-chart.ts';

/** All that a run has found, in the worlds of `scales`. */
export interface Found {
  scales: readonly string[];
  dashboards: readonly DashboardTimes[];
  calls: readonly Growing[];
  /** Of the smallest world and of the largest. */
  exports: readonly [readonly ExportMemory[], readonly ExportMemory[]];
}

/**
 * What a call's pages among the most tickets may be of those among fewer, where the answer stays as it is: an index grows by a
 * level. Beyond this and the floor of its time it grows: by pages alone a table that fits into one would be better read
 * whole, and the processor's time alone tells of its caches too. A dashboard is held to the goal of its time.
 */
const PAGES_FLOOR = 2;
/**
 * MB that a server may need above what it had before anybody asked it. Rows that were written are garbage, of which the
 * runtime has left up to 90 MB before it collected all; a server that was made to hold the rows of 300,000 lines needed 160.
 * With what an idle one has, it stays below what one under load may have (bench/load/goals.ts).
 */
const EXPORT_MB = 120;

const dashboards = new Set(['company dashboard', 'agency dashboard']);

/** What has exceeded its floor, by name. */
export function beyondFloor({ dashboards: shown, calls, exports }: Found): string[] {
  return [
    ...shown
      .filter(({ p50 }) => timeVerdict(p50) === 'below the floor')
      .map((one) => `${nameOf(one)}, p50`),
    ...calls.filter((call) => !holds(call)).map(({ group, name }) => `${group}: ${name}`),
    ...exports
      .flat()
      .filter(isBeyondMemory)
      .map(({ name }) => `${name}, memory`),
  ];
}

/** Everything that was found as tables. */
export const reportOf = (found: Found): string =>
  [dashboardsOf(found), callsOf(found), exportsOf(found)].join('\n\n');

function dashboardsOf({ scales, dashboards: shown }: Found): string {
  return [
    `| p50 at ${CONNECTIONS} connections | ms at ${scales.join(' · ')} | × at most | Goal | Floor | |`,
    '|---|--:|--:|--:|--:|---|',
    ...shown.map(
      (one) =>
        `| ${nameOf(one)} | ${listed(one.p50, 2)} | ${most(one.p50).toFixed(2)} | ≤ ${growthLimits.goal} | ≤ ${growthLimits.floor} | ${timeVerdict(one.p50)} |`,
    ),
  ].join('\n');
}

function callsOf({ scales, calls }: Found): string {
  return [
    `| | Call | ms at ${scales.join(' · ')} | × at most | Pages at ${scales.join(' · ')} | × at most | Answer × at most | |`,
    '|---|---|--:|--:|--:|--:|--:|---|',
    ...[...Map.groupBy(calls, ({ group }) => group).values()]
      .flat()
      .map(
        (call) =>
          `| ${call.group} | ${call.name} | ${listed(call.ms, 2)} | ${most(call.ms).toFixed(2)} | ${listed(call.pages, 0)} | ${most(call.pages).toFixed(2)} | ${most(call.answer).toFixed(2)} | ${callVerdict(call)} |`,
      ),
  ].join('\n');
}

function exportsOf({ scales, exports: [few, many] }: Found): string {
  const ends = `${scales[0]} · ${scales.at(-1)}`;
  return [
    `| A file as CSV, at ${ends} | Lines | MB | Seconds | First line after ms | Server's MB before | at most | |`,
    '|---|--:|--:|--:|--:|--:|--:|---|',
    ...few.map((one, n) => {
      const both = [one, many[n]!];
      const figures = (figure: Exclude<keyof ExportMemory, 'name'>, digits: number) =>
        listed(
          both.map((of) => of[figure]),
          digits,
        );
      const verdict = both.some(isBeyondMemory) ? 'below the floor' : '';
      return `| ${one.name} | ${both.map(({ lines }) => counted(lines)).join(' · ')} | ${figures('mb', 1)} | ${figures('seconds', 1)} | ${figures('first_ms', 0)} | ${figures('before', 0)} | ${figures('most', 0)} | ${verdict} |`;
    }),
  ].join('\n');
}

const listed = (values: readonly number[], digits: number) =>
  values.map((value) => value.toFixed(digits)).join(' · ');

/** What a figure is in the largest world by what it is in each smaller one: a dear smallest one hides nothing that grows from there. */
const timesOf = (values: readonly number[]): number[] =>
  values.slice(0, -1).map((value) => values.at(-1)! / value);
/** The most of them; 1 where there is one world. */
const most = (values: readonly number[]): number =>
  values.length === 1 ? 1 : Math.max(...timesOf(values));
const timeVerdict = (values: readonly number[]) => verdictOf(growthLimits, most(values));
const isBeyondMemory = (one: ExportMemory) => one.most - one.before > EXPORT_MB;

/** In what a call grows faster than its answer from some world to the largest, and whether in both from the same one. */
function grownIn({ pages, ms, answer }: Growing): Record<'pages' | 'time' | 'both', boolean> {
  const [morePages, moreTime] = [timesOf(pages), timesOf(ms)];
  const grown = timesOf(answer).map((times, place) => {
    const more = Math.max(1, times);
    return {
      pages: morePages[place]! > PAGES_FLOOR * more,
      time: moreTime[place]! > growthLimits.floor * more,
    };
  });
  return {
    pages: grown.some((of) => of.pages),
    time: grown.some((of) => of.time),
    both: grown.some((of) => of.pages && of.time),
  };
}

const holds = (call: Growing): boolean =>
  dashboards.has(call.name) ? timeVerdict(call.ms) !== 'below the floor' : !grownIn(call).both;

function callVerdict(call: Growing): string {
  if (dashboards.has(call.name)) return timeVerdict(call.ms);
  const grown = grownIn(call);
  if (grown.both) return 'below the floor';
  if (grown.pages) return 'more pages, not more time';
  return grown.time ? 'more time, not more pages' : '';
}
