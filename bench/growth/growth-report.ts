import type { DashboardTimes } from '../data-set/dashboard-times.ts';
import { counted, markdownTable, writeCsv } from '../tools/documents.ts';
import { growthLimits, verdictOf } from '../tools/figures.ts';
import { CONNECTIONS } from '../tools/wrk.ts';
import type { ExportMemory } from './export-memory.ts';

/** One call: what it costs in each data set, the smallest first. */
export interface CallGrowth {
  name: string;
  group: string;
  pages: number[];
  ms: number[];
  /** The size of its response. */
  response: number[];
}

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

const BELOW = 'below the floor';
const dashboards = new Set(['company dashboard', 'agency dashboard']);

/** The names of the figures that are below their floor. */
export const namesBelowFloor = (results: RunResults): string[] => [
  ...results.dashboards
    .filter(({ p50 }) => timeVerdict(p50) === BELOW)
    .map(({ dashboard }) => `${dashboard}, p50`),
  ...results.calls
    .filter((call) => callVerdict(call) === BELOW)
    .map(({ group, name }) => `${group}: ${name}`),
  ...results.exports
    .flat()
    .flatMap(({ path, grown_mb }) => (grown_mb > MAX_EXPORT_GROWTH_MB ? [`${path}, memory`] : [])),
];

/** The results as tables. They show dashboards and the calls that take more time; `writeCalls` writes all calls. */
export function growthTables({ scales, dashboards: times, calls, exports }: RunResults): string {
  const all = scales.join(' · ');
  const { goal, floor } = growthLimits;
  const atMost = `× at most (goal ${goal}, floor ${floor})`;
  const shown = calls.filter((call) => !['', MORE_PAGES].includes(callVerdict(call)));
  return [
    markdownTable(
      'lrrl',
      [`p50 at ${CONNECTIONS} connections`, `ms at ${all}`, atMost, ''],
      times.map(({ dashboard, p50 }) => [dashboard, ...growthCells(p50, 2), timeVerdict(p50)]),
    ),
    markdownTable(
      'lrrrrl',
      [`Of ${calls.length} calls`, `ms at ${all}`, '× at most', `Pages at ${all}`, '× at most', ''],
      shown.map((call) => {
        const { name, ms, pages } = call;
        return [name, ...growthCells(ms, 2), ...growthCells(pages, 0), callVerdict(call)];
      }),
    ),
    markdownTable(
      'lrrrr',
      ['Files as CSV, at most', 'Files', 'Lines', 'First line after ms', "Server's MB more"],
      exports.map((files, index) => {
        const largest = (figure: 'lines' | 'first_ms' | 'grown_mb') =>
          counted(Math.round(Math.max(...files.map((file) => file[figure]))));
        const figures = [largest('lines'), largest('first_ms'), largest('grown_mb')];
        return [index === 0 ? scales[0]! : scales.at(-1)!, String(files.length), ...figures];
      }),
    ),
  ].join('\n\n');
}

/** Writes every call as CSV: milliseconds and pages in each data set, and the verdict. */
export function writeCalls({ scales, calls }: RunResults): Promise<void> {
  const ofScales = (figure: string) => scales.map((scale) => `${figure}_${scale}`);
  const figures = [...ofScales('ms'), 'ms_times', ...ofScales('pages'), 'pages_times'];
  const head = ['group', 'call', ...figures, 'answer_times', 'verdict'];
  const grouped = [...Map.groupBy(calls, ({ group }) => group).values()].flat();
  const rows = grouped.map((call) => [
    call.group,
    call.name,
    ...fixedOf(call.ms, 2),
    timesOf(call.ms),
    ...fixedOf(call.pages, 0),
    timesOf(call.pages),
    timesOf(call.response),
    callVerdict(call),
  ]);
  return writeCsv('growth-calls.csv', head, rows);
}

const fixedOf = (values: readonly number[], digits: number): string[] =>
  values.map((value) => value.toFixed(digits));
/** The greatest factor by which a figure grows. */
const timesOf = (values: readonly number[]): string => greatestRatio(values).toFixed(2);
/** A figure in each data set, and that factor. */
const growthCells = (values: readonly number[], digits: number): string[] => [
  fixedOf(values, digits).join(' · '),
  timesOf(values),
];

/** The figure in the largest data set divided by that in each smaller one: the smallest alone may be an outlier. */
const ratiosToLargest = (values: readonly number[]): number[] =>
  values.slice(0, -1).map((value) => values.at(-1)! / value);
/** The greatest of these ratios; 1 for one data set. */
const greatestRatio = (values: readonly number[]): number =>
  values.length === 1 ? 1 : Math.max(...ratiosToLargest(values));
const timeVerdict = (values: readonly number[]) => verdictOf(growthLimits, greatestRatio(values));

const [MORE_PAGES, MORE_TIME] = ['more pages, not more time', 'more time, not more pages'];

/** Compares the growth of the call's pages and time with that of its response, from each smaller data set to the largest. */
function callVerdict({ name, pages, ms, response }: CallGrowth): string {
  if (dashboards.has(name)) return timeVerdict(ms);
  const [pageRatios, timeRatios] = [ratiosToLargest(pages), ratiosToLargest(ms)];
  const grown = ratiosToLargest(response).map((ratio, index) => ({
    hasPages: pageRatios[index]! > PAGES_FLOOR * Math.max(1, ratio),
    hasTime: timeRatios[index]! > growthLimits.floor * Math.max(1, ratio),
  }));
  if (grown.some(({ hasPages, hasTime }) => hasPages && hasTime)) return BELOW;
  if (grown.some(({ hasPages }) => hasPages)) return MORE_PAGES;
  return grown.some(({ hasTime }) => hasTime) ? MORE_TIME : '';
}
