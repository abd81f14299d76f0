import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { requestConnections } from '#server/platform/database/pools.ts';
import { say, writeSection } from '../tools/documents.ts';
import { counted, fixed } from '../tools/figures.ts';
import { startHamla } from '../tools/hamla.ts';
import { machine, requirePrograms } from '../tools/machine.ts';
import { familyOf } from '../tools/processes.ts';
import type { ServerProcess } from '../tools/server-process.ts';
import { CONNECTIONS } from '../tools/wrk.ts';
import { measureHttp, medians, type Sample } from '../world/measure.ts';
import { operations, type Operation } from '../world/operations.ts';
import { openWorld, scales, type Scale } from '../world/world.ts';
import { startBalancer } from './balancer.ts';

/**
 * `npm run bench:several`: one to four servers behind HAProxy on one PostgreSQL, which has the first core to itself; servers,
 * balancer and load share the others. Shows how many requests a core of PostgreSQL carries, whether it was the limit (how busy
 * its core was), and whether a request costs more because other servers are there too: no more of them run than are asked.
 * `--write` puts it into docs/scaling.md.
 */
const { values: options } = parseArgs({
  options: {
    scale: { type: 'string', default: '100k' },
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});
const MOST = 4;
const cores = availableParallelism();
/** One address for all: tokens name it. */
const siteUrl = 'http://hamla.example';
const times = { seconds: Number(options.seconds), warm: 2 };

/** What is asked of servers that keep dashboards, and of those that keep none. */
const asked: { keepsNothing: boolean; operations: Operation[] }[] = [
  {
    keepsNothing: false,
    operations: [
      operations.companyDashboard,
      operations.agencyDashboard,
      operations.createTicket,
      operations.approve,
    ],
  },
  { keepsNothing: true, operations: [operations.companyDashboard, operations.agencyDashboard] },
];

requirePrograms('wrk', 'haproxy');
if (cores < 2) throw new Error('PostgreSQL and the servers want a core each');
await using world = await openWorld(options.scale as Scale);
for (const pid of familyOf(world.postmaster)) pin(pid, '0');
// Servers, balancer and load are started by this process, and run where it does.
pin(process.pid, `1-${cores - 1}`);

const samples = new Map<string, Sample[]>();
for (let run = 0; run < Number(options.runs); run += 1)
  for (let count = 1; count <= MOST; count += 1)
    for (const group of asked) await takeTurn(count, group);
const lines = [...Map.groupBy(samples.keys(), (key) => key.split('|')[0]).values()]
  .flat()
  .map((key) => {
    const of = medians(samples.get(key)!);
    const busy = (of.requests_a_second * of.postgres_ms) / 10;
    return `| ${key.replace('|', ' | ')} | ${fixed(of.requests_a_second, 0)} | ${fixed(of.p50_ms, 1)} | ${fixed(of.p99_ms, 1)} | ${fixed(of.server_ms, 3)} | ${fixed(of.postgres_ms, 3)} | ${fixed(busy, 0)}% | ${fixed(1000 / of.postgres_ms, 0)} |`;
  });
const table = [
  '| Operation | Servers | Requests/s | p50 ms | p99 ms | Servers ms a request | PostgreSQL ms a request | PostgreSQL’s core is busy | A core of PostgreSQL carries, a second |',
  '|---|--:|--:|--:|--:|--:|--:|--:|--:|',
  ...lines,
].join('\n');
say(table);
if (options.write)
  await writeSection(
    'scaling.md',
    'several',
    `${counted(scales[options.scale as Scale].tickets)} tickets, medians of ${options.runs} turns of ${times.seconds} s, ${CONNECTIONS} connections. ${await machine(world, 'wrk', 'haproxy')}.\n\n${table}`,
  );

/** So many servers, started for this turn, are asked everything of their kind. */
async function takeTurn(
  count: number,
  { keepsNothing, operations: wanted }: (typeof asked)[number],
): Promise<void> {
  await using started = new AsyncDisposableStack();
  const servers: ServerProcess[] = [];
  // Its share of those that one server has where it sees PostgreSQL's core too, as docs/scaling.md advises.
  const connections = Math.max(2, Math.floor(requestConnections / count));
  for (let n = 0; n < count; n += 1)
    servers.push(started.use(await startHamla(world, { siteUrl, keepsNothing, connections })));
  await using balancer = await startBalancer(servers);
  for (const operation of wanted) {
    const key = `${operation.name}${keepsNothing ? ', nothing kept' : ''}|${count}`;
    const sample = await measureHttp(
      world,
      operation,
      { url: balancer.url, siteUrl, servers },
      times,
    );
    samples.set(key, [...(samples.get(key) ?? []), sample]);
    say(`${key}: ${fixed(sample.requests_a_second, 0)}/s`);
  }
}

/** Keeps a process and its threads, and what it starts from now on, on these cores. */
function pin(pid: number, on: string): void {
  const { status, stderr } = spawnSync('taskset', ['-acp', on, String(pid)], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`taskset: ${stderr}`);
}
