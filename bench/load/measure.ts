import { rolePassword } from '#server/platform/postgres/pools.ts';
import { cleanUp, tokensOf, type Operation } from './operations.ts';
import { pgbench } from './pgbench.ts';
import { familyOf, processorSeconds, residentMb } from './processes.ts';
import type { ServerProcess } from './server-process.ts';
import type { World } from './world.ts';
import { wrk, type Measured } from './wrk.ts';

/** One system's figures of one run of one operation. Processor times are milliseconds a request. */
export interface Sample extends Measured {
  server_ms: number;
  postgres_ms: number;
  /** Of the server's processes at the end, resident; none where PostgreSQL is called alone. */
  memory_mb: number;
}

/** How long a measurement takes, and how long what comes before it, which is thrown away. */
export interface Times {
  seconds: number;
  warm: number;
}

const CONNECTIONS = 32;
/** Numbers are never used twice: each call that writes has a row of its own. */
let next = 1;

/** `isSecured`: under row-level security, as the product calls; else the same without it. */
export async function measureLimit(
  world: World,
  operation: Operation,
  limit: (world: World) => string,
  times: Times,
  isSecured: boolean,
): Promise<Sample> {
  await world.query(`alter role hamla_app ${isSecured ? 'nobypassrls' : 'bypassrls'}`);
  const connection = {
    ...world.owner,
    user: 'hamla_app',
    password: rolePassword('hamla_app', world.secrets),
  };
  const run = (seconds: number, first: number) =>
    pgbench(connection, limit(world), { seconds, first });
  try {
    return await measured(world, operation, times, [], run);
  } finally {
    await world.query('alter role hamla_app nobypassrls');
  }
}

/** Over HTTP at 32 connections. */
export async function measureHttp(
  world: World,
  operation: Operation,
  server: ServerProcess,
  times: Times,
): Promise<Sample> {
  const count = rowsOf(operation, times.warm + times.seconds);
  const tokens = await tokensOf(operation, world, server.url, { first: next, count });
  const begin = next;
  const run = (seconds: number, first: number) =>
    wrk({
      url: server.url,
      lua: operation.lua(world),
      tokens: operation.tokens ? tokens : tokens.slice(first - begin),
      first,
      connections: CONNECTIONS,
      seconds,
    });
  return measured(world, operation, times, server.pids(), run);
}

const rowsOf = ({ most_a_second }: Operation, seconds: number) => (most_a_second ?? 0) * seconds;

async function measured(
  world: World,
  operation: Operation,
  { seconds, warm }: Times,
  serverPids: number[],
  run: (seconds: number, first: number) => Promise<Measured>,
): Promise<Sample> {
  const since = new Date();
  const rows = rowsOf(operation, seconds + warm);
  const first = next;
  next += rows;
  await operation.prepare?.(world, first, rows);
  await run(warm, first);
  const postgres = () => processorSeconds(familyOf(world.postmaster));
  const before = { server: processorSeconds(serverPids), postgres: postgres() };
  const result = await run(seconds, first + rowsOf(operation, warm));
  // What pgbench's connections used is their parent's by now.
  const spent = { server: processorSeconds(serverPids), postgres: postgres() };
  if (operation.prepare) await cleanUp(world, since);
  return {
    ...result,
    server_ms: ((spent.server - before.server) * 1000) / result.requests,
    memory_mb:
      serverPids.length > 0 ? serverPids.reduce((sum, pid) => sum + residentMb(pid), 0) : NaN,
    postgres_ms: ((spent.postgres - before.postgres) * 1000) / result.requests,
  };
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Of several runs, the median of each figure. */
export function medians(samples: readonly Sample[]): Sample {
  const keys = Object.keys(samples[0]!) as (keyof Sample)[];
  return Object.fromEntries(
    keys.map((key) => [key, median(samples.map((sample) => sample[key]))]),
  ) as unknown as Sample;
}
