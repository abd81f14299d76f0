import type { ClientConfig } from 'pg';
import type { Caller } from '#server/platform/http/operations.ts';
import { mediansInTurns } from '../tools/figures.ts';
import { startHamla } from '../tools/hamla.ts';
import { tokensOf } from '../tools/tokens.ts';
import { wrk, type HttpRequest } from '../tools/wrk.ts';
import { operations, requestsOf } from './operations.ts';

/** A world, and who looks at dashboards there: as many people in each that is compared. */
interface Looking {
  owner: ClientConfig;
  companies: readonly Caller[];
  agencies: readonly Caller[];
}

/** A dashboard over HTTP. */
export interface DashboardTimes {
  dashboard: string;
  /** Asked of a server that keeps none. */
  keepsNothing: boolean;
  /** Milliseconds in each world: the median of its turns' p50. */
  p50: number[];
}

/** What is asked of one server. */
interface Load extends Omit<DashboardTimes, 'p50'> {
  url: string;
  requests: HttpRequest[];
}

/** Both dashboards, kept and with nothing kept: one world after the other, there and back; a first turn is thrown away. */
export async function dashboardTimes(
  worlds: readonly Looking[],
  { turns, seconds }: { turns: number; seconds: number },
): Promise<DashboardTimes[]> {
  await using opened = new AsyncDisposableStack();
  const loads: Load[][] = [];
  for (const world of worlds) {
    const kept = await serve(world, false, opened);
    const nothingKept = await serve(world, true, opened);
    loads.push([...kept, ...nothingKept]);
  }
  const p50Of = async ({ url, requests }: Load) =>
    (await wrk({ url, requests, isRepeated: true, seconds })).p50_ms;
  const times: DashboardTimes[] = [];
  for (const [n, { dashboard, keepsNothing }] of loads[0]!.entries()) {
    const asked = loads.map((of) => () => p50Of(of[n]!));
    times.push({ dashboard, keepsNothing, p50: await mediansInTurns(turns, asked, 1) });
  }
  return times;
}

/** Starts a server on a world: what everybody who looks there asks of it. */
async function serve(
  { owner, companies, agencies }: Looking,
  keepsNothing: boolean,
  opened: AsyncDisposableStack,
): Promise<Load[]> {
  const server = opened.use(await startHamla({ owner }, { keepsNothing }));
  const loads: Load[] = [];
  for (const [operation, people] of [
    [operations.companyDashboard, companies],
    [operations.agencyDashboard, agencies],
  ] as const) {
    const tokens = await tokensOf(owner, server.url, people);
    const numbers = { people: people.length, first: 0, count: people.length };
    loads.push({
      dashboard: operation.name,
      keepsNothing,
      url: server.url,
      requests: requestsOf(operation, tokens, numbers),
    });
  }
  return loads;
}

/** As a table says it. */
export const nameOf = ({ dashboard, keepsNothing }: DashboardTimes): string =>
  keepsNothing ? `${dashboard}, nothing kept` : dashboard;
