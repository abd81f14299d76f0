import { openLog } from './log.ts';
import { startEmbeddedPostgres } from './postgres/embedded.ts';
import { migrate } from './postgres/migrate.ts';
import { connectionFromUrl } from './postgres/pools.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { loadDotEnv, readSettings } from './settings.ts';
import type { ClientConfig } from 'pg';

export interface CommandDatabase {
  owner: ClientConfig;
  secrets: Secrets;
  log: ReturnType<typeof openLog>;
}

/**
 * For commands beside the server: the database of the settings, or our own on `DATA_DIR` (shared with a server that is
 * running), brought to what this code needs. Ends the process with what `work` returns, or 1 and the words of an error.
 */
export async function onDatabase(
  work: (database: CommandDatabase) => Promise<number | void>,
  logLevel = 'warn',
): Promise<void> {
  try {
    loadDotEnv();
    const settings = readSettings({ LOG_LEVEL: logLevel, ...process.env });
    const log = openLog(settings.logLevel);
    const secrets = loadSecrets(settings);
    const run = async (owner: ClientConfig) => {
      await migrate({ owner, secrets, log });
      process.exitCode = (await work({ owner, secrets, log })) ?? 0;
    };
    if (settings.databaseUrl) {
      await run(connectionFromUrl(settings.databaseUrl));
      return;
    }
    const postgres = await startEmbeddedPostgres({ dataDir: settings.dataDir, secrets, log });
    try {
      await run(postgres.owner);
    } finally {
      await postgres.stop();
    }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
