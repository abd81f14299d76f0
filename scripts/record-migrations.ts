/**
 * `npm run record-migrations`: keeps what the migrations of this build are and make, for the start to compare. Adds the checksums
 * of new ones to `server/migrations/checksums.txt` and writes `server/migrations/catalogue.txt` from a new database. Run it with
 * each new migration, and with a replayed file that changes what migrations made.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { readCommandLine } from '#server/commands/command-line.ts';
import {
  readMigrations,
  recordedCatalogue,
  recordedChecksums,
} from '#server/platform/database/build.ts';
import { recordableTables } from '#server/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts';
import { secretsFromKey } from '#server/platform/config/secrets.ts';

readCommandLine({ usage: 'Usage: npm run record-migrations' });
await recordChecksums();
await recordCatalogue();

/** A recorded checksum stays: who edits a migration that has not landed yet removes its line first. */
async function recordChecksums(): Promise<void> {
  const text = await readFile(recordedChecksums, 'utf8').catch(() => '');
  const recorded = new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('  ').toReversed() as [string, string]),
  );
  for (const { name, checksum } of readMigrations()) {
    const before = recorded.get(name) ?? checksum;
    if (before !== checksum) {
      throw new Error(
        `${name} has changed since it was recorded. A migration that has landed is never edited; of one that has not, remove the ` +
          'line in server/migrations/checksums.txt and run this again.',
      );
    }
    recorded.set(name, checksum);
  }
  const lines = [...recorded].toSorted().map(([name, checksum]) => `${checksum}  ${name}\n`);
  await writeFile(recordedChecksums, lines.join(''));
}

async function recordCatalogue(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hamla-record-'));
  const log = pino({ level: 'error' });
  const secrets = secretsFromKey(Buffer.alloc(32, 'record'));
  const postgres = await startEmbeddedPostgres({ dataDir, secrets, log, disposable: true });
  try {
    const client = new Client({ ...postgres.owner, database: 'postgres' });
    await client.connect();
    await client.query('create database tables template template0');
    await client.end();
    const tables = { ...postgres.owner, database: 'tables' };
    const lines = await recordableTables({ whole: postgres.owner, tables, secrets, log });
    await writeFile(recordedCatalogue, `${lines.join('\n')}\n`);
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
