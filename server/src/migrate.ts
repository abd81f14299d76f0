import { openLog } from './platform/log.ts';
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts';
import { migrate } from './platform/postgres/migrate.ts';
import { connectionFromUrl } from './platform/postgres/pools.ts';
import { loadSecrets } from './platform/secrets.ts';
import { loadDotEnv, readSettings } from './platform/settings.ts';

/** `npm run migrate`: what a start does to the database, without serving; for a release in steps. */
async function main(): Promise<void> {
  loadDotEnv();
  const settings = readSettings({ LOG_LEVEL: 'info', ...process.env });
  const log = openLog(settings.logLevel);
  const secrets = loadSecrets(settings);
  if (settings.databaseUrl) {
    await migrate({ owner: connectionFromUrl(settings.databaseUrl), secrets, log });
    return;
  }
  const postgres = await startEmbeddedPostgres({ dataDir: settings.dataDir, secrets, log });
  try {
    await migrate({ owner: postgres.owner, secrets, log });
  } finally {
    await postgres.stop();
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
