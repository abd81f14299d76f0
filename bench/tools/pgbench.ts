import { execFile } from 'node:child_process';
import { mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ClientConfig } from 'pg';
import { percentile } from './figures.ts';
import type { LoadResult } from './wrk.ts';

const run = promisify(execFile);
const CLIENTS = 8;

/**
 * The limit: pgbench with prepared statements calls a function as often as PostgreSQL can answer. `call` may use `:n`, the
 * number of this call, unlike any other's, from `first` on.
 * @throws Error when a call failed.
 */
export async function pgbench(
  connection: ClientConfig,
  call: string,
  { seconds, first = 0 }: { seconds: number; first?: number },
): Promise<LoadResult> {
  await using directory = await mkdtempDisposable(join(tmpdir(), 'hamla-pgbench-'));
  const cwd = directory.path;
  const script = join(cwd, 'call.sql');
  await writeFile(
    script,
    `\\set i :i + 1\n\\set n ${first} + :i * ${CLIENTS} + :client_id\n${call};\n`,
  );
  const { stdout } = await run(
    'pgbench',
    [
      `--host=${connection.host}`,
      `--port=${connection.port}`,
      `--username=${connection.user}`,
      '--no-vacuum',
      '--protocol=prepared',
      `--client=${CLIENTS}`,
      `--time=${seconds}`,
      '--define=i=-1',
      `--file=${script}`,
      '--log',
      '--sampling-rate=0.2',
      connection.database!,
    ],
    { cwd, env: { ...process.env, PGPASSWORD: String(connection.password) } },
  );
  const requests = Number(/actually processed: (\d+)/.exec(stdout)![1]);
  const failed = Number(/failed transactions: (\d+)/.exec(stdout)?.[1] ?? 0);
  const tps = Number(/tps = ([\d.]+) \(without initial/.exec(stdout)![1]);
  const at = percentile(await latencies(cwd));
  if (failed > 0) throw new Error(`${failed} of ${requests} failed:\n${call}`);
  return { requests, requests_a_second: tps, p50_ms: at(0.5), p99_ms: at(0.99) };
}

/** Milliseconds of each sampled call. */
async function latencies(directory: string): Promise<number[]> {
  const names = (await readdir(directory)).filter((name) => name.startsWith('pgbench_log'));
  const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')));
  return texts.flatMap((text) =>
    text
      .trim()
      .split('\n')
      .map((line) => Number(line.split(' ')[2]) / 1000),
  );
}
