import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { startServer } from '#server/main.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { readSettings } from '#server/platform/settings.ts';

const built = new URL('../dist/server/', import.meta.url);

/** The built product in this process, on an empty database of its own, living by the given clock. */
export async function startProduct(clock: Clock): Promise<{ url: string; stop(): Promise<void> }> {
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
    stop: async () => {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
