import { connectionToUrl } from '#server/platform/database/pools.ts';
import { loginOf } from '../tools/database.ts';
import { pgbench } from '../tools/pgbench.ts';
import { processTreeOf, processTreeSeconds, residentMb } from '../tools/processes.ts';
import type { ServerProcess } from '../tools/server-process.ts';
import { wrk, type LoadResult } from '../tools/wrk.ts';
import { cleanUp, type DataSet } from './data-set.ts';
import { requestsOf, type Operation, type Requests } from './operations.ts';

/** The figures of one system for one run of one operation. Processor times are milliseconds a request. */
export interface Measurement extends LoadResult {
  /** NaN where only PostgreSQL runs, as is the memory. */
  server_ms: number;
  postgres_ms: number;
  /** Resident memory of the server's processes at the end. */
  memory_mb: number;
}

/** Seconds of a measurement, and of the warm-up before it, which does not count. */
export interface Times {
  seconds: number;
  warm: number;
}

/** Measures pgbench, with the row-level security of the product's login. */
export function measureLimit(
  dataSet: DataSet,
  operation: Operation,
  times: Times,
): Promise<Measurement> {
  const url = connectionToUrl(loginOf('hamla_app', dataSet.owner));
  const call = operation.limit!(dataSet);
  return measure(dataSet, operation, times, null, (seconds, first) =>
    pgbench(url, call, { seconds, first }),
  );
}

/** Measures requests over HTTP. */
export async function measureHttp(
  dataSet: DataSet,
  operation: Requests,
  { url, pid }: ServerProcess,
  times: Times,
): Promise<Measurement> {
  const tokens = (await operation.tokens?.(dataSet, url)) ?? [];
  const { people } = dataSet;
  return measure(dataSet, operation, times, pid, (seconds, first) => {
    const count = operation.singleUse ? operation.singleUse.most_a_second * seconds : people;
    const requests = requestsOf(operation, tokens, { people, first, count });
    return wrk({ url, requests, isRepeated: !operation.singleUse, seconds });
  });
}

async function measure(
  dataSet: DataSet,
  { singleUse }: Requests,
  { seconds, warm }: Times,
  server: number | null,
  run: (seconds: number, first: number) => Promise<LoadResult>,
): Promise<Measurement> {
  const since = new Date();
  const numbers = (time: number) => (singleUse ? singleUse.most_a_second * time : 0);
  const count = numbers(warm + seconds);
  const first = dataSet.numbers(count);
  await singleUse?.prepare?.(dataSet, first, count);
  await run(warm, first);
  const spent = () => ({
    server: server === null ? NaN : processTreeSeconds(server),
    postgres: processTreeSeconds(dataSet.postmaster),
  });
  const before = spent();
  const result = await run(seconds, first + numbers(warm));
  const after = spent();
  const memory = server === null ? [NaN] : processTreeOf(server).map((pid) => residentMb(pid));
  if (singleUse) await cleanUp(dataSet, since);
  return {
    ...result,
    server_ms: ((after.server - before.server) * 1000) / result.requests,
    postgres_ms: ((after.postgres - before.postgres) * 1000) / result.requests,
    memory_mb: memory.reduce((sum, mb) => sum + mb, 0),
  };
}
