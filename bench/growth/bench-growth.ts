import { parseArgs } from 'node:util';
import { connectionOf, type Role } from '#server/platform/postgres/pools.ts';
import { writeChart, writeSection } from '../tools/documents.ts';
import { median } from '../tools/figures.ts';
import { machine } from '../tools/machine.ts';
import { secrets } from '../tools/secrets.ts';
import { exportMemory, type ExportMemory } from './export-memory.ts';
import { growthChart, type Growing } from './growth-chart.ts';
import { openGrowthWorld, sizes, type GrowthWorld, type Size } from './growth-world.ts';
import {
  connect,
  grownCalls,
  type AnswerCost,
  type Growth,
  type GrownCall,
} from './grown-calls.ts';

/**
 * `npm run bench:growth`: what every dashboard, list, search and export, and the day's close, cost among ten thousand tickets
 * and among up to five million, in worlds that stand side by side and are asked in turns: medians of the processor's time of
 * PostgreSQL and of the pages touched, which do not depend on what else the machine does. Ends with 1 where a dashboard's time
 * grows beyond its floor, or where another call's pages and time both grow beyond theirs. `--write` puts it into
 * docs/performance.md; `--keep` keeps the worlds for a next run.
 */
const { values: options } = parseArgs({
  options: {
    scales: { type: 'string', default: Object.keys(sizes).join(',') },
    rounds: { type: 'string', default: '21' },
    write: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});
const scales = options.scales.split(',').filter((name): name is Size => name in sizes);
const rounds = Number(options.rounds);
/** What a call's time among the most tickets may be of that among the fewest; a dashboard is held to the goal. */
const TIME = { goal: 1.3, floor: 1.6 };
/**
 * And its pages, where the answer stays as it is: an index grows by a level. Beyond both it grows: by pages alone a table
 * that fits into one would be better read whole, and the processor's time alone tells of its caches too.
 */
const PAGES_FLOOR = 2;
const dashboards = new Set(['company dashboard', 'agency dashboard']);

const say = (text: string) => process.stdout.write(`${text}\n`);

/** A call as it grew, and how it may. */
type Grown = Growing & { growth: Growth };

await using opened = new AsyncDisposableStack();
const worlds: GrowthWorld[] = [];
const asked: GrownCall[][] = [];
for (const scale of scales) {
  const begun = performance.now();
  const world = await openGrowthWorld(scale);
  opened.defer(() => world.close(options.keep));
  const login = async (role: Role) => {
    const connected = await connect(connectionOf(role, world.owner, secrets));
    opened.defer(() => connected.client.end());
    return connected;
  };
  worlds.push(world);
  const logins = {
    app: await login('hamla_app'),
    staff: await login('hamla_staff'),
    jobs: await login('hamla_jobs'),
  };
  asked.push(await grownCalls(world, logins));
  say(`${scale}: ${gigabytes(world)} GB, ${((performance.now() - begun) / 1000).toFixed(0)} s`);
}
const grown = await measureAll();
const memory = [await exportMemory(worlds[0]!), await exportMemory(worlds.at(-1)!)];
const report = reportOf(grown, memory);
say(report);
for (const call of grown) if (!holds(call)) process.exitCode = 1;
if (options.write) {
  await writeChart('growth.svg', growthChart(grown, scales));
  await writeSection(
    'performance.md',
    'growth',
    `Medians of ${rounds} turns. ${await machine(worlds[0]!.client)}.\n\n${report}\n\n![What each call costs as the tickets grow](growth.svg)`,
  );
}

function gigabytes({ bytes }: GrowthWorld): string {
  return (bytes / 2 ** 30).toFixed(1);
}

/** Each call in each world in turn, again and again. */
async function measureAll(): Promise<Grown[]> {
  const found: Grown[] = [];
  for (const [n, { name, group, growth }] of asked[0]!.entries()) {
    const costs: AnswerCost[][] = worlds.map(() => []);
    for (let turn = 0; turn < rounds; turn += 1)
      for (const [at, calls] of asked.entries()) costs[at]!.push(await calls[n]!.measure(turn));
    say(`${n + 1} of ${asked[0]!.length}: ${name}`);
    const of = (figure: keyof AnswerCost) =>
      costs.map((some) => median(some.map((cost) => cost[figure])));
    found.push({ name, group, growth, pages: of('pages'), ms: of('ms'), answer: of('answer') });
  }
  return found;
}

function times(values: readonly number[]): number {
  return values.at(-1)! / values[0]!;
}

function holds({ name, growth, pages, ms, answer }: Grown): boolean {
  if (dashboards.has(name)) return times(ms) <= TIME.floor;
  const more = Math.max(1, times(answer));
  const isFlat = times(pages) <= PAGES_FLOOR * more || times(ms) <= TIME.floor * more;
  return isFlat || growth === 'with open work';
}

function reportOf(calls: readonly Grown[], [few, many]: ExportMemory[]): string {
  const ends = `${scales[0]} → ${scales.at(-1)}`;
  const lines = calls.map(
    (call) =>
      `| ${call.group} | ${call.name} | ${call.ms.map((ms) => ms.toFixed(2)).join(' · ')} | ${times(call.ms).toFixed(2)} | ${call.pages.join(' · ')} | ${times(call.pages).toFixed(2)} | ${times(call.answer).toFixed(2)} | ${verdictOf(call)} |`,
  );
  const exported = ({ lines: written, mb, seconds, before, most }: ExportMemory) =>
    `${written.toLocaleString('en')} lines, ${mb.toFixed(1)} MB in ${seconds.toFixed(1)} s: ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most`;
  return [
    `Databases of ${worlds.map((world) => `${world.size} (${gigabytes(world)} GB)`).join(', ')}.`,
    '',
    `| | Call | ms at ${scales.join(' · ')} | × ${ends} | Pages at ${scales.join(' · ')} | × ${ends} | Answer × ${ends} | |`,
    '|---|---|--:|--:|--:|--:|--:|---|',
    ...lines,
    '',
    `Memory of a server while it writes all payments as CSV: ${exported(few!)}; ${exported(many!)}.`,
  ].join('\n');
}

function verdictOf(call: Grown): string {
  if (!holds(call)) return 'over its floor';
  if (dashboards.has(call.name)) return times(call.ms) <= TIME.goal ? 'reached' : 'below the goal';
  return call.growth === 'flat' ? '' : 'grows with the work that is open';
}
