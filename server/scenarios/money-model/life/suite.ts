import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants } from '../../../testing/invariants.ts';
import { live, liveWithMistake, openWorld, rareIn, seedsOf, type LivedWorld } from './lives.ts';

/** A mistake that is written into a SQL function for a few lives. */
interface Mistake {
  is: string;
  /** With the types of its arguments. */
  function: string;
  right: string;
  wrong: string;
}

/** The tests of one half of the lives, in a database of its own, and of mistakes that they have to notice. */
export function describeLives(half: 'odd' | 'even', ...mistakes: Mistake[]): void {
  const seeds = seedsOf(half);
  let world: LivedWorld;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  // What goes wrong once is wrong: nothing is tried again.
  describe(`${half} lives`, { retry: 0, timeout: 60_000 }, () => {
    test.each(seeds)('a random life (seed %i) goes as the model says', async (seed) => {
      await expect(live(world, seed)).resolves.toBeUndefined();
    });

    // A handful of lives is too few to have met everything.
    test.runIf(seeds.length >= 60)(
      'every transition is made often enough, and every invariant holds afterwards',
      async () => {
        expect(rareIn(world.made, seeds.length)).toEqual([]);
        expect(await brokenInvariants(world.owner)).toEqual([]);
      },
    );

    test.each(mistakes)('a planted mistake is noticed: $is', async (mistake) => {
      const lives = liveWithMistake(world, mistake.function, mistake.right, mistake.wrong);
      await expect(lives).rejects.toThrow('Expected values to be strictly deep-equal');
    });
  });
}
