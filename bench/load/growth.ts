import { mediansInTurns } from '../tools/figures.ts';
import { startHamla } from '../tools/hamla.ts';
import type { ServerProcess } from '../tools/server-process.ts';
import { alone, measureHttp, type Times } from '../world/measure.ts';
import { operations } from '../world/operations.ts';
import { openWorld, type World } from '../world/world.ts';

/** The product twice: as it ships, and keeping no dashboard. */
interface Products {
  hamla: ServerProcess;
  forgetful: ServerProcess;
}

/**
 * How a dashboard's p50 grows with the tickets: in this world and in one of ten thousand tickets, in turns.
 * @returns the quotients by a goal's id.
 */
export async function growthOf(
  world: World,
  products: Products,
  { runs, times }: { runs: number; times: Times },
): Promise<Map<string, number>> {
  await using opened = new AsyncDisposableStack();
  const small = await openWorld('10k');
  opened.defer(() => small.close());
  const start = async (keepsNothing: boolean) => {
    const server = await startHamla(small, { keepsNothing });
    opened.defer(() => server.stop());
    return server;
  };
  const others: Products = { hamla: await start(false), forgetful: await start(true) };
  const quotients = new Map<string, number>();
  // As many people look in both.
  const large = { ...world, people: small.people };
  for (const operation of [operations.companyDashboard, operations.agencyDashboard])
    for (const product of ['hamla', 'forgetful'] as const) {
      const p50 = (on: World, server: ServerProcess) => async () =>
        (await measureHttp(on, operation, alone(server), times)).p50_ms;
      const [few, many] = await mediansInTurns(runs, [
        p50(small, others[product]),
        p50(large, products[product]),
      ]);
      const id = product === 'hamla' ? 'growth' : 'first-growth';
      quotients.set(`${id}/${operation.name}`, many! / few!);
    }
  return quotients;
}
