import type { Times } from '../data-set/measure.ts';
import { dashboardTimes, type DashboardTimes } from '../data-set/dashboard-times.ts';
import { openDataSet, type DataSet } from '../data-set/data-set.ts';

/** The p50 of both dashboards in a data set of ten thousand tickets and in this one, in turns. */
export async function dashboardGrowth(
  dataSet: DataSet,
  { runs, times: { seconds } }: { runs: number; times: Times },
): Promise<DashboardTimes[]> {
  await using small = await openDataSet('10k');
  // Equal numbers of people in both.
  const readers = [small, dataSet].map(({ owner, callers }) => ({
    owner,
    companies: callers('company').slice(0, small.people),
    agencies: callers('agency').slice(0, small.people),
  }));
  return await dashboardTimes(readers, { turns: runs, seconds });
}
