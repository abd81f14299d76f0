import type { ClientConfig } from 'pg';
import { loadSecrets, type Secrets } from '../secrets.ts';
import type { Settings } from '../settings.ts';
import { dataDirRefusal, databaseRefusal } from '../start-refusals.ts';
import { startEmbeddedPostgres, type Log } from './embedded.ts';
import { migrate } from './migrate.ts';
import { connectionFromUrl } from './pools.ts';

export interface OpenDatabase {
  owner: ClientConfig;
  secrets: Secrets;
  /** Stops the PostgreSQL where it is our own and nobody else uses it. */
  close(): Promise<void>;
}

const connectionTimeoutMillis = 10_000;

/**
 * The PostgreSQL of `DATABASE_URL`, not yet asked, else our own on `DATA_DIR`, shared with a server that is running.
 * @throws Error in words of the settings (start-refusals.ts).
 */
export async function openPostgres(settings: Settings, log: Log): Promise<OpenDatabase> {
  try {
    const secrets = loadSecrets(settings);
    const { databaseUrl, dataDir } = settings;
    if (databaseUrl) {
      const owner = { ...connectionFromUrl(databaseUrl), connectionTimeoutMillis };
      return { owner, secrets, close: async () => {} };
    }
    const postgres = await startEmbeddedPostgres({ dataDir, secrets, log });
    return { owner: postgres.owner, secrets, close: () => postgres.stop() };
  } catch (error) {
    throw dataDirRefusal(settings, error);
  }
}

/** The same, brought to what this code needs. @throws Error in words of the settings, and those of `migrate`. */
export async function openDatabase(settings: Settings, log: Log): Promise<OpenDatabase> {
  const database = await openPostgres(settings, log);
  try {
    await migrate({ ...database, log });
    return database;
  } catch (error) {
    await database.close();
    throw databaseRefusal(settings, error);
  }
}
