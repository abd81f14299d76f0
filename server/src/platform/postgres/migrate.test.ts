import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Pool, type ClientConfig } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { testSecrets } from '../../../testing/secrets.ts';
import { secretsFromKey } from '../secrets.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts';
import { migrate } from './migrate.ts';
import { connectionFromUrl, connectionOf, openPools, roles } from './pools.ts';

const log = pino({ level: 'silent' });
let folder: string;
/** A cluster of its own: logins belong to the whole cluster. */
let cluster: EmbeddedPostgres;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hamla-migrate-'));
  cluster = await startEmbeddedPostgres({
    dataDir: folder,
    secrets: testSecrets,
    log,
    disposable: true,
  });
});
afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

test('two processes that migrate an empty database at once both succeed', async () => {
  const owner = await newDatabase('at_once');
  await Promise.all([run(owner), run(owner)]);
  expect(await ask(owner, 'select count(*)::int from schema_files')).toBe(1);
});

test('two databases of one cluster can be migrated at once and share the logins', async () => {
  const [one, two] = [await newDatabase('one'), await newDatabase('two')];
  await Promise.all([run(one), run(two)]);
  for (const owner of [one, two]) {
    for (const role of roles) {
      const me = connectionOf(role, owner, testSecrets);
      expect(await ask(me, 'select current_user::text')).toBe(role);
    }
  }
});

test('the logins are neither superusers nor exempt from row-level security, and make nothing', async () => {
  const owner = await newDatabase('attributes');
  await run(owner);
  expect(
    await ask(
      owner,
      `select count(*)::int from pg_roles where rolname = any($1) and rolcanlogin
         and not (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)`,
      [[...roles]],
    ),
  ).toBe(roles.length);
  const app = connectionOf('hamla_app', owner, testSecrets);
  await expect(ask(app, 'create table mine (id int)')).rejects.toMatchObject({ code: '42501' });
  await expect(ask(app, 'create temp table mine (id int)')).rejects.toMatchObject({
    code: '42501',
  });
});

test('an owner who is no superuser but may make logins and databases is enough', async () => {
  const other = await startElsewhere();
  try {
    await ask(other.owner, `create role landlord login createrole createdb password 'rent'`);
    await ask(other.owner, 'create database let owner landlord');
    const owner = { ...other.owner, user: 'landlord', password: 'rent', database: 'let' };
    await run(owner);
    expect(await ask(connectionOf('hamla_app', owner, testSecrets), 'select 1')).toBe(1);
  } finally {
    await other.stop();
  }
});

test('only the job worker can use the job queue, and it can', async () => {
  const owner = await newDatabase('queue');
  await run(owner);
  const jobs = connectionOf('hamla_jobs', owner, testSecrets);
  await ask(jobs, `select (graphile_worker.add_job('look', '{}')).id`);
  expect(await ask(jobs, 'select count(*)::int from graphile_worker.jobs')).toBe(1);
  await ask(jobs, `delete from graphile_worker._private_jobs`);
  for (const role of ['hamla_app', 'hamla_accounts', 'hamla_staff'] as const) {
    const me = connectionOf(role, owner, testSecrets);
    const attempt = ask(me, `select (graphile_worker.add_job('look', '{}')).id`);
    await expect(attempt).rejects.toMatchObject({ code: '42501' });
  }
});

test('nothing is replayed while nothing changed, and everything when the stored hash is another', async () => {
  const owner = await newDatabase('replay');
  await run(owner);
  const oid = () => ask(owner, `select xmin::text from pg_database where datname = 'replay'`);
  const before = await oid();
  await run(owner);
  expect(await oid()).toBe(before);
  await ask(owner, `update schema_files set hash = 'older'`);
  await run(owner);
  expect(await oid()).not.toBe(before);
});

test('no function that runs with its owner’s rights is open to everybody', async () => {
  const owner = await newDatabase('definers');
  await run(owner);
  const open = await ask(
    owner,
    `select coalesce(json_agg(p.oid::regprocedure::text), '[]') from pg_proc p
     join pg_namespace n on n.oid = p.pronamespace
     where p.prosecdef and n.nspname <> 'pg_catalog' and has_function_privilege('public', p.oid, 'execute')`,
  );
  expect(open).toEqual([]);
});

test('a changed secret key gives the logins new passwords', async () => {
  const other = await startElsewhere();
  try {
    await run(other.owner);
    const secrets = secretsFromKey(Buffer.alloc(32, 'the next key'));
    await migrate({ owner: other.owner, secrets, log });
    const pools = openPools({ owner: other.owner, secrets, log });
    await expect(pools.app.query('select')).resolves.toBeDefined();
    await pools.close();
  } finally {
    await other.stop();
  }
});

test('a second installation with another key is refused, and the first keeps its logins', async () => {
  const first = await newDatabase('first');
  await run(first);
  const second = await newDatabase('second');
  const secrets = secretsFromKey(Buffer.alloc(32, 'another installation'));
  await expect(migrate({ owner: second, secrets, log })).rejects.toThrow(
    /exists in this PostgreSQL/,
  );
  expect(await ask(connectionOf('hamla_app', first, testSecrets), 'select 1')).toBe(1);
});

test('a connection string gives host, port, login and database', () => {
  expect(connectionFromUrl('postgres://me:p%40ss@db.example:5433/hamla')).toMatchObject({
    host: 'db.example',
    port: 5433,
    user: 'me',
    password: 'p@ss',
    database: 'hamla',
  });
});

function run(owner: ClientConfig): Promise<void> {
  return migrate({ owner, secrets: testSecrets, log });
}

async function newDatabase(name: string): Promise<ClientConfig> {
  await ask(cluster.owner, `create database ${name}`);
  return { ...cluster.owner, database: name };
}

/** Another cluster, for what would disturb the first. */
async function startElsewhere(): Promise<EmbeddedPostgres> {
  const dataDir = await mkdtemp(join(folder, 'other-'));
  return startEmbeddedPostgres({ dataDir, secrets: testSecrets, log, disposable: true });
}

async function ask(me: ClientConfig, text: string, values: unknown[] = []): Promise<unknown> {
  const pool = new Pool({ ...me, max: 1 });
  // A pool has ended before its connections have: a cluster that stops meanwhile says so on them.
  pool.on('error', () => {});
  try {
    const { rows } = await pool.query({ text, values, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await pool.end();
  }
}
