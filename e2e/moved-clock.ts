import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { test as base } from '@playwright/test';
import { Client } from 'pg';

import type { startServer } from '#server/main.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { startEmbeddedPostgres } from '#server/platform/database/embedded.ts';
import type { loadSecrets } from '#server/platform/config/secrets.ts';
import type { readSettings, Settings } from '#server/platform/config/settings.ts';

import { raisedQuotas } from '#server/platform/quotas.testing.ts';
import { newDataDir } from './prepared-data.ts';
import { readMail } from './product.ts';

const built = new URL('../dist/server/', import.meta.url);

export interface MovedProduct {
  url: string;
  now: () => Date;
  /** Plain texts of the messages sent to an address so far. */
  mailTo: (address: string) => Promise<string[]>;
  /** As if the second factors of a person had been ended because nobody had proven their mailbox. */
  tellFactorsEnded: (email: string) => Promise<void>;
  /** As so many hours later for the removals of lost second factors. */
  ageFactorRemovals: (hours: number) => Promise<void>;
  /** As if the person had opened the link that proves their mailbox. */
  proveMailbox: (email: string) => Promise<void>;
  /** Makes a person staff, as `npm run staff` does, whose mailbox is proven. */
  addStaff: (email: string) => Promise<void>;
  /** As a day later: the IBANs that wait can be approved. Nothing else grows older. */
  endIbanPauses: () => Promise<void>;
  /** As so many days later for one ticket: its days and those of its installments lie further back. */
  ageTicket: (ticket_number: string, days: number) => Promise<void>;
  /** Closes yesterday in Riyadh by the command, as an operator does; what it says. */
  closeYesterday: () => Promise<string>;
  stop(): Promise<void>;
}

/**
 * The built product in this process, on an empty database of its own, living by the given clock.
 * @param others settings beside those of tests
 */
export async function startProduct(
  clock: Clock,
  others: Record<string, string> = {},
): Promise<MovedProduct> {
  const main: { startServer: typeof startServer } = await import(new URL('main.js', built).href);
  const settings: { readSettings: typeof readSettings } = await import(
    new URL('platform/config/settings.js', built).href
  );
  const dataDir = await newDataDir();
  const own = settings.readSettings({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    DATABASE_TIMEOUT_SECONDS: '60',
    ...raisedQuotas,
    ...others,
  });
  const server = await main.startServer(own, clock);
  const run = async (command: string, ...args: string[]) => {
    const file = fileURLToPath(new URL(`commands/${command}.js`, built));
    const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    });
    return stdout;
  };
  return {
    url: server.url,
    now: () => clock.now(),
    mailTo: (address) => readMail(dataDir, address),
    tellFactorsEnded: (email) =>
      asOwner(own, 'update auth.users set factors_ended = true where email = $1', [email]),
    ageFactorRemovals: (hours) =>
      asOwner(
        own,
        `update auth.factor_removals set asked_at = asked_at - make_interval(hours => $1),
                confirmed_at = confirmed_at - make_interval(hours => $1),
                effective_at = effective_at - make_interval(hours => $1)
          where done_at is null`,
        [hours],
      ),
    proveMailbox: (email) => proveMailbox(own, email),
    addStaff: async (email) => {
      await proveMailbox(own, email);
      await run('staff', 'add', email);
    },
    endIbanPauses: () =>
      asOwner(
        own,
        `update iban_changes set requested_at = requested_at - interval '24 hours' where status = 'Pending'`,
      ),
    ageTicket: (ticket_number, days) =>
      asOwner(
        own,
        `with ticket as (
           update tickets set created_at = created_at - make_interval(days => $2),
                  created_local_date = created_local_date - $2::int, documents_accepted_on = documents_accepted_on - $2::int
            where ticket_number = $1 returning id)
         update ticket_installments i set due_date = i.due_date - $2::int from ticket where i.ticket_id = ticket.id`,
        [ticket_number, days],
      ),
    closeYesterday: () => run('close-day'),
    stop: async () => {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const proveMailbox = (settings: Settings, email: string) =>
  asOwner(settings, 'select api.prove_mailbox(id, now()) from auth.users where email = $1', [
    email,
  ]);

/** As the owner of the database that the server runs. */
async function asOwner(settings: Settings, sql: string, values: unknown[] = []): Promise<void> {
  const { startEmbeddedPostgres: adopt }: { startEmbeddedPostgres: typeof startEmbeddedPostgres } =
    await import(new URL('platform/database/embedded.js', built).href);
  const keys: { loadSecrets: typeof loadSecrets } = await import(
    new URL('platform/config/secrets.js', built).href
  );
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const secrets = keys.loadSecrets(settings);
  const postgres = await adopt({ dataDir: settings.dataDir, secrets, log });
  const client = new Client(postgres.owner);
  await client.connect();
  await client.query(sql, values);
  await client.end();
  // It runs on: the server still uses it.
  await postgres.stop();
}

/** One product per worker in which staff can be made; it lives in the present. */
export const test = base.extend<Record<never, never>, { product: MovedProduct }>({
  product: [
    async ({ browserName: _browserName }, use) => {
      const product = await startProduct({ now: () => new Date() });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
});
