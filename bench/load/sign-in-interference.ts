import { cleanUp, type DataSet } from '../data-set/data-set.ts';
import { operations, requestsOf } from '../data-set/operations.ts';
import { interleavedMedians } from '../tools/figures.ts';
import type { ServerProcess } from '../tools/server-process.ts';
import { wrk, type HttpLoad } from '../tools/wrk.ts';

/** A turn reads some 8000 dashboards, so the slowest 80 decide its p99. */
const SECONDS = 20;
const CONNECTIONS = 16;
const PAUSE_MS = 40;
/** The upper limit: a pause begins when the response has arrived. */
export const DASHBOARDS_A_SECOND = (CONNECTIONS * 1000) / PAUSE_MS;

/**
 * Measures how one sign-in at a time slows others: the p99 of dashboards at a fixed rate, without and with it, in turns.
 * Dashboards are compressed, which uses the threads that hash.
 * @returns the p99 with sign-ins divided by the p99 without, of medians.
 */
export async function measureSignInInterference(
  dataSet: DataSet,
  { url }: ServerProcess,
  runs: number,
): Promise<number> {
  const { compressedDashboard, signIn } = operations;
  const { people } = dataSet;
  const tokens = await compressedDashboard.tokens!(dataSet, url);
  const steady: HttpLoad = {
    url,
    requests: requestsOf(compressedDashboard, tokens, { people, first: 0, count: people }),
    isRepeated: true,
    connections: CONNECTIONS,
    pause_ms: PAUSE_MS,
    seconds: SECONDS,
  };
  const without = async () => (await wrk(steady)).p99_ms;
  const withSignIns = async () => {
    const count = signIn.singleUse!.most_a_second * SECONDS;
    const requests = requestsOf(signIn, [], { people, first: dataSet.numbers(count), count });
    const oneAtATime = { url, requests, isRepeated: false, connections: 1, seconds: SECONDS };
    const since = new Date();
    const [others] = await Promise.all([wrk(steady), wrk(oneAtATime)]);
    await cleanUp(dataSet, since);
    return others.p99_ms;
  };
  const [p99Without, p99With] = await interleavedMedians(runs, [without, withSignIns]);
  return p99With! / p99Without!;
}
