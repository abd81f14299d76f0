import { defineConfig } from '@playwright/test';

import tests from './playwright.config.ts';

const { projects: _projects, ...common } = tests;

/** The whole matrix: `check.matrix.ts` for `npm run check:screens`, `pictures.matrix.ts` for `npm run screenshots`. */
export default defineConfig({
  ...common,
  testDir: 'e2e/screens',
  testMatch: '*.matrix.ts',
  outputDir: 'test-results/screens',
  globalSetup: './e2e/screens/matrix-fixture.ts',
  fullyParallel: true,
  // A loaded machine draws slowly; what never comes is told soon enough.
  timeout: 60_000,
  use: { ...tests.use, screenshot: 'off' },
  reporter: './e2e/screens/matrix-report.ts',
});
