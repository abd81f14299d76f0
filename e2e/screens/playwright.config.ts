import { defineConfig } from '@playwright/test';

import everyTest from '../../playwright.config.ts';

/** The whole matrix: `check.matrix.ts` for `npm run check:screens`, `pictures.matrix.ts` for `npm run screenshots`. */
export default defineConfig({
  ...everyTest,
  testDir: '.',
  testMatch: '*.matrix.ts',
  outputDir: '../../test-results/screens',
  globalSetup: './matrix-world.ts',
  fullyParallel: true,
  timeout: 45_000,
  use: { ...everyTest.use, screenshot: 'off' },
  reporter: './matrix-report.ts',
});
