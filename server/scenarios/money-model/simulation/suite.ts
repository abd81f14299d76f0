import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants } from '../../../testing/invariants.ts';
import {
  runSimulation,
  runWithMistake,
  openEnvironment,
  rareIn,
  seedsOf,
  type SharedEnvironment,
} from './run-simulation.ts';

/** A mistake that is written into a SQL function for a few simulations. */
interface Mistake {
  is: string;
  /** With the types of its arguments. */
  function: string;
  right: string;
  wrong: string;
}

/** The tests of one half of the simulations, in a database of its own, and of mistakes that they have to notice. */
export function describeSimulations(half: 'odd' | 'even', ...mistakes: Mistake[]): void {
  const seeds = seedsOf(half);
  let environment: SharedEnvironment;
  beforeAll(async () => {
    environment = await openEnvironment();
  });
  afterAll(() => environment.close());

  // What goes wrong once is wrong: nothing is tried again.
  describe(`${half} seeds`, { retry: 0, timeout: 300_000 }, () => {
    test.each(seeds)('a random simulation (seed %i) matches the model', async (seed) => {
      await expect(runSimulation(environment, seed)).resolves.toBeUndefined();
    });

    // A handful of simulations is too few to have met everything.
    test.runIf(seeds.length >= 24)(
      'every transition is made often enough, and every invariant holds afterwards',
      async () => {
        // A text is printed whole.
        expect(rareIn(environment.made, seeds.length).join('; ')).toBe('');
        expect(await brokenInvariants(environment.owner)).toEqual([]);
      },
    );

    test.each(mistakes)('a planted mistake is noticed: $is', async (mistake) => {
      const simulations = runWithMistake(
        environment,
        mistake.function,
        mistake.right,
        mistake.wrong,
      );
      await expect(simulations).rejects.toThrow('Expected values to be strictly');
    });
  });
}
