import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeSection } from '../tools/documents.ts';
import { fixed } from '../tools/figures.ts';
import { startHamla } from '../tools/hamla.ts';
import { machine, requirePrograms } from '../tools/machine.ts';
import { familyOf } from '../tools/processes.ts';
import type { ServerProcess } from '../tools/server-process.ts';
import { measureHttp, medians, type Sample } from '../world/measure.ts';
import { operations, type Operation } from '../world/operations.ts';
import { openWorld, scales, type Scale } from '../world/world.ts';
import { startBalancer } from './balancer.ts';

/**
 * `npm run bench:several`: one to four servers behind HAProxy on one PostgreSQL, which has the first core to itself; servers,
 * balancer and load share the others. Shows how many requests a core of PostgreSQL carries, whether it was the limit (how busy
 * its core was), and whether a request costs more because other servers are there too. `--write` puts it into docs/scaling.md.
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
/** One address for all: tokens name it. */
const siteUrl = 'http://hamla.example';
const times = { seconds: Number(options.seconds), warm: 1 };
const say = (text: string) => process.stdout.write(`${text}\n`);

interface Asked {
  name: string;
  operation: Operation;
  keepsNothing: boolean;
}
const kept = (operation: Operation): Asked => ({
  name: operation.name,
  operation,
  keepsNothing: false,
});
const first = (operation: Operation): Asked => ({
  name: `${operation.name}, nothing kept`,
  operation,
  keepsNothing: true,
});
const asked = [
  kept(operations.companyDashboard),
  first(operations.companyDashboard),
  kept(operations.agencyDashboard),
  first(operations.agencyDashboard),
  kept(operations.createTicket),
  kept(operations.approve),
];

requirePrograms('wrk', 'haproxy');
if (availableParallelism() < 2) throw new Error('PostgreSQL and the servers want a core each');
await using opened = new AsyncDisposableStack();
const world = await openWorld(options.scale as Scale);
opened.defer(() => world.close());
const dataDir = await mkdtemp(join(tmpdir(), 'hamla-several-files-'));
opened.defer(() => rm(dataDir, { recursive: true, force: true }));
for (const pid of familyOf(world.postmaster)) pin(pid, '0');
// What this process starts from now on runs where it does.
pin(process.pid, `1-${availableParallelism() - 1}`);

const groups = {
  keeping: await startServers({ siteUrl }),
  forgetful: await startServers({ siteUrl, keepsNothing: true }),
};
const lines: string[] = [];
for (const { name, operation, keepsNothing } of asked) {
  const targets = keepsNothing ? groups.forgetful : groups.keeping;
  const samples: Sample[][] = targets.map(() => []);
  for (let run = 0; run < Number(options.runs); run += 1)
    for (const [n, target] of targets.entries())
      samples[n]!.push(await measureHttp(world, operation, { ...target, siteUrl }, times));
  for (const [n, some] of samples.entries()) {
    const of = medians(some);
    const busy = (of.requests_a_second * of.postgres_ms) / 10;
    lines.push(
      `| ${name} | ${n + 1} | ${fixed(of.requests_a_second, 0)} | ${fixed(of.p50_ms, 1)} | ${fixed(of.p99_ms, 1)} | ${fixed(of.server_ms, 3)} | ${fixed(of.postgres_ms, 3)} | ${fixed(busy, 0)}% |`,
    );
    say(lines.at(-1)!);
  }
}
if (options.write) {
  const table = [
    '| Operation | Servers | Requests/s | p50 ms | p99 ms | Servers ms a request | PostgreSQL ms a request | PostgreSQL’s core is busy |',
    '|---|--:|--:|--:|--:|--:|--:|--:|',
    ...lines,
  ].join('\n');
  await writeSection(
    'scaling.md',
    'several',
    `${scales[options.scale as Scale].tickets.toLocaleString('en')} tickets, medians of ${options.runs} turns of ${times.seconds} s, 32 connections. ${await machine(world, 'wrk', 'haproxy')}.\n\n${table}`,
  );
}

/** Some servers, behind a balancer each for one of them, for two, and so on. */
async function startServers(settings: { siteUrl: string; keepsNothing?: boolean }) {
  const servers: ServerProcess[] = [];
  const balanced: { url: string; servers: ServerProcess[] }[] = [];
  for (let n = 0; n < MOST; n += 1) {
    const server = await startHamla(world, dataDir, settings);
    opened.defer(() => server.stop());
    servers.push(server);
    const balancer = await startBalancer(servers);
    opened.defer(() => balancer.stop());
    balanced.push({ url: balancer.url, servers: [...servers] });
  }
  return balanced;
}

/** Keeps a process, and what it starts from now on, on these cores. */
function pin(pid: number, cores: string): void {
  const { status, stderr } = spawnSync('taskset', ['-acp', cores, String(pid)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`taskset: ${stderr}`);
}
