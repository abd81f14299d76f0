import { readCommandLine } from '#server/commands/command-line.ts';
import type { Role } from '#server/platform/database/pools.ts';
import { dashboardTimes } from '../data-set/dashboard-times.ts';
import { scales, type Scale } from '../data-set/data-set.ts';
import { say, writeSection } from '../tools/documents.ts';
import { mediansOf } from '../tools/figures.ts';
import { machine, versionsOf } from '../tools/machine.ts';
import { dayClose } from './day-close.ts';
import { exportMemory } from './export-memory.ts';
import { openGrowthDataSet, type GrowthDataSet } from './growth-data-set.ts';
import { growthTables, namesBelowFloor, writeCalls, type CallGrowth } from './growth-report.ts';
import { connect, type MeasuredCall, type ResponseCost } from './measured-call.ts';
import { partyCalls } from './party-calls.ts';
import { staffCalls } from './staff-calls.ts';

/**
 * `npm run bench:growth`: what every dashboard, list, search and export, and the day's close, cost among ten thousand tickets
 * and among up to five million, in data sets that stand side by side and are asked in turns: medians of the processor's time of
 * PostgreSQL and of the pages touched, which do not depend on what else the machine does; the p50 of both dashboards over
 * HTTP, which does; and what a server needs while it writes each file. Ends with 1 where something is beyond its floor
 * (growth-report.ts). `--write` puts it into docs/performance.md.
 */
const { values: options } = readCommandLine({
  usage: 'Usage: npm run bench:growth -- [--scales LIST] [--rounds N] [--write]',
  options: {
    scales: { type: 'string', default: Object.keys(scales).join(',') },
    rounds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
});
const wanted = options.scales.split(',') as Scale[];
for (const name of wanted)
  if (!(name in scales)) throw new Error(`--scales are some of ${Object.keys(scales).join(', ')}`);
const rounds = Number(options.rounds);
const httpTurns = 3;

const versions = versionsOf('wrk');
await using opened = new AsyncDisposableStack();
const dataSets: GrowthDataSet[] = [];
const calls: MeasuredCall[][] = [];
for (const scale of wanted) {
  const begun = performance.now();
  const dataSet = opened.use(await openGrowthDataSet(scale));
  const connectAs = async (role: Role) => opened.use(await connect(role, dataSet.owner));
  dataSets.push(dataSet);
  calls.push([
    ...partyCalls(dataSet, await connectAs('hamla_app')),
    ...(await staffCalls(dataSet, await connectAs('hamla_staff'))),
    dayClose(await connectAs('hamla_jobs')),
  ]);
  say(`${scale}: ${dataSet.size}, ${((performance.now() - begun) / 1000).toFixed(0)} s`);
}
const results = {
  scales: wanted,
  calls: await measureAll(),
  dashboards: await dashboardTimes(dataSets, { turns: httpTurns, seconds: 3 }),
  exports: [await exportMemory(dataSets[0]!), await exportMemory(dataSets.at(-1)!)] as const,
};
const report = `Databases of ${dataSets.map(({ scale, size }) => `${scale} (${size})`).join(', ')}.\n\n${growthTables(results)}`;
say(report);
const failed = namesBelowFloor(results);
if (failed.length > 0) {
  say(`\nBelow the floor: ${failed.join('; ')}`);
  process.exitCode = 1;
}
if (options.write) {
  await writeCalls(results);
  await writeSection(
    'growth',
    `Medians of ${rounds} turns, over HTTP of ${httpTurns}; files are written once. ${await machine(dataSets[0]!.client, versions)}.\n\n${report}`,
  );
}

/** Each call in each data set in turn, again and again. */
async function measureAll(): Promise<CallGrowth[]> {
  const grown: CallGrowth[] = [];
  for (const [n, { name, group }] of calls[0]!.entries()) {
    const costs: ResponseCost[][] = dataSets.map(() => []);
    for (let turn = 0; turn < rounds; turn += 1)
      for (const [at, those] of calls.entries()) costs[at]!.push(await those[n]!.measure(turn));
    say(`${n + 1} of ${calls[0]!.length}: ${name}`);
    const medians = costs.map(mediansOf);
    const of = (figure: keyof ResponseCost) => medians.map((cost) => cost[figure]);
    grown.push({ name, group, pages: of('pages'), ms: of('ms'), response: of('response') });
  }
  return grown;
}
