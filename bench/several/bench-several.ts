import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { readCommandLine } from '#server/commands/command-line.ts';
import { requestConnections } from '#server/platform/database/pools.ts';
import { say, writeSection } from '../tools/documents.ts';
import { counted, fixed } from '../tools/figures.ts';
import { startHamla } from '../tools/hamla.ts';
import { machine, requirePrograms } from '../tools/machine.ts';
import { processTreeOf } from '../tools/processes.ts';
import type { ServerProcess } from '../tools/server-process.ts';
import { CONNECTIONS } from '../tools/wrk.ts';
import { measureHttp, mediansOf, type Measurement } from '../data-set/measure.ts';
import { operations, type Operation } from '../data-set/operations.ts';
import { openDataSet, scales, type Scale } from '../data-set/data-set.ts';
import { startBalancer } from './balancer.ts';

/**
 * `npm run bench:several` measures one, two and four servers behind HAProxy on one PostgreSQL. PostgreSQL has the first core
 * to itself; servers, load balancer and load generator share the others. The table shows what a request costs a core of
 * PostgreSQL, how busy that core was, and whether a request costs more when more servers run. `--write` puts it into
 * docs/scaling.md.
 */
const { values: options } = readCommandLine({
  usage: 'Usage: npm run bench:several -- [--scale NAME] [--runs N] [--seconds N] [--write]',
  options: {
    scale: { type: 'string', default: '100k' },
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});
const serverCounts = [1, 2, 4];
const cores = availableParallelism();
/** The issuer of all tokens, whichever server handles the request. */
const siteUrl = 'http://hamla.example';
const times = { seconds: Number(options.seconds), warm: 2 };

const asked: Operation[] = [
  operations.companyDashboard,
  operations.agencyDashboard,
  operations.createTicket,
  operations.approve,
];

requirePrograms('wrk', 'haproxy');
if (cores < 2) throw new Error('PostgreSQL and the servers want a core each');
await using dataSet = await openDataSet(options.scale as Scale);
for (const pid of processTreeOf(dataSet.postmaster)) pin(pid, '0');
// Servers, balancer and load are started by this process, and run where it does.
pin(process.pid, `1-${cores - 1}`);

const samples = new Map<string, Measurement[]>();
for (let run = 0; run < Number(options.runs); run += 1)
  for (const count of serverCounts) await takeTurn(count);
const lines = [...Map.groupBy(samples.keys(), (key) => key.split('|')[0]).values()]
  .flat()
  .map((key) => {
    const of = mediansOf(samples.get(key)!);
    const busy = (of.requests_a_second * of.postgres_ms) / 10;
    return `| ${key.replace('|', ' | ')} | ${fixed(of.requests_a_second, 0)} | ${fixed(of.p99_ms, 1)} | ${fixed(of.server_ms, 3)} | ${fixed(busy, 0)}% |`;
  });
const table = [
  '| Operation | Servers | Requests/s | p99 ms | Servers ms a request | PostgreSQL’s core is busy |',
  '|---|--:|--:|--:|--:|--:|',
  ...lines,
].join('\n');
say(table);
if (options.write)
  await writeSection(
    'scaling.md',
    'several',
    `${counted(scales[options.scale as Scale].tickets)} tickets, medians of ${options.runs} turns of ${times.seconds} s, ${CONNECTIONS} connections. ${await machine(dataSet, 'wrk', 'haproxy')}.\n\n${table}`,
  );

/** Starts `count` servers for this turn and measures every operation on them. */
async function takeTurn(count: number): Promise<void> {
  await using started = new AsyncDisposableStack();
  const servers: ServerProcess[] = [];
  // Its share of those that one server has where it sees PostgreSQL's core too, as docs/scaling.md advises.
  const connections = Math.max(2, Math.floor(requestConnections / count));
  for (let n = 0; n < count; n += 1)
    servers.push(started.use(await startHamla(dataSet, { siteUrl, connections })));
  await using balancer = await startBalancer(servers);
  for (const operation of asked) {
    const key = `${operation.name}|${count}`;
    const sample = await measureHttp(
      dataSet,
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
