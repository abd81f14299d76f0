import { mediansInTurns } from '../tools/figures.ts';
import type { ServerProcess } from '../tools/server-process.ts';
import { wrk } from '../tools/wrk.ts';
import { cleanUp, operations, requestsOf } from '../world/operations.ts';
import type { World } from '../world/world.ts';

/**
 * What one sign-in at a time does to others: the p99 of dashboards that are asked for at most 100 times a second, without and
 * with it, in turns.
 * @returns the quotient of their medians.
 */
export async function besideSignIns(
  world: World,
  { url }: ServerProcess,
  { runs, seconds }: { runs: number; seconds: number },
): Promise<number> {
  const { companyDashboard, signIn } = operations;
  const { people } = world;
  const tokens = await world.tokensFor('company', url);
  const looks = requestsOf(companyDashboard, tokens, { people, first: 0, count: people });
  const steady = { url, requests: looks, isRepeated: true, connections: 4, pause_ms: 40, seconds };
  await wrk({ ...steady, seconds: 2 });
  const without = async () => (await wrk(steady)).p99_ms;
  const withSignIns = async (run: number) => {
    const count = signIn.once!.most_a_second * seconds;
    const requests = requestsOf(signIn, [], { people, first: 1_000_000 * (run + 1), count });
    const oneAtATime = { url, requests, isRepeated: false, connections: 1, seconds };
    const since = new Date();
    const [others] = await Promise.all([wrk(steady), wrk(oneAtATime)]);
    await cleanUp(world, since);
    return others.p99_ms;
  };
  const [alone, beside] = await mediansInTurns(runs, [without, withSignIns]);
  return beside! / alone!;
}
