import { median } from './measure.ts';
import { operations, signIn } from './operations.ts';
import type { ServerProcess } from './server-process.ts';
import type { World } from './world.ts';
import { wrk } from './wrk.ts';

const dashboard = operations.find(({ name }) => name === 'company dashboard')!;

/**
 * What one sign-in at a time does to others: the p99 of dashboards that are asked for at most 100 times a second, without and
 * with it, in turns.
 * @returns the quotient of their medians.
 */
export async function besideSignIns(
  world: World,
  server: ServerProcess,
  { runs, seconds }: { runs: number; seconds: number },
): Promise<number> {
  const steady = {
    url: server.url,
    lua: dashboard.lua(world),
    tokens: await world.tokensFor('company', server.url),
    connections: 4,
    pause_ms: 40,
    seconds,
  };
  const oneAtATime = { url: server.url, lua: signIn.lua(world), connections: 1, seconds };
  const [alone, beside]: [number[], number[]] = [[], []];
  await wrk({ ...steady, seconds: 2 });
  for (let run = 0; run < runs; run += 1) {
    const first = 1_000_000 * (run + 1);
    const withSignIns = async () => {
      const [others] = await Promise.all([wrk(steady), wrk({ ...oneAtATime, first })]);
      beside.push(others.p99_ms);
    };
    const without = async () => alone.push((await wrk(steady)).p99_ms);
    for (const turn of run % 2 === 0 ? [without, withSignIns] : [withSignIns, without])
      await turn();
  }
  return median(beside) / median(alone);
}
