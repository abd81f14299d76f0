import type { Times } from '../world/measure.ts';
import { dashboardTimes } from '../world/dashboard-times.ts';
import { openWorld, type World } from '../world/world.ts';

/**
 * How a dashboard's p50 grows with the tickets: in this world and in one of ten thousand tickets, in turns.
 * @returns the quotients by a goal's id.
 */
export async function growthOf(
  world: World,
  { runs, times: { seconds } }: { runs: number; times: Times },
): Promise<Map<string, number>> {
  await using small = await openWorld('10k');
  // As many people look in both.
  const looking = [small, world].map(({ owner, callers }) => ({
    owner,
    companies: callers('company').slice(0, small.people),
    agencies: callers('agency').slice(0, small.people),
  }));
  const found = await dashboardTimes(looking, { turns: runs, seconds });
  return new Map(
    found.map(({ dashboard, keepsNothing, p50: [few, many] }) => [
      `${keepsNothing ? 'first-growth' : 'growth'}/${dashboard}`,
      many! / few!,
    ]),
  );
}
