import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { percentile } from './figures.ts';
import type { LoadResult } from './wrk.ts';

const CLIENTS = 8;

/**
 * The limit: pgbench with prepared statements calls a function as often as PostgreSQL can answer. `call` may use `:n`, the
 * number of this call, unlike any other's, from `first` on.
 * @throws Error when a call failed.
 */
export async function pgbench(
  url: string,
  call: string,
  { seconds, first }: { seconds: number; first: number },
): Promise<LoadResult> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'hamla-pgbench-'));
  const cwd = folder.path;
  const number = `\\set i :i + 1\n\\set n ${first} + :i * ${CLIENTS} + :client_id`;
  await writeFile(join(cwd, 'call.sql'), `${number}\n${call};\n`);
  const settings = ['--no-vacuum', '--protocol=prepared', '--define=i=-1', '--sampling-rate=0.2'];
  const { stdout } = await promisify(execFile)(
    'pgbench',
    [...settings, `--client=${CLIENTS}`, `--time=${seconds}`, '--file=call.sql', '--log', url],
    { cwd },
  );
  const figure = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? 0);
  const requests = figure(/actually processed: (\d+)/);
  const failed = figure(/failed transactions: (\d+)/);
  if (failed > 0) throw new Error(`${failed} of ${requests} failed:\n${call}`);
  const requests_a_second = figure(/tps = ([\d.]+) \(without initial/);
  // Each line is a sampled call; its third field is microseconds.
  const calls = globSync(join(cwd, 'pgbench_log*')).flatMap((name) =>
    readFileSync(name, 'utf8').trim().split('\n'),
  );
  const at = percentile(calls.map((line) => Number(line.split(' ')[2]) / 1000));
  return { requests, requests_a_second, p50_ms: at(0.5), p99_ms: at(0.99) };
}
