import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { peerFolders, startPeers } from '../peers/peers.ts';
import type { Peer } from '../peers/peer.ts';
import { check } from '../check/check.ts';
import { writeChart, writeSection } from '../tools/documents.ts';
import { median } from '../tools/figures.ts';
import { startHamla } from '../tools/hamla.ts';
import { machine, packagesOf, requirePrograms } from '../tools/machine.ts';
import { mostResidentMb, residentMb } from '../tools/processes.ts';
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
import { goals, verdictOf } from './goals.ts';
import { growthOf, type Products } from './growth.ts';
import { answersOf, chartOf, goalsOf, tableOf, type Row } from './report.ts';

/**
 * `npm run bench`: Hamla over HTTP beside the limit (pgbench calling the same functions) and beside peers, on one database,
 * interleaved, at 32 connections. Prints the table and each figure beside its goal and its floor, writes docs/performance.md,
 * and ends with 1 where a floor is not held. `--check`: without peers and without Debian's packages, against the shares of the
 * limit that `--check --write` has kept (check.ts); `--outcome`: the file that it writes its count to.
 */
const { values: options } = parseArgs({
  options: {
    scale: { type: 'string', default: '1m' },
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    check: { type: 'boolean', default: false },
    outcome: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
/** What the product answers to who has not looked before, or since something changed. */
const firstLook = 'Hamla, nothing kept';
const scale = options.scale as Scale;
if (!(scale in scales)) throw new Error(`--scale is one of ${Object.keys(scales).join(', ')}`);
const runs = Number(options.runs);
const times: Times = { seconds: Number(options.seconds), warm: 2 };

const say = (text: string) => process.stdout.write(`${text}\n`);

if (options.check) {
  const outcome = await check(scale, options.write);
  say(`${outcome.passed} passed, ${outcome.failed} failed`);
  if (options.outcome) await writeFile(options.outcome, JSON.stringify(outcome));
  if (outcome.failed > 0) process.exitCode = 1;
} else {
  requirePrograms('pgbench', 'wrk');
  const dataDir = await mkdtemp(join(tmpdir(), 'hamla-bench-files-'));
  const world = await openWorld(scale);
  try {
    await bench(world, dataDir);
  } finally {
    await world.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function bench(on: World, dataDir: string): Promise<void> {
  const { size } = (
    await on.query('select pg_size_pretty(pg_database_size(current_database())) as size')
  ).rows[0];
  say(`${scales[scale].tickets} tickets, ${size}`);
  const { rows, figures, answers } = await measureAll(on, dataDir);
  say(`\n${answersOf(answers)}\n\n${tableOf(rows)}\n\n${goalsOf(figures)}\n`);
  const missed = goals.filter(
    (goal) => verdictOf(goal, figures.get(goal.id) ?? goal.goal) === 'below the floor',
  );
  for (const { name } of missed) say(`below its floor: ${name}`);
  if (missed.length > 0) process.exitCode = 1;
  if (!options.write) return;
  const peers = await Promise.all(peerFolders.map((folder) => packagesOf(folder)));
  await writeSection(
    'performance.md',
    'bench',
    [
      `Measured on ${new Date().toISOString().slice(0, 10)} with ${scales[scale].tickets.toLocaleString('en')} tickets (${size}): medians of ${runs} interleaved runs of ${times.seconds} s, 32 connections. ${await machine(on, 'pgbench', 'wrk')}, one thread, on the same machine; ${peers.join(', ')}.`,
      goalsOf(figures),
      tableOf(rows),
      'Server MB is what all processes of the server have in memory after the run. PostgreSQL alone is pgbench, whose own work is in nobody’s column.',
      '![Requests a second](performance.svg)',
      'What was answered before anything was timed:',
      answersOf(answers),
    ].join('\n\n'),
  );
  await writeChart('performance.svg', chartOf(rows));
}

async function measureAll(on: World, dataDir: string) {
  const figures = new Map<string, number>();
  await addStarts(on, dataDir, figures);
  const hamla = await startHamla(on, dataDir);
  const forgetful = await startHamla(on, dataDir, { keepsNothing: true });
  const peers = await startPeers(on);
  try {
    const answers = await compareAnswers(on, hamla, peers);
    for (const { operation, system, rows, bytes } of answers)
      say(`${operation}, ${system}: ${rows}, ${bytes} bytes`);
    const rows: Row[] = [];
    for (const operation of Object.values(operations))
      rows.push(...(await measureOperation(on, operation, { hamla, forgetful, peers }, figures)));
    if (scale !== '10k') {
      const grown = await growthOf(on, { hamla, forgetful }, { runs, times, dataDir });
      for (const [id, quotient] of grown) figures.set(id, quotient);
    }
    figures.set('memory/loaded', mostResidentMb(hamla.pid));
    figures.set('beside/p99', await besideSignIns(on, hamla, { runs, seconds: 10 }));
    addRatios(rows, figures);
    return { rows, figures, answers };
  } finally {
    for (const server of [hamla, forgetful, ...peers.map((peer) => peer.server)])
      await server.stop();
  }
}

/** How fast a server is ready, and what it takes while nobody asks: medians of as many starts as there are runs. */
async function addStarts(on: World, dataDir: string, figures: Map<string, number>): Promise<void> {
  const [ready, idle]: [number[], number[]] = [[], []];
  for (let run = 0; run < runs; run += 1) {
    const server = await startHamla(on, dataDir);
    ready.push(server.ready_ms / 1000);
    await new Promise((go) => setTimeout(go, 3000));
    idle.push(residentMb(server.pid));
    await server.stop();
  }
  figures.set('ready', median(ready));
  figures.set('memory/idle', median(idle));
}

interface Servers extends Products {
  peers: readonly Peer[];
}

/** All systems take turns, `runs` times. */
async function measureOperation(
  on: World,
  operation: Operation,
  { hamla, forgetful, peers }: Servers,
  figures: Map<string, number>,
): Promise<Row[]> {
  const systems: [string, () => Promise<Sample>][] = [];
  const { limit, keptLimit } = operation;
  if (limit) {
    const bareCall = (isSecured: boolean) => measureLimit(on, operation, limit, times, isSecured);
    systems.push(['PostgreSQL alone', () => bareCall(true)]);
    systems.push(['PostgreSQL alone, no RLS', () => bareCall(false)]);
  }
  if (keptLimit) {
    systems.push([firstLook, () => measureHttp(on, operation, alone(forgetful), times)]);
    const asking = () => measureLimit(on, operation, keptLimit, times, true);
    systems.push(['PostgreSQL alone, asked whether it stands', asking]);
  }
  systems.push(['Hamla', () => measureHttp(on, operation, alone(hamla), times)]);
  for (const peer of peers) {
    const same = peer.operations[operation.name];
    if (same) systems.push([peer.name, () => measureHttp(on, same, alone(peer.server), times)]);
  }
  const samples = new Map<string, Sample[]>(systems.map(([name]) => [name, []]));
  const bare: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    for (const [name, measure] of systems) samples.get(name)!.push(await measure());
    if (operation.name === 'sign-in') bare.push(await bareArgon2(times.seconds));
  }
  if (bare.length > 0) {
    const signIns = median(samples.get('Hamla')!.map(({ requests_a_second }) => requests_a_second));
    figures.set('argon2/sign-in', signIns / median(bare));
  }
  const rows = systems.map(([system]) => ({
    operation: operation.name,
    system,
    sample: medians(samples.get(system)!),
  }));
  for (const { system, sample } of rows)
    say(`${operation.name}, ${system}: ${sample.requests_a_second.toFixed(0)}/s`);
  return rows;
}

function addRatios(rows: readonly Row[], figures: Map<string, number>): void {
  const rate = (operation: string, system: string) =>
    rows.find((row) => row.operation === operation && row.system === system)?.sample
      .requests_a_second;
  for (const { operation, system, sample } of rows) {
    const against = (id: string, other: string) => {
      const found = rate(operation, other);
      if (found) figures.set(`${id}/${operation}`, sample.requests_a_second / found);
    };
    const againstPeers = (look: string) => {
      against(`${look}lite`, '@supabase/lite');
      against(`${look}postgraphile`, 'PostGraphile');
      against(`${look}parse`, 'Parse Server');
    };
    if (system === firstLook) {
      against('first', 'PostgreSQL alone');
      againstPeers('first-');
    }
    if (system !== 'Hamla') continue;
    against('limit', 'PostgreSQL alone');
    againstPeers('');
    figures.set(`tail/${operation}`, sample.p99_ms / sample.p50_ms);
  }
}
