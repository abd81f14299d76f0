import type { ClientConfig } from 'pg';
import type { Caller } from '#server/platform/http/operations.ts';
import { interleavedMedians } from '../tools/figures.ts';
import { startHamla } from '../tools/hamla.ts';
import { tokensOf } from '../tools/tokens.ts';
import { wrk, type HttpRequest } from '../tools/wrk.ts';
import { operations, requestsOf } from './operations.ts';

/** A data set and the people who read dashboards there. Data sets that are compared have equal numbers of people. */
interface DashboardReaders {
  owner: ClientConfig;
  companies: readonly Caller[];
  agencies: readonly Caller[];
}

/** A dashboard over HTTP. */
export interface DashboardTimes {
  dashboard: string;
  /** Milliseconds, one value for each data set: the median of the turns' p50. */
  p50: number[];
}

/** The requests to one server. */
interface Load extends Omit<DashboardTimes, 'p50'> {
  url: string;
  requests: HttpRequest[];
}

/** Measures both dashboards in each data set in turn. The first turn warms up and does not count. */
export async function dashboardTimes(
  dataSets: readonly DashboardReaders[],
  { turns, seconds }: { turns: number; seconds: number },
): Promise<DashboardTimes[]> {
  await using opened = new AsyncDisposableStack();
  const loads: Load[][] = [];
  for (const dataSet of dataSets) loads.push(await serve(dataSet, opened));
  const p50Of = async ({ url, requests }: Load) =>
    (await wrk({ url, requests, isRepeated: true, seconds })).p50_ms;
  const times: DashboardTimes[] = [];
  for (const [n, { dashboard }] of loads[0]!.entries()) {
    const asked = loads.map((of) => () => p50Of(of[n]!));
    times.push({ dashboard, p50: await interleavedMedians(turns, asked, 1) });
  }
  return times;
}

/** Starts a server on a data set and makes the requests of every person there. */
async function serve(
  { owner, companies, agencies }: DashboardReaders,
  opened: AsyncDisposableStack,
): Promise<Load[]> {
  const server = opened.use(await startHamla({ owner }));
  const loads: Load[] = [];
  for (const [operation, people] of [
    [operations.companyDashboard, companies],
    [operations.agencyDashboard, agencies],
  ] as const) {
    const tokens = await tokensOf(owner, server.url, people);
    const numbers = { people: people.length, first: 0, count: people.length };
    loads.push({
      dashboard: operation.name,
      url: server.url,
      requests: requestsOf(operation, tokens, numbers),
    });
  }
  return loads;
}
