import { Client, type ClientConfig } from 'pg';
import { givenSecrets, loadSecrets, makeSecrets, type Secrets } from '../config/secrets.ts';
import type { Settings } from '../config/settings.ts';
import { explainDataDirError, explainDatabaseError } from '../config/startup-errors.ts';
import { untilStopped } from '../stop-signals.ts';
import { startEmbeddedPostgres, type Log } from './embedded.ts';
import { isSetUp } from './key-proof.ts';
import { migrate } from './migrate.ts';
import { connectionFromUrl } from './pools.ts';

interface OpenDatabase {
  owner: ClientConfig;
  /** Where requests go instead: through a pooler in transaction mode. */
  pooler?: ClientConfig | undefined;
  secrets: Secrets;
  /** Stops the embedded PostgreSQL unless another process uses it. */
  close(): Promise<void>;
}

const connectionTimeoutMillis = 10_000;

/**
 * Opens the PostgreSQL of `DATABASE_URL`, past its pooler by `DATABASE_DIRECT_URL`, or else the embedded one on `DATA_DIR`,
 * shared with a running server. Only the former is asked whether it is new when no key exists.
 * @throws Error with a message about the settings (startup-errors.ts).
 */
export async function openPostgres(
  settings: Settings,
  log: Log,
  stopping?: AbortSignal,
): Promise<OpenDatabase> {
  try {
    const { databaseUrl, databaseDirectUrl, dataDir } = settings;
    if (databaseUrl) {
      const directUrl = databaseDirectUrl ?? databaseUrl;
      const owner = { ...connectionFromUrl(directUrl), connectionTimeoutMillis };
      const pooler = databaseDirectUrl ? connectionFromUrl(databaseUrl) : undefined;
      const secrets = givenSecrets(settings) ?? (await secretsOfNew(owner, settings));
      return { owner, pooler, secrets, close: async () => {} };
    }
    const secrets = loadSecrets(settings);
    const postgres = await startEmbeddedPostgres({ dataDir, secrets, log, stopping });
    return { owner: postgres.owner, secrets, close: () => postgres.stop() };
  } catch (error) {
    throw explainDataDirError(settings, error);
  }
}

/** A key is made for an empty database, never for one that was set up with another key. */
async function secretsOfNew(owner: ClientConfig, settings: Settings): Promise<Secrets> {
  const client = new Client(owner);
  client.on('error', () => {});
  try {
    await client.connect();
    if (await isSetUp(client)) {
      throw new Error(
        'DATABASE_URL: the database is set up, but no secret key is given. Nothing was changed. Set SECRET_KEY to the key of ' +
          `its installation, or put its secret.key into DATA_DIR=${settings.dataDir}.`,
      );
    }
  } catch (error) {
    throw explainDatabaseError(settings, error);
  } finally {
    await client.end().catch(() => {});
  }
  return makeSecrets(settings);
}

/**
 * Opens the PostgreSQL and migrates it. A server's start and `npm run migrate` also reset passwords of logins that are
 * not the key's; other commands do not.
 * @throws Error with a message about the settings, and the errors of `migrate`.
 */
export async function openDatabase(
  settings: Settings,
  log: Log,
  stopping?: AbortSignal,
  { renewsPasswords = true }: { renewsPasswords?: boolean } = {},
): Promise<OpenDatabase> {
  const database = await openPostgres(settings, log, stopping);
  try {
    const mustBeDurable = !settings.databaseMayLoseWrites;
    // Each migration is one transaction, so a stop in the middle leaves nothing of it.
    await untilStopped(migrate({ ...database, log, renewsPasswords, mustBeDurable }), stopping);
    return database;
  } catch (error) {
    await database.close();
    throw explainDatabaseError(settings, error);
  }
}
