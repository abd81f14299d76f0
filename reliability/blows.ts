import { setTimeout as pause } from 'node:timers/promises';
import { expectSound } from './assertions.ts';
import { startLoad, type Load } from './load.ts';
import type { People } from './people.ts';
import type { Rig } from './rig.ts';
import type { Outcome } from './scenario.ts';

/** Milliseconds that a server may take from a blow until it is ready again. */
const READY_MS = 10_000;

interface Blows {
  /** How often; each falls after an equal share of the creations. */
  blows: number;
  creations: number;
}

/** Each blow may leave files that no ticket names, and a company may have sixty. */
export const companiesFor = ({ blows }: Blows) => Math.max(4, Math.ceil(blows / 5));

/**
 * Load under which a blow falls again and again, every second one while a job runs; then everything must be sound.
 * @param strike the blow of that number, and what brings the server back. It may return the moment from which on that was
 * possible; else the blow's counts.
 * @returns figures.
 */
export async function strikeUnderLoad(
  { rig, people, outcome }: { rig: Rig; people: People; outcome: Outcome },
  { blows, creations }: Blows,
  strike: (n: number) => Promise<number | void>,
): Promise<string> {
  const load = await startLoad(people, { count: creations, urls: () => [rig.server.url] });
  let [slowest_ms, whileJobsRan] = [0, 0];
  for (let n = 1; n <= blows; n += 1) {
    await load.reached((creations * n) / (blows + 1));
    if (n % 2 === 0 && (await isJobRunning(rig))) whileJobsRan += 1;
    const begun = performance.now();
    const from = (await strike(n)) ?? begun;
    await rig.server.ready();
    slowest_ms = Math.max(slowest_ms, performance.now() - from);
  }
  await load.ended;
  outcome.expect(
    slowest_ms <= READY_MS,
    `A server was ready only after ${(slowest_ms / 1000).toFixed(1)} s.`,
  );
  expectOnly503(load, outcome);
  const sound = await expectSound(rig, people, load.acknowledged, outcome);
  return (
    `${blows} blows (${whileJobsRan} while a job ran), ${creations} creations, ${load.acknowledged.payments.size} payments, ` +
    `ready in ${(slowest_ms / 1000).toFixed(1)} s at most, ${sound}`
  );
}

/** What a server could not do it says with 503, whatever the fault. */
export function expectOnly503({ statuses }: Pick<Load, 'statuses'>, outcome: Outcome): void {
  const others = [...statuses].filter(([status]) => status >= 500 && status !== 503);
  outcome.expect(others.length === 0, `Answers other than 503: ${JSON.stringify(others)}.`);
}

/** Waits until a job is under way; not for long, because the load decides when there is one. */
async function isJobRunning(rig: Rig): Promise<boolean> {
  for (const limit = performance.now() + 2_000; performance.now() < limit;) {
    const running = await rig
      .rows('select from graphile_worker.jobs where locked_at is not null limit 1')
      .catch(() => []);
    if (running.length > 0) return true;
    await pause(5);
  }
  return false;
}
