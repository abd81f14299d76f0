import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { testSecrets } from '../../../testing/secrets.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { assertOwnerRights } from './owner-rights.ts';

/** A PostgreSQL of its own, where nobody has made the product's logins. */
const dataDir = await mkdtemp(join(tmpdir(), 'hamla-rights-'));
const log = pino({ level: 'error' });
const postgres = await startEmbeddedPostgres({
  dataDir,
  secrets: testSecrets,
  log,
  disposable: true,
});
afterAll(async () => {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function on<T>(login: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(login);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

test('an owner without rights is refused with the SQL that gives them, and typed they are enough', async () => {
  const superuser = { ...postgres.owner, database: 'Hamla 2' };
  await on(postgres.owner, async (client) => {
    await client.query(`create role "Plain" login password 'pw'`);
    await client.query('create database "Hamla 2"');
  });
  await on(superuser, (client) => client.query('create extension pg_trgm'));
  const plain = { ...superuser, user: 'Plain', password: 'pw' };
  const refusal = await on(plain, (client) =>
    assertOwnerRights(client).then(
      () => '',
      (error: unknown) => (error as Error).message,
    ),
  );
  const sql =
    'alter role "Plain" createrole; alter database "Hamla 2" owner to "Plain"; ' +
    'alter schema public owner to pg_database_owner; drop extension pg_trgm;';
  expect(refusal).toBe(
    `DATABASE_URL: the user "Plain" cannot set up this database. Type as a superuser in the database "Hamla 2": ${sql} ` +
      'Nothing was changed.',
  );
  await on(superuser, (client) => client.query(sql));
  await on(plain, assertOwnerRights);
});
