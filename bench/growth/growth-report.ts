import { counted, growthLimits, verdictOf } from '../tools/figures.ts';
import { CONNECTIONS } from '../tools/wrk.ts';
import { nameOf, type DashboardTimes } from '../world/dashboard-times.ts';
import type { ExportMemory } from './export-memory.ts';
import type { Growing } from './growth-chart.ts';

/** All that a run has found, in the worlds of `scales`. */
interface Found {
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

/** What was found as tables: of the calls their number and those that a reader has to look at. `callsCsv` has all. */
export const reportOf = (found: Found): string =>
  [dashboardsOf(found), groupsOf(found), callsOf(found), exportsOf(found)].join('\n\n');

/** Every call as CSV: milliseconds, pages and verdict in each world. */
export function callsCsv({ scales, calls }: Found): string {
  const head = [
    'group',
    'call',
    ...scales.map((scale) => `ms_${scale}`),
    'ms_times',
    ...scales.map((scale) => `pages_${scale}`),
    'pages_times',
    'answer_times',
    'verdict',
  ];
  const rows = grouped(calls)
    .flat()
    .map((call) => [
      quoted(call.group),
      quoted(call.name),
      ...call.ms.map((value) => value.toFixed(2)),
      most(call.ms).toFixed(2),
      ...call.pages.map((value) => value.toFixed(0)),
      most(call.pages).toFixed(2),
      most(call.answer).toFixed(2),
      quoted(callVerdict(call)),
    ]);
  return [head, ...rows].map((row) => `${row.join(',')}\n`).join('');
}

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

const grouped = (calls: readonly Growing[]): Growing[][] => [
  ...Map.groupBy(calls, ({ group }) => group).values(),
];

const [MORE_PAGES, MORE_TIME] = ['more pages, not more time', 'more time, not more pages'];

function groupsOf({ scales, calls }: Found): string {
  return [
    `| Calls | Number | ms at ${scales.at(-1)} | ${MORE_PAGES} | ${MORE_TIME} | below the floor |`,
    '|---|--:|--:|--:|--:|--:|',
    ...grouped(calls).map((of) => {
      const last = of.map(({ ms }) => ms.at(-1)!);
      const counts = [MORE_PAGES, MORE_TIME, 'below the floor'].map(
        (verdict) => of.filter((call) => callVerdict(call) === verdict).length,
      );
      return `| ${of[0]!.group} | ${of.length} | ${Math.min(...last).toFixed(2)} – ${Math.max(...last).toFixed(2)} | ${counts.join(' | ')} |`;
    }),
  ].join('\n');
}

/** Dashboards, and calls that take more time or are below the floor. */
function callsOf({ scales, calls }: Found): string {
  return [
    `| Call | ms at ${scales.join(' · ')} | × at most | Pages at ${scales.join(' · ')} | × at most | |`,
    '|---|--:|--:|--:|--:|---|',
    ...calls
      .filter((call) => !['', MORE_PAGES].includes(callVerdict(call)))
      .map(
        (call) =>
          `| ${call.name} | ${listed(call.ms, 2)} | ${most(call.ms).toFixed(2)} | ${listed(call.pages, 0)} | ${most(call.pages).toFixed(2)} | ${callVerdict(call)} |`,
      ),
  ].join('\n');
}

/** What files as CSV needed at most, in the smallest database and in the largest. */
function exportsOf({ scales, exports: found }: Found): string {
  const rows = [scales[0]!, scales.at(-1)!].map((scale, end) => {
    const files = found[end]!;
    const largest = (of: (one: ExportMemory) => number) => Math.max(...files.map(of));
    const beyond = files.filter(isBeyondMemory).length;
    return `| ${scale} | ${files.length} | ${counted(largest(({ lines }) => lines))} | ${largest(({ mb }) => mb).toFixed(1)} | ${largest(({ first_ms }) => first_ms).toFixed(0)} | ${largest((one) => one.most - one.before).toFixed(0)} | ${beyond} |`;
  });
  return [
    "| Files as CSV, at most | Files | Lines | MB | First line after ms | Server's MB more | below the floor |",
    '|---|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}

/** Every file as CSV, in the smallest database and in the largest. */
export function exportsCsv({ scales, exports: found }: Found): string {
  const rows = [scales[0]!, scales.at(-1)!].flatMap((scale, end) =>
    found[end]!.map(({ name, lines, mb, seconds, first_ms, before, most: highest }) =>
      [
        quoted(name),
        scale,
        lines,
        mb.toFixed(1),
        seconds.toFixed(1),
        ...[first_ms, before, highest].map((value) => value.toFixed(0)),
      ].join(','),
    ),
  );
  return ['file,scale,lines,mb,seconds,first_line_ms,server_mb_before,server_mb_at_most', ...rows]
    .map((row) => `${row}\n`)
    .join('');
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
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
  if (grown.pages) return MORE_PAGES;
  return grown.time ? MORE_TIME : '';
}
