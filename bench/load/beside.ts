import { median } from '../tools/figures.ts';
import type { ServerProcess } from '../tools/server-process.ts';
import { wrk } from '../tools/wrk.ts';
import { operations, requestsOf } from '../world/operations.ts';
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
  const [alone, beside]: [number[], number[]] = [[], []];
  await wrk({ ...steady, seconds: 2 });
  for (let run = 0; run < runs; run += 1) {
    const count = signIn.once!.most_a_second * seconds;
    const requests = requestsOf(signIn, [], { people, first: 1_000_000 * (run + 1), count });
    const oneAtATime = { url, requests, isRepeated: false, connections: 1, seconds };
    const withSignIns = async () => {
      const [others] = await Promise.all([wrk(steady), wrk(oneAtATime)]);
      beside.push(others.p99_ms);
    };
    const without = async () => alone.push((await wrk(steady)).p99_ms);
    for (const turn of run % 2 === 0 ? [without, withSignIns] : [withSignIns, without])
      await turn();
  }
  return median(beside) / median(alone);
}
