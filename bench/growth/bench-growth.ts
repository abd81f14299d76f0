import { readCommandLine } from '#server/commands/command-line.ts';
import { suitableBuffersMb } from '#server/platform/database/embedded.ts';
import { connectionOf, type Role } from '#server/platform/database/pools.ts';
import { say, writeFigures, writeSection } from '../tools/documents.ts';
import { median } from '../tools/figures.ts';
import { machine, requirePrograms } from '../tools/machine.ts';
import { secrets } from '../tools/secrets.ts';
import { dashboardTimes } from '../data-set/dashboard-times.ts';
import { scales, type Scale } from '../data-set/data-set.ts';
import { exportMemory } from './export-memory.ts';
import { growthChart, type CallGrowth } from './growth-chart.ts';
import { callsCsv, exportsCsv, growthTables, namesBelowFloor } from './growth-report.ts';
import { openGrowthDataSet, type GrowthDataSet } from './growth-data-set.ts';
import { connect, type ResponseCost, type MeasuredCall } from './measured-call.ts';
import { measuredCalls } from './measured-calls.ts';

/**
 * `npm run bench:growth`: what every dashboard, list, search and export, and the day's close, cost among ten thousand tickets
 * and among up to five million, in data sets that stand side by side and are asked in turns: medians of the processor's time of
 * PostgreSQL and of the pages touched, which do not depend on what else the machine does; the p50 of both dashboards over
 * HTTP, which does; and what a server needs while it writes each file. Ends with 1 where something is beyond its floor
 * (growth-report.ts). `--write` puts it into docs/performance.md; `--keep` keeps the data sets for a next run.
 */
const { values: options } = readCommandLine({
  usage: 'Usage: npm run bench:growth -- [--scales LIST] [--rounds N] [--write] [--keep]',
  options: {
    scales: { type: 'string', default: Object.keys(scales).join(',') },
    rounds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});
const wanted = options.scales.split(',') as Scale[];
for (const name of wanted)
  if (!(name in scales)) throw new Error(`--scales are some of ${Object.keys(scales).join(', ')}`);
const rounds = Number(options.rounds);
const httpTurns = 3;
/** Each data set has what the product would give it. */
const buffersMb = suitableBuffersMb();

requirePrograms('wrk');
await using opened = new AsyncDisposableStack();
const dataSets: GrowthDataSet[] = [];
const asked: MeasuredCall[][] = [];
for (const scale of wanted) {
  const begun = performance.now();
  const dataSet = await openGrowthDataSet(scale, buffersMb);
  opened.defer(() => dataSet.close(options.keep));
  const login = async (role: Role) => {
    const connected = await connect(connectionOf(role, dataSet.owner, secrets));
    opened.defer(() => connected.client.end());
    return connected;
  };
  dataSets.push(dataSet);
  const logins = {
    app: await login('hamla_app'),
    staff: await login('hamla_staff'),
    jobs: await login('hamla_jobs'),
  };
  asked.push(await measuredCalls(dataSet, logins));
  say(`${scale}: ${gigabytes(dataSet)} GB, ${((performance.now() - begun) / 1000).toFixed(0)} s`);
}
const results = {
  scales: wanted,
  calls: await measureAll(),
  dashboards: await dashboardTimes(dataSets, { turns: httpTurns, seconds: 3 }),
  exports: [await exportMemory(dataSets[0]!), await exportMemory(dataSets.at(-1)!)] as const,
};
const report = `Databases of ${dataSets.map((dataSet) => `${dataSet.scale} (${gigabytes(dataSet)} GB)`).join(', ')}, with ${buffersMb} MB of shared buffers each.\n\n${growthTables(results)}`;
say(report);
const failed = namesBelowFloor(results);
if (failed.length > 0) {
  say(`\nBelow the floor: ${failed.join('; ')}`);
  process.exitCode = 1;
}
if (options.write) {
  await writeFigures('growth-calls.csv', callsCsv(results));
  await writeFigures('growth-files.csv', exportsCsv(results));
  await writeFigures('growth.svg', growthChart(results.calls, results.dashboards, wanted));
  await writeSection(
    'performance.md',
    'growth',
    `Medians of ${rounds} turns, over HTTP of ${httpTurns}; files are written once. ${await machine(dataSets[0]!.client, 'wrk')}.\n\n${report}\n\n![What each call costs as the tickets grow](growth.svg)`,
  );
}

function gigabytes({ bytes }: GrowthDataSet): string {
  return (bytes / 2 ** 30).toFixed(1);
}

/** Each call in each data set in turn, again and again. */
async function measureAll(): Promise<CallGrowth[]> {
  const grown: CallGrowth[] = [];
  for (const [n, { name, group }] of asked[0]!.entries()) {
    const costs: ResponseCost[][] = dataSets.map(() => []);
    for (let turn = 0; turn < rounds; turn += 1)
      for (const [at, calls] of asked.entries()) costs[at]!.push(await calls[n]!.measure(turn));
    say(`${n + 1} of ${asked[0]!.length}: ${name}`);
    const of = (figure: keyof ResponseCost) =>
      costs.map((some) => median(some.map((cost) => cost[figure])));
    grown.push({ name, group, pages: of('pages'), ms: of('ms'), response: of('response') });
  }
  return grown;
}
