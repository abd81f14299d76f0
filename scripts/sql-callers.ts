/**
 * `npm run sql-callers`: writes server/src/platform/database/sql-functions.ts from the catalogue of a new database. Run it
 * when an argument of a SQL function that the server calls has changed, and with each new one.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { readCommandLine } from '#server/commands/command-line.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { sqlFunctionsModule } from '#server/platform/database/sql-functions.testing.ts';
import { repositoryRoot } from '#server/platform/config/repository-root.ts';
import { secretsFromKey } from '#server/platform/config/secrets.ts';

readCommandLine({ usage: 'Usage: npm run sql-callers' });
const dataDir = await mkdtemp(join(tmpdir(), 'hamla-callers-'));
const log = pino({ level: 'error' });
const secrets = secretsFromKey(Buffer.alloc(32, 'callers'));
const postgres = await startEmbeddedPostgres({ dataDir, secrets, log, disposable: true });
const client = new Client(postgres.owner);
try {
  await migrate({ owner: postgres.owner, secrets, log });
  await client.connect();
  const file = join(repositoryRoot, 'server/src/platform/database/sql-functions.ts');
  await writeFile(file, await sqlFunctionsModule(client));
} finally {
  await client.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
