import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { defineConfig } from '@playwright/test';
import chromium from '@sparticuz/chromium';

/** The machine's own Chromium; on a machine without one, the binary that npm brings. */
async function findBrowser(): Promise<{ executablePath: string; args: string[] }> {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const installed = [
    process.env.CHROMIUM_PATH ?? '',
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ].find((path) => path !== '' && existsSync(path));
  // Chromium's sandbox refuses to run as root.
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  if (installed) return { executablePath: installed, args: root };
  const unusable = new Set(['--single-process', '--headless=shell', "--headless='shell'"]);
  const args = chromium.args.filter((argument) => !unusable.has(argument));
  return {
    executablePath: await chromium.executablePath(),
    args: [...new Set([...args, ...root])],
  };
}

/** Each test starts the built server on a database of its own (e2e's fixtures): nothing is started here. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // The file's name comes from PLAYWRIGHT_JSON_OUTPUT_FILE, where scripts/test.ts counts.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'Asia/Riyadh',
    viewport: { width: 1440, height: 900 },
    launchOptions: await findBrowser(),
  },
});
