import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startHamla } from './hamla.ts';
import { median } from './measure.ts';
import { cleanUp, operations, type Operation } from './operations.ts';
import { familyOf, processorSeconds, requireTools } from './processes.ts';
import { machine, writeSection } from './report.ts';
import type { ServerProcess } from './server-process.ts';
import { openWorld, scales, type Scale } from './world.ts';
import { wrk } from './wrk.ts';

/**
 * `npm run bench:several`: one to four servers on one PostgreSQL, 24 connections spread evenly over them as a balancer would,
 * in turns. What a request costs the servers and the database in processor time says how many of each a core carries, however
 * many cores this machine has; the requests a second are only this machine's. `--write` puts it into docs/scaling.md.
 */
const { values: options } = parseArgs({
  options: {
    scale: { type: 'string', default: '100k' },
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    write: { type: 'boolean', default: false },
  },
});
const MOST = 4;
/** Divided evenly by any number of servers. */
const CONNECTIONS = 24;
const WARM = 1;
const measured = new Set([
  'company dashboard',
  'agency dashboard',
  'create ticket',
  'approve ticket',
]);
/** One address for all: tokens name it. */
const siteUrl = 'http://hamla.example';

interface Turn {
  requests_a_second: number;
  p99_ms: number;
  server_ms: number;
  postgres_ms: number;
}

const say = (text: string) => process.stdout.write(`${text}\n`);
const seconds = Number(options.seconds);
requireTools('wrk');
const world = await openWorld(options.scale as Scale);
const dataDir = await mkdtemp(join(tmpdir(), 'hamla-several-files-'));
const servers: ServerProcess[] = [];
/** Numbers are never used twice: each call that writes has a row of its own. */
let next = 1;
try {
  for (let n = 0; n < MOST; n += 1) servers.push(await startHamla(world, dataDir, { siteUrl }));
  const lines: string[] = [];
  for (const operation of operations.filter(({ name }) => measured.has(name))) {
    const turns: Turn[][] = Array.from({ length: MOST }, () => []);
    for (let run = 0; run < Number(options.runs); run += 1)
      for (let count = 1; count <= MOST; count += 1)
        turns[count - 1]!.push(await turnOf(operation, servers.slice(0, count)));
    for (const [n, some] of turns.entries()) {
      const of = (figure: keyof Turn) => median(some.map((turn) => turn[figure]));
      lines.push(
        `| ${operation.name} | ${n + 1} | ${of('requests_a_second').toFixed(0)} | ${of('p99_ms').toFixed(1)} | ${of('server_ms').toFixed(3)} | ${of('postgres_ms').toFixed(3)} |`,
      );
      say(lines.at(-1)!);
    }
  }
  if (options.write) {
    const version = (await world.query('select version() as version')).rows[0].version;
    const table = [
      '| Operation | Servers | Requests/s | p99 ms | Servers ms a request | PostgreSQL ms a request |',
      '|---|--:|--:|--:|--:|--:|',
      ...lines,
    ].join('\n');
    await writeSection(
      join(import.meta.dirname, '../../docs/scaling.md'),
      'several',
      `${scales[options.scale as Scale].tickets.toLocaleString('en')} tickets, medians of ${options.runs} turns of ${seconds} s, ${CONNECTIONS} connections. ${await machine(version)}.\n\n${table}`,
    );
  }
} finally {
  for (const server of servers) await server.stop();
  await world.close();
  await rm(dataDir, { recursive: true, force: true });
}

/** One operation, asked of all of them at once. */
async function turnOf(operation: Operation, some: readonly ServerProcess[]): Promise<Turn> {
  const since = new Date();
  const rows = (operation.most_a_second ?? 0) * (seconds + WARM);
  const first = next;
  next += rows;
  await operation.prepare?.(world, first, rows);
  const tokens = await world.tokensFor(operation.tokens as 'company' | 'agency', siteUrl);
  const each = Math.floor(rows / some.length);
  const load = (from: number, time: number) =>
    Promise.all(
      some.map(({ url }, n) =>
        wrk({
          url,
          lua: operation.lua(world),
          tokens,
          first: from + n * each,
          connections: CONNECTIONS / some.length,
          seconds: time,
        }),
      ),
    );
  const postgres = () => processorSeconds(familyOf(world.postmaster));
  const pids = some.flatMap((server) => server.pids());
  await load(first, WARM);
  const before = { server: processorSeconds(pids), postgres: postgres() };
  const results = await load(first + Math.floor((each * WARM) / (seconds + WARM)), seconds);
  const after = { server: processorSeconds(pids), postgres: postgres() };
  if (operation.prepare) await cleanUp(world, since);
  const requests = results.reduce((sum, result) => sum + result.requests, 0);
  return {
    requests_a_second: results.reduce((sum, result) => sum + result.requests_a_second, 0),
    p99_ms: Math.max(...results.map((result) => result.p99_ms)),
    server_ms: ((after.server - before.server) * 1000) / requests,
    postgres_ms: ((after.postgres - before.postgres) * 1000) / requests,
  };
}
