import { readCommandLine } from '#server/commands/command-line.ts';
import { dashboardTimes } from '../data-set/dashboard-times.ts';
import { openDataSet, scales, type Scale } from '../data-set/data-set.ts';
import { measureHttp, measureLimit, type Measurement, type Times } from '../data-set/measure.ts';
import { operations, type Operation } from '../data-set/operations.ts';
import { peerFolders, type Peer } from '../peers/peer.ts';
import { startLite } from '../peers/lite.ts';
import { startParse } from '../peers/parse.ts';
import { startPostGraphile } from '../peers/postgraphile.ts';
import { counted, say, writeSection } from '../tools/documents.ts';
import { mediansOf } from '../tools/figures.ts';
import { startHamla } from '../tools/hamla.ts';
import { machine, packagesOf, versionsOf } from '../tools/machine.ts';
import { residentMb } from '../tools/processes.ts';
import { CONNECTIONS } from '../tools/wrk.ts';
import { bareArgon2 } from './argon2.ts';
import { compareResponses } from './compare-responses.ts';
import { compareWithGoals, type RunResults } from './goals.ts';
import { bareArgon2Name, costTable, limitName, writeRates, type Row } from './report.ts';
import { measureSignInInterference } from './sign-in-interference.ts';

/**
 * `npm run bench` compares Hamla over HTTP with the limit (pgbench calls the same functions) and with peers, on one database and
 * in turns. It prints each figure with its goal and its floor. The exit code is 1 when a median of several runs is below its
 * floor, and when a peer's responses are not the product's, which are then not measured. `--write` puts the tables into
 * docs/performance.md.
 */
const { values: options } = readCommandLine({
  usage: 'Usage: npm run bench -- [--scale NAME] [--runs N] [--seconds N] [--write]',
  options: {
    scale: { type: 'string', default: '1m' },
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
  },
});
const scale = options.scale as Scale;
if (!(scale in scales)) throw new Error(`--scale is one of ${Object.keys(scales).join(', ')}`);
const runs = Number(options.runs);
const times: Times = { seconds: Number(options.seconds), warm: 3 };

const versions = versionsOf('pgbench', 'wrk');
await using dataSet = await openDataSet(scale);
const { rows: sizes } = await dataSet.client.query<{ size: string }>(
  'select pg_size_pretty(pg_database_size(current_database())) as size',
);
const size = `${counted(scales[scale].tickets)} tickets (${sizes[0]!.size})`;
say(size);
const results = await measureAll();
const { rows: measured } = results;
const { table, missed } = compareWithGoals(results);
say(`\n${costTable(measured)}\n\n${table}\n`);
for (const name of missed) say(`below its floor: ${name}`);
if (missed.length > 0 && runs > 1) process.exitCode = 1;
if (options.write) {
  const peers = await Promise.all(peerFolders.map((folder) => packagesOf(folder)));
  await writeSection(
    'bench',
    [
      `${size}, medians of ${runs} interleaved runs of ${times.seconds} s, ${CONNECTIONS} connections. ${await machine(dataSet.client, versions)}, one thread, on the same machine; ${peers.join(', ')}.`,
      table,
      'By the processor’s time of server and PostgreSQL together:',
      costTable(measured),
    ].join('\n\n'),
  );
  await writeRates(measured);
}

async function measureAll(): Promise<RunResults> {
  await using opened = new AsyncDisposableStack();
  const peers: Peer[] = [];
  for (const start of [startLite, startPostGraphile, startParse]) {
    const peer = await start(dataSet);
    opened.use(peer.server);
    peers.push(peer);
  }
  await compareResponses(dataSet, peers);
  const starts = await measureStarts();
  const rows: Row[] = [];
  for (const operation of Object.values(operations))
    rows.push(...(await measureOperation(operation, peers)));
  const growth = scale === '10k' ? undefined : await dashboardGrowth();
  return { rows, growth, ...starts, ...(await measureLongRunningServer()) };
}

/** The p50 of both dashboards in a data set of ten thousand tickets and in this one. */
async function dashboardGrowth(): Promise<RunResults['growth']> {
  await using small = await openDataSet('10k');
  return await dashboardTimes([small, dataSet], { turns: runs, seconds: times.seconds });
}

/** One server handles every operation, then dashboards during sign-ins. */
async function measureLongRunningServer(): Promise<
  Pick<RunResults, 'sign_in_interference' | 'loaded_mb'>
> {
  await using hamla = await startHamla(dataSet);
  for (const operation of Object.values(operations))
    await measureHttp(dataSet, operation, hamla, times);
  const sign_in_interference = await measureSignInInterference(dataSet, hamla, runs);
  return { sign_in_interference, loaded_mb: residentMb(hamla.pid, 'VmHWM') };
}

/** The time to readiness and the memory of an idle server: medians of as many starts as there are runs. */
async function measureStarts(): Promise<Pick<RunResults, 'ready' | 'idle_mb'>> {
  const starts: { ready: number; idle_mb: number }[] = [];
  for (let run = 0; run < runs; run += 1) {
    await using server = await startHamla(dataSet);
    await new Promise((go) => setTimeout(go, 3000));
    starts.push({ ready: server.ready_ms / 1000, idle_mb: residentMb(server.pid) });
  }
  return mediansOf(starts);
}

/**
 * All systems take turns, `runs` times. The product runs only in its own turns, because it listens to every change of the
 * database and would work in the turns of others.
 */
async function measureOperation(operation: Operation, peers: readonly Peer[]): Promise<Row[]> {
  const systems = new Map<string, () => Promise<Measurement>>();
  if (operation.limit) systems.set(limitName, () => measureLimit(dataSet, operation, times));
  if (operation.name === 'sign-in') systems.set(bareArgon2Name, () => bareArgon2(times.seconds));
  systems.set('Hamla', async () => {
    await using server = await startHamla(dataSet);
    return await measureHttp(dataSet, operation, server, times);
  });
  for (const { name, server, operations: its } of peers) {
    const same = its[operation.name];
    if (same) systems.set(name, () => measureHttp(dataSet, same, server, times));
  }
  const samples: { system: string; sample: Measurement }[] = [];
  for (let run = 0; run < runs; run += 1)
    for (const [system, measure] of systems) samples.push({ system, sample: await measure() });
  return Array.from(
    Map.groupBy(samples, ({ system }) => system),
    ([system, of]) => {
      const sample = mediansOf(of.map((one) => one.sample));
      say(`${operation.name}, ${system}: ${sample.requests_a_second.toFixed(0)}/s`);
      return { operation: operation.name, system, sample };
    },
  );
}
