import { test as base } from '@playwright/test';

import { startWorld, type World } from './world.ts';

const variable = 'SCREENS_WORLD';

/** Before the whole matrix: the world is made once, however many workers look at it. Returns what ends it. */
export default async function setUp(): Promise<() => Promise<void>> {
  const running = await startWorld();
  process.env[variable] = JSON.stringify(running.world);
  return () => running.stop();
}

export const test = base.extend<{ world: World }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern.
  world: async ({}, use) => use(JSON.parse(process.env[variable]!)),
});
