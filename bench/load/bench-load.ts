import { parseArgs } from 'node:util';
import { peerFolders, startPeers } from '../peers/peers.ts';
import type { Peer } from '../peers/peer.ts';
import { say, writeFigures, writeSection } from '../tools/documents.ts';
import { counted, median } from '../tools/figures.ts';
import { startHamla } from '../tools/hamla.ts';
import { machine, packagesOf, requirePrograms } from '../tools/machine.ts';
import { mostResidentMb, residentMb } from '../tools/processes.ts';
import { CONNECTIONS } from '../tools/wrk.ts';
import {
  alone,
  measureHttp,
  measureLimit,
  medians,
  type Sample,
  type Times,
} from '../world/measure.ts';
import { operations, type Operation } from '../world/operations.ts';
import { openWorld, scales, type Scale, type World } from '../world/world.ts';
import { bareArgon2 } from './argon2.ts';
import { besideSignIns } from './beside.ts';
import { compareAnswers } from './compare-answers.ts';
import { heldAgainstGoals, type Found } from './goals.ts';
import { growthOf } from './growth.ts';
import {
  answersOf,
  askedAlone,
  bareHash,
  chartOf,
  costsOf,
  nothingKept,
  tableOf,
  type Answer,
  type Row,
} from './report.ts';

/**
 * `npm run bench`: Hamla over HTTP beside the limit (pgbench calling the same functions) and beside peers, on one database,
 * interleaved. Prints the table and each figure beside its goal and its floor, and ends with 1 where a floor is not held;
 * `--write` puts it into docs/performance.md. With `--check` it is the guard of `npm test` (bench-check.ts).
 */
const { values: options } = parseArgs({
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
  await using world = await openWorld(scale);
  await bench(world);
}

async function bench(on: World): Promise<void> {
  const { size } = (
    await on.query('select pg_size_pretty(pg_database_size(current_database())) as size')
  ).rows[0];
  say(`${scales[scale].tickets} tickets, ${size}`);
  const { answers, ...found } = await measureAll(on);
  const { rows } = found;
  const { table, missed } = heldAgainstGoals(found);
  say(`\n${answersOf(answers)}\n\n${tableOf(rows)}\n\n${costsOf(rows)}\n\n${table}\n`);
  for (const name of missed) say(`below its floor: ${name}`);
  if (missed.length > 0) process.exitCode = 1;
  if (!options.write) return;
  const peers = await Promise.all(peerFolders.map((folder) => packagesOf(folder)));
  await writeSection(
    'performance.md',
    'bench',
    [
      `${counted(scales[scale].tickets)} tickets (${size}), medians of ${runs} interleaved runs of ${times.seconds} s, ${CONNECTIONS} connections. ${await machine(on, 'pgbench', 'wrk')}, one thread, on the same machine; ${peers.join(', ')}.`,
      table,
      tableOf(rows),
      'Server MB is what all processes of the server have in memory at the end of a turn. PostgreSQL alone is pgbench with 8 connections, whose own work is in nobody’s column; its p99 is of its calls as they were, wrk’s is corrected for what could not be sent meanwhile.',
      'By the processor’s time of server and PostgreSQL together, which does not count cores that a system leaves idle:',
      costsOf(rows),
      '![Requests a second](performance.svg)',
      'What was answered before anything was timed:',
      answersOf(answers),
    ].join('\n\n'),
  );
  await writeFigures('performance.svg', chartOf(rows));
}

async function measureAll(on: World): Promise<Found & { answers: Answer[] }> {
  await using opened = new AsyncDisposableStack();
  const peers = await startPeers(on, opened);
  const answers = await compareAnswers(on, peers);
  for (const { operation, system, rows, bytes } of answers)
    say(`${operation}, ${system}: ${rows}, ${bytes} bytes`);
  const starts = await measureStarts(on);
  const rows: Row[] = [];
  for (const operation of Object.values(operations))
    rows.push(...(await measureOperation(on, operation, peers)));
  const growth = scale === '10k' ? undefined : await growthOf(on, { runs, times });
  return { answers, rows, growth, ...starts, ...(await measureLongLife(on)) };
}

/** What is asked of a server that lives on: everything once, then dashboards beside sign-ins. */
async function measureLongLife(on: World): Promise<Pick<Found, 'beside' | 'loaded_mb'>> {
  await using hamla = await startHamla(on);
  for (const operation of Object.values(operations))
    await measureHttp(on, operation, alone(hamla), times);
  const beside = await besideSignIns(on, hamla, runs);
  return { beside, loaded_mb: mostResidentMb(hamla.pid) };
}

/** How fast a server is ready, and what it takes while nobody asks: medians of as many starts as there are runs. */
async function measureStarts(on: World): Promise<Pick<Found, 'ready' | 'idle_mb'>> {
  const [ready, idle]: [number[], number[]] = [[], []];
  for (let run = 0; run < runs; run += 1) {
    await using server = await startHamla(on);
    ready.push(server.ready_ms / 1000);
    await new Promise((go) => setTimeout(go, 3000));
    idle.push(residentMb(server.pid));
  }
  return { ready: median(ready), idle_mb: median(idle) };
}

/**
 * All systems take turns, `runs` times. The product runs in its own turns alone: it hears of every change of the database, which
 * would be work in the turns of others.
 */
async function measureOperation(
  on: World,
  operation: Operation,
  peers: readonly Peer[],
): Promise<Row[]> {
  const systems: [string, () => Promise<Sample>][] = [];
  const { limit, keptLimit } = operation;
  const hamla = async (settings: { keepsNothing?: boolean } = {}) => {
    await using server = await startHamla(on, settings);
    return await measureHttp(on, operation, alone(server), times);
  };
  if (limit) {
    const bareCall = (isSecured: boolean) => measureLimit(on, operation, limit, times, isSecured);
    systems.push(['PostgreSQL alone', () => bareCall(true)]);
    systems.push(['PostgreSQL alone, no RLS', () => bareCall(false)]);
  }
  if (keptLimit) {
    systems.push([nothingKept, () => hamla({ keepsNothing: true })]);
    const asking = () => measureLimit(on, operation, keptLimit, times, true);
    systems.push([askedAlone, asking]);
  }
  if (operation.name === 'sign-in') systems.push([bareHash, () => bareArgon2(times.seconds)]);
  systems.push(['Hamla', () => hamla()]);
  for (const peer of peers) {
    const same = peer.operations[operation.name];
    if (same) systems.push([peer.name, () => measureHttp(on, same, alone(peer.server), times)]);
  }
  const samples = new Map<string, Sample[]>(systems.map(([name]) => [name, []]));
  for (let run = 0; run < runs; run += 1)
    for (const [name, measure] of systems) samples.get(name)!.push(await measure());
  const rows = systems.map(([system]) => ({
    operation: operation.name,
    system,
    sample: medians(samples.get(system)!),
  }));
  for (const { system, sample } of rows)
    say(`${operation.name}, ${system}: ${sample.requests_a_second.toFixed(0)}/s`);
  return rows;
}
