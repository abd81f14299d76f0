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
    ...calls
      .filter((call) => callVerdict(call) === 'below the floor')
      .map(({ group, name }) => `${group}: ${name}`),
    ...exports
      .flat()
      .filter(needsTooMuchMemory)
      .map(({ name }) => `${name}, memory`),
  ];
}

/** The results as tables. Of the calls only their number and those that grow; `writeCalls` writes all. */
export const growthTables = (results: RunResults): string =>
  [dashboardTable(results), groupTable(results), callTable(results), exportTable(results)].join(
    '\n\n',
  );

/** Writes every call as CSV: milliseconds and pages in each data set, and the verdict. */
export function writeCalls({ scales, calls }: RunResults): Promise<void> {
  const ofScales = (figure: string) => scales.map((scale) => `${figure}_${scale}`);
  return writeCsv(
    'growth-calls.csv',
    [
      'group',
      'call',
      ...ofScales('ms'),
      'ms_times',
      ...ofScales('pages'),
      'pages_times',
      'answer_times',
      'verdict',
    ],
    grouped(calls)
      .flat()
      .map((call) => [
        call.group,
        call.name,
        ...call.ms.map((value) => value.toFixed(2)),
        greatestRatio(call.ms).toFixed(2),
        ...call.pages.map((value) => value.toFixed(0)),
        greatestRatio(call.pages).toFixed(2),
        greatestRatio(call.response).toFixed(2),
        callVerdict(call),
      ]),
  );
}

/** A figure in each data set, and the greatest factor by which it grows. */
const growthCells = (values: readonly number[], digits: number): string[] => [
  values.map((value) => value.toFixed(digits)).join(' · '),
  greatestRatio(values).toFixed(2),
];

const dashboardTable = ({ scales, dashboards: dashboardTimes }: RunResults): string =>
  markdownTable(
    'lrrl',
    [
      `p50 at ${CONNECTIONS} connections`,
      `ms at ${scales.join(' · ')}`,
      `× at most (goal ${growthLimits.goal}, floor ${growthLimits.floor})`,
      '',
    ],
    dashboardTimes.map((one) => [one.dashboard, ...growthCells(one.p50, 2), timeVerdict(one.p50)]),
  );

const grouped = (calls: readonly CallGrowth[]): CallGrowth[][] => [
  ...Map.groupBy(calls, ({ group }) => group).values(),
];

const [MORE_PAGES, MORE_TIME] = ['more pages, not more time', 'more time, not more pages'];

function groupTable({ scales, calls }: RunResults): string {
  const verdicts = [MORE_PAGES, MORE_TIME, 'below the floor'];
  const rows = grouped(calls).map((group) => {
    const msInLargest = group.map(({ ms }) => ms.at(-1)!);
    const counts = verdicts.map(
      (verdict) => group.filter((call) => callVerdict(call) === verdict).length,
    );
    const range = [Math.min(...msInLargest), Math.max(...msInLargest)];
    return [
      group[0]!.group,
      String(group.length),
      range.map((ms) => ms.toFixed(2)).join(' – '),
      ...counts.map(String),
    ];
  });
  const head = ['Calls', 'Number', `ms at ${scales.at(-1)}`, ...verdicts];
  return markdownTable('lrrrrr', head, rows);
}

/** Dashboards, and calls that take more time or are below the floor. */
function callTable({ scales, calls }: RunResults): string {
  const all = scales.join(' · ');
  return markdownTable(
    'lrrrrl',
    ['Call', `ms at ${all}`, '× at most', `Pages at ${all}`, '× at most', ''],
    calls
      .filter((call) => !['', MORE_PAGES].includes(callVerdict(call)))
      .map((call) => [
        call.name,
        ...growthCells(call.ms, 2),
        ...growthCells(call.pages, 0),
        callVerdict(call),
      ]),
  );
}

/** The largest figures of the CSV files, in the smallest data set and in the largest. */
const exportTable = ({ scales, exports }: RunResults): string =>
  markdownTable(
    'lrrrrrr',
    [
      'Files as CSV, at most',
      'Files',
      'Lines',
      'MB',
      'First line after ms',
      "Server's MB more",
      'below the floor',
    ],
    [scales[0]!, scales.at(-1)!].map((scale, index) => {
      const files = exports[index]!;
      const largest = (figureOf: (file: ExportMemory) => number) =>
        Math.max(...files.map(figureOf));
      return [
        scale,
        String(files.length),
        counted(largest(({ lines }) => lines)),
        largest(({ mb }) => mb).toFixed(1),
        largest(({ first_ms }) => first_ms).toFixed(0),
        largest(({ grown_mb }) => grown_mb).toFixed(0),
        String(files.filter(needsTooMuchMemory).length),
      ];
    }),
  );

/** The figure in the largest data set divided by that in each smaller one: the smallest alone may be an outlier. */
const ratiosToLargest = (values: readonly number[]): number[] =>
  values.slice(0, -1).map((value) => values.at(-1)! / value);
/** The greatest of these ratios; 1 for one data set. */
const greatestRatio = (values: readonly number[]): number =>
  values.length === 1 ? 1 : Math.max(...ratiosToLargest(values));
const timeVerdict = (values: readonly number[]) => verdictOf(growthLimits, greatestRatio(values));
const needsTooMuchMemory = ({ grown_mb }: ExportMemory) => grown_mb > MAX_EXPORT_GROWTH_MB;

/**
 * How a call's pages and its time grow faster than its response from each smaller data set to the largest.
 */
function growthBeyondResponse({ pages, ms, response }: CallGrowth) {
  const [pageRatios, timeRatios] = [ratiosToLargest(pages), ratiosToLargest(ms)];
  return ratiosToLargest(response).map((responseRatio, index) => {
    const allowed = Math.max(1, responseRatio);
    return {
      pages: pageRatios[index]! > PAGES_FLOOR * allowed,
      time: timeRatios[index]! > growthLimits.floor * allowed,
    };
  });
}

function callVerdict(call: CallGrowth): string {
  if (dashboards.has(call.name)) return timeVerdict(call.ms);
  const grown = growthBeyondResponse(call);
  if (grown.some(({ pages, time }) => pages && time)) return 'below the floor';
  if (grown.some(({ pages }) => pages)) return MORE_PAGES;
  return grown.some(({ time }) => time) ? MORE_TIME : '';
}
