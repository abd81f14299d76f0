import { connectionOf } from '#server/platform/database/pools.ts';
import { median } from '../tools/figures.ts';
import { pgbench } from '../tools/pgbench.ts';
import { familySeconds, residentMb } from '../tools/processes.ts';
import { secrets } from '../tools/secrets.ts';
import type { ServerProcess } from '../tools/server-process.ts';
import { wrk, type Measured } from '../tools/wrk.ts';
import { cleanUp, requestsOf, type Operation } from './operations.ts';
import type { World } from './world.ts';

/** One system's figures of one run of one operation. Processor times are milliseconds a request. */
export interface Sample extends Measured {
  server_ms: number;
  postgres_ms: number;
  /** Of the servers' processes at the end, resident; none where PostgreSQL is called alone. */
  memory_mb: number;
}

/** How long a measurement takes, and how long what comes before it, which is thrown away. */
export interface Times {
  seconds: number;
  warm: number;
}

/** What requests are sent to. */
interface Target {
  /** Where a load is sent: a server's address, or a balancer's. */
  url: string;
  /** What the tokens name, where it is not `url`. */
  siteUrl?: string;
  /** Who works on them. */
  servers: readonly ServerProcess[];
}

/** A server that is asked itself. */
export const alone = (server: ServerProcess): Target => ({ url: server.url, servers: [server] });

/** `isSecured`: under row-level security, as the product calls; else the same without it. */
export async function measureLimit(
  world: World,
  operation: Operation,
  limit: (world: World) => string,
  times: Times,
  isSecured: boolean,
): Promise<Sample> {
  await world.query(`alter role hamla_app ${isSecured ? 'nobypassrls' : 'bypassrls'}`);
  const connection = connectionOf('hamla_app', world.owner, secrets);
  const run = (seconds: number, first: number) =>
    pgbench(connection, limit(world), { seconds, first });
  try {
    return await measured(world, operation, times, [], run);
  } finally {
    await world.query('alter role hamla_app nobypassrls');
  }
}

/** Over HTTP. */
export async function measureHttp(
  world: World,
  operation: Operation,
  { url, siteUrl = url, servers }: Target,
  times: Times,
): Promise<Sample> {
  const tokens = (await operation.tokens?.(world, siteUrl)) ?? [];
  const { people } = world;
  const run = (seconds: number, first: number) => {
    const count = operation.once ? operation.once.most_a_second * seconds : people;
    const requests = requestsOf(operation, tokens, { people, first, count });
    return wrk({ url, requests, isRepeated: !operation.once, seconds });
  };
  return measured(world, operation, times, servers, run);
}

async function measured(
  world: World,
  { once }: Operation,
  { seconds, warm }: Times,
  servers: readonly ServerProcess[],
  run: (seconds: number, first: number) => Promise<Measured>,
): Promise<Sample> {
  const since = new Date();
  const numbers = (time: number) => (once ? once.most_a_second * time : 0);
  const count = numbers(warm + seconds);
  const first = world.numbers(count);
  await once?.prepare?.(world, first, count);
  await run(warm, first);
  const spent = () => ({
    server: servers.reduce((sum, { pid }) => sum + familySeconds(pid), 0),
    postgres: familySeconds(world.postmaster),
  });
  const before = spent();
  const result = await run(seconds, first + numbers(warm));
  const after = spent();
  const pids = servers.flatMap((server) => server.pids());
  const memory_mb = pids.length > 0 ? pids.reduce((sum, pid) => sum + residentMb(pid), 0) : NaN;
  if (once) await cleanUp(world, since);
  return {
    ...result,
    server_ms: ((after.server - before.server) * 1000) / result.requests,
    memory_mb,
    postgres_ms: ((after.postgres - before.postgres) * 1000) / result.requests,
  };
}

/** Of several runs, the median of each figure. */
export function medians(samples: readonly Sample[]): Sample {
  const keys = Object.keys(samples[0]!) as (keyof Sample)[];
  return Object.fromEntries(
    keys.map((key) => [key, median(samples.map((sample) => sample[key]))]),
  ) as unknown as Sample;
}
