import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';

import { expect, test as base, type Locator, type Page } from '@playwright/test';

import { operations } from '#api/operations.ts';
import { raisedQuotas } from '#server/platform/quotas.testing.ts';

import { readMail, startProduct, type MovedProduct } from './moved-clock.ts';
import { newDataDir } from './prepared-data.ts';

export { expect };

/** The built product in a process of its own, on an empty database of its own. */
export interface Product {
  url: string;
  /** Plain texts of the messages sent to an address so far. */
  mailTo: (address: string) => Promise<string[]>;
}

async function start(environment: Record<string, string>) {
  const dataDir = await newDataDir();
  const server = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], {
    env: {
      ...process.env,
      LOG_LEVEL: 'warn',
      // A machine that is busy with other tests must not make a request fail.
      DATABASE_TIMEOUT_SECONDS: '60',
      ...raisedQuotas,
      ...environment,
      PORT: '0',
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  };
  for await (const line of createInterface(server.stdout)) {
    const url = /(http:\/\/\S+)/.exec(line)?.[1];
    if (!url) continue;
    // Keeps reading, because a full pipe would stop the server.
    server.stdout.resume();
    return { url, stop, mailTo: (address: string) => readMail(dataDir, address) };
  }
  await stop();
  throw new Error('the server ended before it served');
}

/**
 * Tests share products, so each signs up people of its own. All are of one kind for Playwright, whose workers then serve
 * every file from the same products.
 */
export const test = base.extend<
  { closing: void; product: Product },
  { environment: Record<string, string>; shared: Product; staffed: MovedProduct }
>({
  environment: [{}, { option: true, scope: 'worker' }],
  // One per worker and set of `environment` variables.
  shared: [
    async ({ environment }, use) => {
      const product = await start(environment);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  // One per worker in which staff can be made, whose lists hold nothing of other tests; it lives in the present.
  staffed: [
    async ({ browserName: _browserName }, use) => {
      const product = await startProduct({ now: () => new Date() });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  product: async ({ shared }, use) => use(shared),
  baseURL: async ({ product }, use) => use(product.url),
  // A page that a test leaves open would go on listening and drawing beside the next ones; an answer that is being
  // rewritten then is nobody's any more.
  closing: [
    async ({ browser }, use) => {
      await use();
      for (const context of browser.contexts()) {
        for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
        await context.close();
      }
    },
    { auto: true },
  ],
});

/** The tests in which there are staff. */
export const staffedTest = test.extend<{ product: MovedProduct }>({
  product: async ({ staffed }, use) => use(staffed),
});

/**
 * Presses the card of a radio button, as people do. The button itself is invisible: Playwright would press where it was, and
 * would not wait for a page that still moves.
 */
export async function chooseRadio(radio: Locator): Promise<void> {
  await radio.locator('xpath=ancestor::label').click();
  await expect(radio).toBeChecked();
}

/** Until every section of the settings is read, one that comes moves what stands below it, also under a press. */
export async function untilSettingsAreRead(page: Page): Promise<void> {
  await expect(page.getByText('Always mailed at once')).toBeVisible();
  const main = page.getByRole('main');
  await expect(
    main.getByText('Loading', { exact: true }).or(main.locator('[aria-busy=true]')),
  ).toHaveCount(0);
}

/**
 * The device loses its connection. Not before what a first view leaves for later has come: nothing could be said by a
 * toast without it.
 */
export async function loseConnection(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const files = performance.getEntriesByType('resource').map(({ name }) => name);
        const toasts = files.find((name) => /\/assets\/toasts-/.test(name));
        return toasts !== undefined && (await import(toasts)) !== undefined;
      }),
    )
    .toBe(true);
  await page.context().setOffline(true);
}

/** From the next page on no live update reaches the screens, so a test reloads by hand. */
export async function holdLiveLine(page: Page): Promise<() => Promise<void>> {
  const address = `**${operations.subscribe_events.path}`;
  await page.route(address, (route) => route.abort());
  return () => page.unroute(address);
}

let people = 0;

/** An email address nobody has used yet. */
export function newAddress(): string {
  people += 1;
  return `person-${process.pid}-${Date.now()}-${people}@example.sa`;
}

/** Passes the rule of six characters and is on no list of leaked passwords. */
export const password = 'najd-palm-71';
