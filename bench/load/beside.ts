import { mediansInTurns } from '../tools/figures.ts';
import type { ServerProcess } from '../tools/server-process.ts';
import { wrk } from '../tools/wrk.ts';
import { cleanUp, operations, requestsOf } from '../world/operations.ts';
import type { World } from '../world/world.ts';

/** A turn asks for some 8000 dashboards: its p99 is of the slowest 80. */
const SECONDS = 20;
const CONNECTIONS = 16;
const PAUSE_MS = 40;
/** A pause begins when the answer is there: never more than these. */
export const LOOKS_A_SECOND = (CONNECTIONS * 1000) / PAUSE_MS;

/**
 * What one sign-in at a time does to others: the p99 of dashboards that are asked for at a fixed rate, without and with it, in
 * turns. They are asked for as browsers ask, compressed, by the threads that hash; a kept one but once.
 * @returns the quotient of their medians.
 */
export async function besideSignIns(
  world: World,
  { url }: ServerProcess,
  runs: number,
): Promise<number> {
  const { companyDashboard, signIn } = operations;
  const { people } = world;
  const tokens = await world.tokensFor('company', url);
  const looks = requestsOf(companyDashboard, tokens, { people, first: 0, count: people });
  for (const { headers } of looks) headers['accept-encoding'] = 'gzip';
  const steady = {
    url,
    requests: looks,
    isRepeated: true,
    connections: CONNECTIONS,
    pause_ms: PAUSE_MS,
    seconds: SECONDS,
  };
  // What a turn has written is taken back, which leaves nothing kept: everybody looks once before the next.
  const look = () => wrk({ url, requests: looks, isRepeated: true, seconds: 2 });
  const without = async () => {
    await look();
    return (await wrk(steady)).p99_ms;
  };
  const withSignIns = async () => {
    await look();
    const count = signIn.once!.most_a_second * SECONDS;
    const requests = requestsOf(signIn, [], { people, first: world.numbers(count), count });
    const oneAtATime = { url, requests, isRepeated: false, connections: 1, seconds: SECONDS };
    const since = new Date();
    const [others] = await Promise.all([wrk(steady), wrk(oneAtATime)]);
    await cleanUp(world, since);
    return others.p99_ms;
  };
  const [alone, beside] = await mediansInTurns(runs, [without, withSignIns]);
  return beside! / alone!;
}
