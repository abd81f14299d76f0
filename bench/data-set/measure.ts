import { connectionOf, rolePassword } from '#server/platform/database/pools.ts';
import { median } from '../tools/figures.ts';
import { pgbench } from '../tools/pgbench.ts';
import { processTreeSeconds, residentMb } from '../tools/processes.ts';
import { secrets } from '../tools/secrets.ts';
import type { ServerProcess } from '../tools/server-process.ts';
import { wrk, type LoadResult } from '../tools/wrk.ts';
import { cleanUp, requestsOf, type Operation } from './operations.ts';
import type { DataSet } from './data-set.ts';

/** The figures of one system for one run of one operation. Processor times are milliseconds a request. */
export interface Measurement extends LoadResult {
  server_ms: number;
  postgres_ms: number;
  /** Resident memory of the servers' processes at the end. NaN where only PostgreSQL runs. */
  memory_mb: number;
}

/** Seconds of a measurement, and of the warm-up before it, which does not count. */
export interface Times {
  seconds: number;
  warm: number;
}

interface Target {
  /** The address of a server or of a load balancer. */
  url: string;
  /** The issuer of the tokens. Default: `url`. */
  siteUrl?: string;
  /** The servers whose processor time and memory count. */
  servers: readonly ServerProcess[];
}

/** Requests go to the server itself, without a load balancer. */
export const directTo = (server: ServerProcess): Target => ({ url: server.url, servers: [server] });

/** Measures pgbench, with the row-level security of the product's login. */
export async function measureLimit(
  dataSet: DataSet,
  operation: Operation,
  times: Times,
): Promise<Measurement> {
  const password = rolePassword('hamla_app', secrets);
  const connection = { ...connectionOf('hamla_app', dataSet.owner, secrets), password };
  const call = operation.limit!(dataSet);
  return measured(dataSet, operation, times, [], (seconds, first) =>
    pgbench(connection, call, { seconds, first }),
  );
}

/** Measures requests over HTTP. */
export async function measureHttp(
  dataSet: DataSet,
  operation: Operation,
  { url, siteUrl = url, servers }: Target,
  times: Times,
): Promise<Measurement> {
  const tokens = (await operation.tokens?.(dataSet, siteUrl)) ?? [];
  const { people } = dataSet;
  const run = (seconds: number, first: number) => {
    const count = operation.singleUse ? operation.singleUse.most_a_second * seconds : people;
    const requests = requestsOf(operation, tokens, { people, first, count });
    return wrk({ url, requests, isRepeated: !operation.singleUse, seconds });
  };
  return measured(dataSet, operation, times, servers, run);
}

async function measured(
  dataSet: DataSet,
  { singleUse }: Operation,
  { seconds, warm }: Times,
  servers: readonly ServerProcess[],
  run: (seconds: number, first: number) => Promise<LoadResult>,
): Promise<Measurement> {
  const since = new Date();
  const numbers = (time: number) => (singleUse ? singleUse.most_a_second * time : 0);
  const count = numbers(warm + seconds);
  const first = dataSet.numbers(count);
  await singleUse?.prepare?.(dataSet, first, count);
  await run(warm, first);
  const spent = () => ({
    server: servers.reduce((sum, { pid }) => sum + processTreeSeconds(pid), 0),
    postgres: processTreeSeconds(dataSet.postmaster),
  });
  const before = spent();
  const result = await run(seconds, first + numbers(warm));
  const after = spent();
  const pids = servers.flatMap((server) => server.pids());
  const memory_mb = pids.length > 0 ? pids.reduce((sum, pid) => sum + residentMb(pid), 0) : NaN;
  if (singleUse) await cleanUp(dataSet, since);
  return {
    ...result,
    server_ms: ((after.server - before.server) * 1000) / result.requests,
    memory_mb,
    postgres_ms: ((after.postgres - before.postgres) * 1000) / result.requests,
  };
}

/** The median of each figure of several runs. */
export function mediansOf(samples: readonly Measurement[]): Measurement {
  const keys = Object.keys(samples[0]!) as (keyof Measurement)[];
  return Object.fromEntries(
    keys.map((key) => [key, median(samples.map((sample) => sample[key]))]),
  ) as unknown as Measurement;
}
