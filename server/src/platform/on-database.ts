import type { ClientConfig } from 'pg';
import { openLog } from './log.ts';
import type { Log } from './postgres/embedded.ts';
import { openDatabase } from './postgres/open-database.ts';
import type { Secrets } from './secrets.ts';
import { loadDotEnv, readSettings } from './settings.ts';

export interface CommandDatabase {
  owner: ClientConfig;
  secrets: Secrets;
  log: Log;
}

/**
 * For commands beside the server, on the database of the settings (open-database.ts). Ends the process with what `work`
 * returns, or 1 and the words of an error.
 */
export async function onDatabase(
  work: (database: CommandDatabase) => Promise<number | void>,
  logLevel = 'warn',
): Promise<void> {
  try {
    loadDotEnv();
    const settings = readSettings({ LOG_LEVEL: logLevel, ...process.env });
    const log = openLog(settings.logLevel);
    const database = await openDatabase(settings, log);
    try {
      process.exitCode = (await work({ ...database, log })) ?? 0;
    } finally {
      await database.close();
    }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
