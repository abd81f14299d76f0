import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { Client } from 'pg';

import type { startServer } from '#server/main.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';
import type { loadSecrets } from '#server/platform/secrets.ts';
import type { readSettings, Settings } from '#server/platform/settings.ts';

const built = new URL('../dist/server/', import.meta.url);

export interface MovedProduct {
  url: string;
  now: () => Date;
  /** Makes a person staff, as `npm run staff` does. */
  addStaff: (email: string) => Promise<void>;
  /** As a day later: the IBANs that wait can be approved. Nothing else grows older. */
  endIbanPauses: () => Promise<void>;
  stop(): Promise<void>;
}

/** The built product in this process, on an empty database of its own, living by the given clock. */
export async function startProduct(clock: Clock): Promise<MovedProduct> {
  const main: { startServer: typeof startServer } = await import(new URL('main.js', built).href);
  const settings: { readSettings: typeof readSettings } = await import(
    new URL('platform/settings.js', built).href
  );
  const dataDir = await mkdtemp(join(tmpdir(), 'hamla-browser-'));
  const own = settings.readSettings({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  const server = await main.startServer(own, clock);
  return {
    url: server.url,
    now: () => clock.now(),
    addStaff: async (email) => {
      const command = [fileURLToPath(new URL('staff.js', built)), 'add', email, '--unproven'];
      await promisify(execFile)(process.execPath, command, {
        env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
      });
    },
    endIbanPauses: () => endIbanPauses(own),
    stop: async () => {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** As the owner of the database that the server runs. */
async function endIbanPauses(settings: Settings): Promise<void> {
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
  await client.query(
    `update agency_iban_changes set requested_at = requested_at - interval '24 hours' where status = 'Pending'`,
  );
  await client.end();
  // It runs on: the server still uses it.
  await postgres.stop();
}
