import { counted, growthLimits, verdictOf } from '../tools/figures.ts';
import { CONNECTIONS } from '../tools/wrk.ts';
import type { DashboardTimes } from '../data-set/dashboard-times.ts';
import type { ExportMemory } from './export-memory.ts';
import type { CallGrowth } from './growth-chart.ts';

/** The results of a run in the data sets of `scales`, the smallest first. */
interface RunResults {
  scales: readonly string[];
  dashboards: readonly DashboardTimes[];
  calls: readonly CallGrowth[];
  /** In the smallest data set, and in the largest. */
  exports: readonly [readonly ExportMemory[], readonly ExportMemory[]];
}

/**
 * The factor by which the pages that a call reads may grow from a smaller data set to the largest while its response stays the
 * same: room for one more level of an index. A call fails when both its pages and its time grow faster than its response. Pages
 * alone do not count, because a small table is read whole; time alone does not, because it depends on the processor's caches. A
 * dashboard fails by its time.
 */
const PAGES_FLOOR = 2;
/**
 * The memory in MB by which a server may grow while it writes a file. Rows that are written become garbage, up to 90 MB before
 * it is collected; a server that held the rows of 300,000 lines needed 160 MB. Together with an idle server's memory this is
 * below the limit of a server under load (bench/load/goals.ts).
 */
const MAX_EXPORT_GROWTH_MB = 120;

const dashboards = new Set(['company dashboard', 'agency dashboard']);

/** The names of the figures that are below their floor. */
export function namesBelowFloor({
  dashboards: dashboardTimes,
  calls,
  exports,
}: RunResults): string[] {
  return [
    ...dashboardTimes
      .filter(({ p50 }) => timeVerdict(p50) === 'below the floor')
      .map((one) => `${one.dashboard}, p50`),
    ...calls.filter((call) => !isWithinFloor(call)).map(({ group, name }) => `${group}: ${name}`),
    ...exports
      .flat()
      .filter(needsTooMuchMemory)
      .map(({ name }) => `${name}, memory`),
  ];
}

/** The results as tables. Of the calls only their number and those that grow; `callsCsv` has all. */
export const growthTables = (results: RunResults): string =>
  [dashboardTable(results), groupTable(results), callTable(results), exportTable(results)].join(
    '\n\n',
  );

/** Every call as CSV: milliseconds and pages in each data set, and the verdict. */
export function callsCsv({ scales, calls }: RunResults): string {
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
      greatestRatio(call.ms).toFixed(2),
      ...call.pages.map((value) => value.toFixed(0)),
      greatestRatio(call.pages).toFixed(2),
      greatestRatio(call.response).toFixed(2),
      quoted(callVerdict(call)),
    ]);
  return [head, ...rows].map((row) => `${row.join(',')}\n`).join('');
}

function dashboardTable({ scales, dashboards: dashboardTimes }: RunResults): string {
  return [
    `| p50 at ${CONNECTIONS} connections | ms at ${scales.join(' · ')} | × at most (goal ${growthLimits.goal}, floor ${growthLimits.floor}) | |`,
    '|---|--:|--:|---|',
    ...dashboardTimes.map(
      (one) =>
        `| ${one.dashboard} | ${listed(one.p50, 2)} | ${greatestRatio(one.p50).toFixed(2)} | ${timeVerdict(one.p50)} |`,
    ),
  ].join('\n');
}

const grouped = (calls: readonly CallGrowth[]): CallGrowth[][] => [
  ...Map.groupBy(calls, ({ group }) => group).values(),
];

const [MORE_PAGES, MORE_TIME] = ['more pages, not more time', 'more time, not more pages'];

function groupTable({ scales, calls }: RunResults): string {
  return [
    `| Calls | Number | ms at ${scales.at(-1)} | ${MORE_PAGES} | ${MORE_TIME} | below the floor |`,
    '|---|--:|--:|--:|--:|--:|',
    ...grouped(calls).map((group) => {
      const msInLargest = group.map(({ ms }) => ms.at(-1)!);
      const counts = [MORE_PAGES, MORE_TIME, 'below the floor'].map(
        (verdict) => group.filter((call) => callVerdict(call) === verdict).length,
      );
      return `| ${group[0]!.group} | ${group.length} | ${Math.min(...msInLargest).toFixed(2)} – ${Math.max(...msInLargest).toFixed(2)} | ${counts.join(' | ')} |`;
    }),
  ].join('\n');
}

/** Dashboards, and calls that take more time or are below the floor. */
function callTable({ scales, calls }: RunResults): string {
  return [
    `| Call | ms at ${scales.join(' · ')} | × at most | Pages at ${scales.join(' · ')} | × at most | |`,
    '|---|--:|--:|--:|--:|---|',
    ...calls
      .filter((call) => !['', MORE_PAGES].includes(callVerdict(call)))
      .map(
        (call) =>
          `| ${call.name} | ${listed(call.ms, 2)} | ${greatestRatio(call.ms).toFixed(2)} | ${listed(call.pages, 0)} | ${greatestRatio(call.pages).toFixed(2)} | ${callVerdict(call)} |`,
      ),
  ].join('\n');
}

/** The largest figures of the CSV files, in the smallest data set and in the largest. */
function exportTable({ scales, exports }: RunResults): string {
  const rows = [scales[0]!, scales.at(-1)!].map((scale, index) => {
    const files = exports[index]!;
    const largest = (figureOf: (file: ExportMemory) => number) => Math.max(...files.map(figureOf));
    const tooLarge = files.filter(needsTooMuchMemory).length;
    return `| ${scale} | ${files.length} | ${counted(largest(({ lines }) => lines))} | ${largest(({ mb }) => mb).toFixed(1)} | ${largest(({ first_ms }) => first_ms).toFixed(0)} | ${largest(grownMb).toFixed(0)} | ${tooLarge} |`;
  });
  return [
    "| Files as CSV, at most | Files | Lines | MB | First line after ms | Server's MB more | below the floor |",
    '|---|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}

/** Every CSV file's figures as CSV, in the smallest data set and in the largest. */
export function exportsCsv({ scales, exports }: RunResults): string {
  const rows = [scales[0]!, scales.at(-1)!].flatMap((scale, index) =>
    exports[index]!.map(({ name, lines, mb, seconds, first_ms, before_mb, peak_mb }) =>
      [
        quoted(name),
        scale,
        lines,
        mb.toFixed(1),
        seconds.toFixed(1),
        ...[first_ms, before_mb, peak_mb].map((value) => value.toFixed(0)),
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

/** The figure in the largest data set divided by that in each smaller one: the smallest alone may be an outlier. */
const ratiosToLargest = (values: readonly number[]): number[] =>
  values.slice(0, -1).map((value) => values.at(-1)! / value);
/** The greatest of these ratios; 1 for one data set. */
const greatestRatio = (values: readonly number[]): number =>
  values.length === 1 ? 1 : Math.max(...ratiosToLargest(values));
const timeVerdict = (values: readonly number[]) => verdictOf(growthLimits, greatestRatio(values));
const grownMb = ({ peak_mb, before_mb }: ExportMemory) => peak_mb - before_mb;
const needsTooMuchMemory = (file: ExportMemory) => grownMb(file) > MAX_EXPORT_GROWTH_MB;

/**
 * Whether a call's pages or its time grow faster than its response from some smaller data set to the largest, and whether both do
 * from the same one.
 */
function growthBeyondResponse({
  pages,
  ms,
  response,
}: CallGrowth): Record<'pages' | 'time' | 'both', boolean> {
  const [pageRatios, timeRatios] = [ratiosToLargest(pages), ratiosToLargest(ms)];
  const bySmaller = ratiosToLargest(response).map((responseRatio, index) => {
    const allowed = Math.max(1, responseRatio);
    return {
      pages: pageRatios[index]! > PAGES_FLOOR * allowed,
      time: timeRatios[index]! > growthLimits.floor * allowed,
    };
  });
  return {
    pages: bySmaller.some(({ pages: grows }) => grows),
    time: bySmaller.some(({ time }) => time),
    both: bySmaller.some((grows) => grows.pages && grows.time),
  };
}

const isWithinFloor = (call: CallGrowth): boolean =>
  dashboards.has(call.name)
    ? timeVerdict(call.ms) !== 'below the floor'
    : !growthBeyondResponse(call).both;

function callVerdict(call: CallGrowth): string {
  if (dashboards.has(call.name)) return timeVerdict(call.ms);
  const grown = growthBeyondResponse(call);
  if (grown.both) return 'below the floor';
  if (grown.pages) return MORE_PAGES;
  return grown.time ? MORE_TIME : '';
}
