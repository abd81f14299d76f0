import { interleavedMedians } from '../tools/figures.ts';
import { startHamla } from '../tools/hamla.ts';
import { tokensOf } from '../tools/tokens.ts';
import { wrk } from '../tools/wrk.ts';
import type { DataSet } from './data-set.ts';
import { operations, requestsOf } from './operations.ts';

/** A dashboard over HTTP. */
export interface DashboardTimes {
  dashboard: string;
  /** Milliseconds, one value for each data set: the median of the turns' p50. */
  p50: number[];
}

/**
 * Measures both dashboards in each data set in turn, read by as many people as the first one has. The first turn warms up and
 * does not count.
 */
export async function dashboardTimes(
  dataSets: readonly Pick<DataSet, 'owner' | 'companies' | 'agencies'>[],
  { turns, seconds }: { turns: number; seconds: number },
): Promise<DashboardTimes[]> {
  await using opened = new AsyncDisposableStack();
  const servers: string[] = [];
  for (const { owner } of dataSets) servers.push(opened.use(await startHamla({ owner })).url);
  const times: DashboardTimes[] = [];
  for (const [operation, kind] of [
    [operations.companyDashboard, 'companies'],
    [operations.agencyDashboard, 'agencies'],
  ] as const) {
    const people = dataSets[0]![kind].length;
    const reads = dataSets.map(async (dataSet, index) => {
      const url = servers[index]!;
      const tokens = await tokensOf(dataSet.owner, url, dataSet[kind].slice(0, people));
      const requests = requestsOf(operation, tokens, { people, first: 0, count: people });
      return async () => (await wrk({ url, requests, isRepeated: true, seconds })).p50_ms;
    });
    const p50 = await interleavedMedians(turns, await Promise.all(reads), 1);
    times.push({ dashboard: operation.name, p50 });
  }
  return times;
}
