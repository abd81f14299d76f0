import { defineConfig } from '@playwright/test';

import { findBrowser } from './e2e/find-browser.ts';

// Every server that a test starts uses what the build had Node keep of it, as `npm start` does.
process.env.NODE_COMPILE_CACHE ??= 'dist/compiled';
// A test does little twice: planning each statement for its values took a third of PostgreSQL's time.
process.env.PGOPTIONS ??= '-c plan_cache_mode=force_generic_plan';

/** Each test starts the built server on a database of its own (e2e's fixtures): nothing is started here. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.test.ts',
  // Node reads TypeScript itself. Playwright would translate the tests and, in workers that run it, the whole built server.
  build: { external: ['**/*'] },
  globalSetup: './e2e/prepared-data.ts',
  outputDir: 'test-results',
  // Twice the cores of a small machine: a third of a test only waits.
  workers: 4,
  fullyParallel: false,
  forbidOnly: true,
  // A machine several times slower than a developer's, and busy, still has its time: what passes never waits for these.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // The file's name comes from PLAYWRIGHT_JSON_OUTPUT_FILE, where faults/run-tests.ts reads the results.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'Asia/Riyadh',
    viewport: { width: 1440, height: 900 },
    // A test looks at what a screen comes to, not at its way there; the whole campaign runs with its motion.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: await findBrowser(),
  },
});
