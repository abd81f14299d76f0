import type { Times } from '../world/measure.ts';
import { dashboardTimes, type DashboardTimes } from '../world/dashboard-times.ts';
import { openWorld, type World } from '../world/world.ts';

/** A dashboard's p50 in a world of ten thousand tickets and in this one, in turns. */
export async function growthOf(
  world: World,
  { runs, times: { seconds } }: { runs: number; times: Times },
): Promise<DashboardTimes[]> {
  await using small = await openWorld('10k');
  // As many people look in both.
  const looking = [small, world].map(({ owner, callers }) => ({
    owner,
    companies: callers('company').slice(0, small.people),
    agencies: callers('agency').slice(0, small.people),
  }));
  return await dashboardTimes(looking, { turns: runs, seconds });
}
