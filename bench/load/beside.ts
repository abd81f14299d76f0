import { operations, signIn } from './operations.ts';
import type { ServerProcess } from './server-process.ts';
import type { World } from './world.ts';
import { wrk } from './wrk.ts';

const dashboard = operations[0]!;

/**
 * What one sign-in at a time does to others: the p99 of dashboards at a fixed rate, without and with it.
 * @returns their quotient.
 */
export async function besideSignIns(
  world: World,
  server: ServerProcess,
  seconds: number,
): Promise<number> {
  const steady = {
    url: server.url,
    lua: dashboard.lua(world),
    tokens: await world.tokensFor('company', server.url),
    connections: 4,
    pause_ms: 40,
    seconds,
  };
  const alone = await wrk(steady);
  const [beside] = await Promise.all([
    wrk(steady),
    wrk({ url: server.url, lua: signIn.lua(world), first: 1_000_000, connections: 1, seconds }),
  ]);
  return beside.p99_ms / alone.p99_ms;
}
