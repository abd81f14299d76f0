import { readCommandLine } from '#server/commands/command-line.ts';
import { peerFolders, startPeers } from '../peers/peers.ts';
import type { Peer } from '../peers/peer.ts';
import { say, writeFigures, writeSection } from '../tools/documents.ts';
import { counted, median } from '../tools/figures.ts';
import { startHamla } from '../tools/hamla.ts';
import { machine, packagesOf, requirePrograms } from '../tools/machine.ts';
import { peakResidentMb, residentMb } from '../tools/processes.ts';
import { CONNECTIONS } from '../tools/wrk.ts';
import {
  directTo,
  measureHttp,
  measureLimit,
  mediansOf,
  type Measurement,
  type Times,
} from '../data-set/measure.ts';
import { operations, type Operation } from '../data-set/operations.ts';
import { openDataSet, scales, type Scale, type DataSet } from '../data-set/data-set.ts';
import { bareArgon2 } from './argon2.ts';
import { measureSignInInterference } from './sign-in-interference.ts';
import { compareResponses } from './compare-responses.ts';
import { compareWithGoals, type RunResults } from './goals.ts';
import { dashboardGrowth } from './dashboard-growth.ts';
import {
  responseTable,
  bareArgon2Name,
  rateChart,
  costTable,
  rateCsv,
  rateTable,
  type ResponseSize,
  type Row,
  unsecuredLimit,
} from './report.ts';

/**
 * `npm run bench` compares Hamla over HTTP with the limit (pgbench calls the same functions) and with peers, on one database and
 * in turns. It prints each figure with its goal and its floor. The exit code is 1 when a figure is below its floor. `--write`
 * puts the tables into docs/performance.md. `--check` runs the guard of the proof (bench-check.ts).
 */
const { values: options } = readCommandLine({
  usage: 'Usage: npm run bench -- [--scale NAME] [--runs N] [--seconds N] [--check] [--write]',
  options: {
    scale: { type: 'string', default: '1m' },
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    check: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const scale = options.scale as Scale;
if (!(scale in scales)) throw new Error(`--scale is one of ${Object.keys(scales).join(', ')}`);
const runs = Number(options.runs);
const times: Times = { seconds: Number(options.seconds), warm: 3 };

if (options.check) await import('../check/bench-check.ts');
else {
  requirePrograms('pgbench', 'wrk');
  await using dataSet = await openDataSet(scale);
  await bench(dataSet);
}

async function bench(dataSet: DataSet): Promise<void> {
  const { size } = (
    await dataSet.query('select pg_size_pretty(pg_database_size(current_database())) as size')
  ).rows[0];
  say(`${scales[scale].tickets} tickets, ${size}`);
  const { answers, ...found } = await measureAll(dataSet);
  const { rows } = found;
  const { table, missed } = compareWithGoals(found);
  say(`\n${responseTable(answers)}\n\n${rateTable(rows)}\n\n${costTable(rows)}\n\n${table}\n`);
  for (const name of missed) say(`below its floor: ${name}`);
  if (missed.length > 0) process.exitCode = 1;
  if (!options.write) return;
  const peers = await Promise.all(peerFolders.map((folder) => packagesOf(folder)));
  await writeSection(
    'performance.md',
    'bench',
    [
      `${counted(scales[scale].tickets)} tickets (${size}), medians of ${runs} interleaved runs of ${times.seconds} s, ${CONNECTIONS} connections. ${await machine(dataSet, 'pgbench', 'wrk')}, one thread, on the same machine; ${peers.join(', ')}.`,
      table,
      'By the processor’s time of server and PostgreSQL together:',
      costTable(rows),
      '![Requests a second](performance.svg)',
    ].join('\n\n'),
  );
  await writeFigures('performance.svg', rateChart(rows));
  await writeFigures('performance-calls.csv', rateCsv(rows));
}

async function measureAll(dataSet: DataSet): Promise<RunResults & { answers: ResponseSize[] }> {
  await using opened = new AsyncDisposableStack();
  const peers = await startPeers(dataSet, opened);
  const answers = await compareResponses(dataSet, peers);
  for (const { operation, system, rows, bytes } of answers)
    say(`${operation}, ${system}: ${rows}, ${bytes} bytes`);
  const starts = await measureStarts(dataSet);
  const rows: Row[] = [];
  for (const operation of Object.values(operations))
    rows.push(...(await measureOperation(dataSet, operation, peers)));
  const growth = scale === '10k' ? undefined : await dashboardGrowth(dataSet, { runs, times });
  return { answers, rows, growth, ...starts, ...(await measureLongRunningServer(dataSet)) };
}

/** One server handles every operation, then dashboards during sign-ins. */
async function measureLongRunningServer(
  dataSet: DataSet,
): Promise<Pick<RunResults, 'sign_in_interference' | 'loaded_mb'>> {
  await using hamla = await startHamla(dataSet);
  for (const operation of Object.values(operations))
    await measureHttp(dataSet, operation, directTo(hamla), times);
  const sign_in_interference = await measureSignInInterference(dataSet, hamla, runs);
  return { sign_in_interference, loaded_mb: peakResidentMb(hamla.pid) };
}

/** The time to readiness and the memory of an idle server: medians of as many starts as there are runs. */
async function measureStarts(dataSet: DataSet): Promise<Pick<RunResults, 'ready' | 'idle_mb'>> {
  const [ready, idle]: [number[], number[]] = [[], []];
  for (let run = 0; run < runs; run += 1) {
    await using server = await startHamla(dataSet);
    ready.push(server.ready_ms / 1000);
    await new Promise((go) => setTimeout(go, 3000));
    idle.push(residentMb(server.pid));
  }
  return { ready: median(ready), idle_mb: median(idle) };
}

/**
 * All systems take turns, `runs` times. The product runs only in its own turns, because it listens to every change of the
 * database and would work in the turns of others.
 */
async function measureOperation(
  dataSet: DataSet,
  operation: Operation,
  peers: readonly Peer[],
): Promise<Row[]> {
  const systems: [string, () => Promise<Measurement>][] = [];
  const { limit } = operation;
  const hamla = async () => {
    await using server = await startHamla(dataSet);
    return await measureHttp(dataSet, operation, directTo(server), times);
  };
  if (limit) {
    const bareCall = (isSecured: boolean) =>
      measureLimit(dataSet, operation, limit, times, isSecured);
    systems.push(['PostgreSQL alone', () => bareCall(true)]);
    systems.push([unsecuredLimit, () => bareCall(false)]);
  }
  if (operation.name === 'sign-in') systems.push([bareArgon2Name, () => bareArgon2(times.seconds)]);
  systems.push(['Hamla', hamla]);
  for (const peer of peers) {
    const same = peer.operations[operation.name];
    if (same)
      systems.push([peer.name, () => measureHttp(dataSet, same, directTo(peer.server), times)]);
  }
  const samples = new Map<string, Measurement[]>(systems.map(([name]) => [name, []]));
  for (let run = 0; run < runs; run += 1)
    for (const [name, measure] of systems) samples.get(name)!.push(await measure());
  const rows = systems.map(([system]) => ({
    operation: operation.name,
    system,
    sample: mediansOf(samples.get(system)!),
  }));
  for (const { system, sample } of rows)
    say(`${operation.name}, ${system}: ${sample.requests_a_second.toFixed(0)}/s`);
  return rows;
}
