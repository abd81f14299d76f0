import { mediansInTurns } from '../tools/figures.ts';
import { startHamla } from '../tools/hamla.ts';
import { tokensOf } from '../tools/tokens.ts';
import { wrk, type HttpRequest } from '../tools/wrk.ts';
import { operations, requestsOf } from '../world/operations.ts';
import type { GrowthWorld } from './growth-world.ts';

/** A dashboard over HTTP. */
export interface DashboardTimes {
  name: string;
  /** Milliseconds in each world: the median of its turns' p50. */
  p50: number[];
}

const [TURNS, SECONDS] = [3, 3];

/** What is asked of one server. */
interface Load {
  name: string;
  url: string;
  requests: HttpRequest[];
}

/** Both dashboards, kept and with nothing kept: one world after the other, there and back; a first turn is thrown away. */
export async function dashboardTimes(worlds: readonly GrowthWorld[]): Promise<DashboardTimes[]> {
  await using opened = new AsyncDisposableStack();
  const loads: Load[][] = [];
  for (const world of worlds) {
    const kept = await serve(world, false, opened);
    const anew = await serve(world, true, opened);
    loads.push([...kept, ...anew]);
  }
  const times: DashboardTimes[] = [];
  for (const [n, { name }] of loads[0]!.entries()) {
    const asked = loads.map((of) => () => p50Of(of[n]!));
    times.push({ name, p50: await mediansInTurns(TURNS, asked, 1) });
  }
  return times;
}

const p50Of = async ({ url, requests }: Load) =>
  (await wrk({ url, requests, isRepeated: true, seconds: SECONDS })).p50_ms;

/** Starts a server on a world: what everybody who calls there asks of it. */
async function serve(
  world: GrowthWorld,
  keepsNothing: boolean,
  opened: AsyncDisposableStack,
): Promise<Load[]> {
  const server = await startHamla(world, { keepsNothing });
  opened.defer(() => server.stop());
  const loads: Load[] = [];
  for (const [dashboard, people] of [
    [operations.companyDashboard, world.companies],
    [operations.agencyDashboard, world.agencies],
  ] as const) {
    const tokens = await tokensOf(world.owner, server.url, people);
    const numbers = { people: people.length, first: 0, count: people.length };
    loads.push({
      name: keepsNothing ? `${dashboard.name}, nothing kept` : dashboard.name,
      url: server.url,
      requests: requestsOf(dashboard, tokens, numbers),
    });
  }
  return loads;
}
