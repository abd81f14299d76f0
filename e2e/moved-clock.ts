import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { Client } from 'pg';

import type { startServer } from '#server/main.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';
import type { loadSecrets } from '#server/platform/secrets.ts';
import type { readSettings, Settings } from '#server/platform/settings.ts';

import { newDataDir } from './prepared-data.ts';

const built = new URL('../dist/server/', import.meta.url);

export interface MovedProduct {
  url: string;
  now: () => Date;
  /** Makes a person staff, as `npm run staff` does. */
  addStaff: (email: string) => Promise<void>;
  /** As a day later: the IBANs that wait can be approved. Nothing else grows older. */
  endIbanPauses: () => Promise<void>;
  /** As so many days later for one ticket: its days and those of its installments lie further back. */
  ageTicket: (ticket_number: string, days: number) => Promise<void>;
  /** Closes yesterday in Riyadh by the command, as an operator does; what it says. */
  closeYesterday: () => Promise<string>;
  stop(): Promise<void>;
}

/** The built product in this process, on an empty database of its own, living by the given clock. */
export async function startProduct(clock: Clock): Promise<MovedProduct> {
  const main: { startServer: typeof startServer } = await import(new URL('main.js', built).href);
  const settings: { readSettings: typeof readSettings } = await import(
    new URL('platform/settings.js', built).href
  );
  const dataDir = await newDataDir();
  const own = settings.readSettings({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  const server = await main.startServer(own, clock);
  const run = async (command: string, ...args: string[]) => {
    const file = fileURLToPath(new URL(`${command}.js`, built));
    const { stdout } = await promisify(execFile)(process.execPath, [file, ...args], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    });
    return stdout;
  };
  return {
    url: server.url,
    now: () => clock.now(),
    addStaff: async (email) => {
      await run('staff', 'add', email, '--unproven');
    },
    endIbanPauses: () =>
      asOwner(
        own,
        `update agency_iban_changes set requested_at = requested_at - interval '24 hours' where status = 'Pending'`,
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

/** As the owner of the database that the server runs. */
async function asOwner(settings: Settings, sql: string, values: unknown[] = []): Promise<void> {
  const { startEmbeddedPostgres: adopt }: { startEmbeddedPostgres: typeof startEmbeddedPostgres } =
    await import(new URL('platform/postgres/embedded.js', built).href);
  const keys: { loadSecrets: typeof loadSecrets } = await import(
    new URL('platform/secrets.js', built).href
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
