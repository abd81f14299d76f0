import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import type { startServer } from '#server/main.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { readSettings } from '#server/platform/settings.ts';

const built = new URL('../dist/server/', import.meta.url);

export interface MovedProduct {
  url: string;
  now: () => Date;
  /** Makes a person staff, as `npm run staff` does. */
  addStaff: (email: string) => Promise<void>;
  stop(): Promise<void>;
}

/** The built product in this process, on an empty database of its own, living by the given clock. */
export async function startProduct(clock: Clock): Promise<MovedProduct> {
  const main: { startServer: typeof startServer } = await import(new URL('main.js', built).href);
  const settings: { readSettings: typeof readSettings } = await import(
    new URL('platform/settings.js', built).href
  );
  const dataDir = await mkdtemp(join(tmpdir(), 'hamla-browser-'));
  const server = await main.startServer(
    settings.readSettings({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' }),
    clock,
  );
  return {
    url: server.url,
    now: () => clock.now(),
    addStaff: async (email) => {
      const command = [fileURLToPath(new URL('staff.js', built)), 'add', email];
      await promisify(execFile)(process.execPath, command, {
        env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
      });
    },
    stop: async () => {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
