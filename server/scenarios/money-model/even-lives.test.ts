import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants } from '../../testing/invariants.ts';
import {
  live,
  liveWithMistake,
  openWorld,
  rareIn,
  seedsOf,
  type LivedWorld,
} from './life/lives.ts';

/** The other half of the lives (see odd-lives.test.ts), in a database of their own. */
const seeds = seedsOf('even');
let world: LivedWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

// What goes wrong once is wrong: nothing is tried again.
describe('even lives', { retry: 0, timeout: 60_000 }, () => {
  test.each(seeds)('a random life (seed %i) goes as the model says', async (seed) => {
    await expect(live(world, seed)).resolves.toBeUndefined();
  });

  // A handful of lives is too few to have met everything.
  test.runIf(seeds.length >= 100)(
    'every transition is made often enough, and every invariant holds afterwards',
    async () => {
      expect(rareIn(world.made, seeds.length)).toEqual([]);
      expect(await brokenInvariants(world.owner)).toEqual([]);
    },
  );

  test('a planted mistake is noticed: a guard that knows held funds and forgets committed ones', async () => {
    const lives = liveWithMistake(world, 'budget_of(uuid)', 's.held, s.committed)', 's.held, 0)');
    await expect(lives).rejects.toThrow('Expected values to be strictly deep-equal');
  });
});
