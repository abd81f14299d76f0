import type { ClientConfig } from 'pg';
import { openLog } from '../platform/log.ts';
import type { Log } from '../platform/database/embedded.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import type { Secrets } from '../platform/config/secrets.ts';
import { StoppedError, untilStopped, watchStopSignals } from '../platform/stop-signals.ts';
import { loadDotEnv, readSettings, type Settings } from '../platform/config/settings.ts';

interface CommandDatabase {
  owner: ClientConfig;
  secrets: Secrets;
  log: Log;
}

/**
 * For commands beside the server, on the database of the settings (open-database.ts). Ends the process as `runCommand`;
 * the database is closed in each case. `renewsPasswords` as of `migrate`.
 */
export async function runWithDatabase(
  work: (database: CommandDatabase) => Promise<number | void>,
  logLevel = 'warn',
  options: { renewsPasswords?: boolean } = {},
): Promise<never> {
  return runCommand(async (settings, stopping) => {
    const log = openLog(settings.logLevel);
    const database = await openDatabase(settings, log, stopping, {
      renewsPasswords: false,
      ...options,
    });
    try {
      return await untilStopped(work({ ...database, log }), stopping);
    } finally {
      await database.close();
    }
  }, logLevel);
}

/**
 * Runs a command with the settings of the environment. Ends the process: with what `work` returns, with 1 and the words of
 * an error, or, where a signal stopped it before it was done, with 128 and the signal's number. `work` closes what it has
 * opened when `stopping` is aborted.
 */
export async function runCommand(
  work: (settings: Settings, stopping: AbortSignal) => Promise<number | void>,
  logLevel = 'warn',
): Promise<never> {
  const stopping = watchStopSignals();
  let code: number;
  try {
    loadDotEnv();
    code = (await work(readSettings({ LOG_LEVEL: logLevel, ...process.env }), stopping)) ?? 0;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    code = error instanceof StoppedError ? error.exitCode : 1;
  }
  // What a stopped command still does on a database that is not ours to stop would go on.
  return process.exit(code);
}
