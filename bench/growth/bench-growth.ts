import { parseArgs } from 'node:util';
import { suitableBuffersMb } from '#server/platform/database/embedded.ts';
import { connectionOf, type Role } from '#server/platform/database/pools.ts';
import { say, writeFigures, writeSection } from '../tools/documents.ts';
import { median } from '../tools/figures.ts';
import { machine, requirePrograms } from '../tools/machine.ts';
import { secrets } from '../tools/secrets.ts';
import { dashboardTimes } from '../world/dashboard-times.ts';
import { scales, type Scale } from '../world/world.ts';
import { exportMemory } from './export-memory.ts';
import { growthChart, type Growing } from './growth-chart.ts';
import { beyondFloor, callsCsv, exportsCsv, reportOf } from './growth-report.ts';
import { openGrowthWorld, type GrowthWorld } from './growth-world.ts';
import { connect, type AnswerCost, type GrownCall } from './grown-call.ts';
import { grownCalls } from './grown-calls.ts';

/**
 * `npm run bench:growth`: what every dashboard, list, search and export, and the day's close, cost among ten thousand tickets
 * and among up to five million, in worlds that stand side by side and are asked in turns: medians of the processor's time of
 * PostgreSQL and of the pages touched, which do not depend on what else the machine does; the p50 of both dashboards over
 * HTTP, which does; and what a server needs while it writes each file. Ends with 1 where something is beyond its floor
 * (growth-report.ts). `--write` puts it into docs/performance.md; `--keep` keeps the worlds for a next run.
 */
const { values: options } = parseArgs({
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
/** Each world has what the product would give it. */
const buffersMb = suitableBuffersMb();

requirePrograms('wrk');
await using opened = new AsyncDisposableStack();
const worlds: GrowthWorld[] = [];
const asked: GrownCall[][] = [];
for (const scale of wanted) {
  const begun = performance.now();
  const world = await openGrowthWorld(scale, buffersMb);
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
const found = {
  scales: wanted,
  calls: await measureAll(),
  dashboards: await dashboardTimes(worlds, { turns: httpTurns, seconds: 3 }),
  exports: [await exportMemory(worlds[0]!), await exportMemory(worlds.at(-1)!)] as const,
};
const report = `Databases of ${worlds.map((world) => `${world.scale} (${gigabytes(world)} GB)`).join(', ')}, with ${buffersMb} MB of shared buffers each.\n\n${reportOf(found)}`;
say(report);
const beyond = beyondFloor(found);
if (beyond.length > 0) {
  say(`\nBeyond its floor: ${beyond.join('; ')}`);
  process.exitCode = 1;
}
if (options.write) {
  await writeFigures('growth-calls.csv', callsCsv(found));
  await writeFigures('growth-files.csv', exportsCsv(found));
  await writeFigures('growth.svg', growthChart(found.calls, found.dashboards, wanted));
  await writeSection(
    'performance.md',
    'growth',
    `Medians of ${rounds} turns, over HTTP of ${httpTurns}; files are written once. ${await machine(worlds[0]!.client, 'wrk')}.\n\n${report}\n\n![What each call costs as the tickets grow](growth.svg)`,
  );
}

function gigabytes({ bytes }: GrowthWorld): string {
  return (bytes / 2 ** 30).toFixed(1);
}

/** Each call in each world in turn, again and again. */
async function measureAll(): Promise<Growing[]> {
  const grown: Growing[] = [];
  for (const [n, { name, group }] of asked[0]!.entries()) {
    const costs: AnswerCost[][] = worlds.map(() => []);
    for (let turn = 0; turn < rounds; turn += 1)
      for (const [at, calls] of asked.entries()) costs[at]!.push(await calls[n]!.measure(turn));
    say(`${n + 1} of ${asked[0]!.length}: ${name}`);
    const of = (figure: keyof AnswerCost) =>
      costs.map((some) => median(some.map((cost) => cost[figure])));
    grown.push({ name, group, pages: of('pages'), ms: of('ms'), answer: of('answer') });
  }
  return grown;
}
