import { test as base } from '@playwright/test';

import { startScreensFixture, type ScreensFixture } from './screens-fixture.ts';

const variable = 'SCREENS_WORLD';

/** Before the whole matrix: the fixture is made once, however many workers look at it. Returns what ends it. */
export default async function setUp(): Promise<() => Promise<void>> {
  const running = await startScreensFixture();
  process.env[variable] = JSON.stringify(running.fixture);
  return () => running.stop();
}

export const test = base.extend<{ fixture: ScreensFixture }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern.
  fixture: async ({}, use) => use(JSON.parse(process.env[variable]!)),
});
