import { globSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { readCommandLine, refuseCommandLine } from '#server/commands/command-line.ts';
import { Outcome, SkippedError, type Scenario } from './scenario.ts';

/** No scenario takes so long with small counts; one that hangs is a breach. */
const LIMIT_MS = 600_000;

/**
 * Runs the scenarios in `folder`/scenarios one after another as `npm run <command>`, prints a line of figures for each,
 * and ends the process: with 1 when a promise was broken.
 */
export async function runScenarios(
  command: string,
  folder: string,
  close: () => Promise<void> = async () => {},
): Promise<never> {
  const { values } = readCommandLine({
    usage: `Usage: npm run ${command} -- [--full] [--only R3,R4]

Runs every scenario of ${command}/scenarios with small counts, or with the stated ones (--full, hours).`,
    options: { full: { type: 'boolean', default: false }, only: { type: 'string' } },
  });
  const files = globSync('scenarios/*.ts', { cwd: folder }).toSorted();
  const all = await Promise.all(
    files.map(async (file) => {
      const module = (await import(join(folder, file))) as { default: Scenario };
      return module.default;
    }),
  );
  const wanted = values.only?.split(',');
  const unknown = wanted?.find((id) => !all.some((one) => one.id === id));
  if (unknown) refuseCommandLine(`--only ${unknown} is none of ${all.map(({ id }) => id).join()}.`);
  const chosen = all.filter(({ id }) => wanted?.includes(id) ?? true);

  // Ended by a signal it still ends what it has started.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1));

  let [passed, failed] = [0, 0];
  for (const one of chosen) {
    const outcome = new Outcome();
    const from = performance.now();
    const figures = await figuresOf(one, values.full, outcome);
    const seconds = Math.round((performance.now() - from) / 1000);
    const isPassed = outcome.breaches.length === 0;
    if (figures instanceof SkippedError) {
      say(`${one.id.padEnd(4)} skipped  ${one.title}: ${figures.message}`);
      continue;
    }
    if (isPassed) passed += 1;
    else failed += 1;
    say(
      `${one.id.padEnd(4)} ${isPassed ? 'pass' : 'FAIL'}  ${one.title}: ${figures} (${seconds} s)`,
    );
    if (outcome.controls.length > 0) say(`      noticed: ${outcome.controls.join('; ')}`);
    for (const breach of outcome.breaches) say(`      ${breach}`);
  }
  await close().catch((error: unknown) => say(String(error)));
  say(`\n${passed} passed, ${failed} failed`);
  // Whatever a scenario that failed has left open must not hold the process up.
  process.exit(failed === 0 ? 0 : 1);
}

async function figuresOf(
  one: Scenario,
  isFull: boolean,
  outcome: Outcome,
): Promise<string | SkippedError> {
  const late = Promise.withResolvers<never>();
  const limit = setTimeout(
    () => late.reject(new Error(`it did not end within ${LIMIT_MS / 1000} s`)),
    isFull ? 2 ** 31 - 1 : LIMIT_MS,
  );
  try {
    return await Promise.race([one.run(isFull ? one.full : one.small, outcome), late.promise]);
  } catch (error) {
    if (error instanceof SkippedError) return error;
    outcome.breaches.push(inspect(error));
    return 'ended by an error';
  } finally {
    clearTimeout(limit);
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
