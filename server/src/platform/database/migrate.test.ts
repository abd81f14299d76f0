/** @module-tag proof/reliability */
import { createCipheriv } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client, Pool, type ClientConfig } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { testSecrets } from '../../../testing/secrets.ts';
import { secretsFromKey } from '../config/secrets.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts';
import { migrate } from './migrate.ts';
import { connectionFromUrl, connectionOf, rolePassword, roles } from './pools.ts';

const log = pino({ level: 'silent' });
let folder: string;
/** A cluster of its own, because logins belong to the whole cluster. */
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

test('two processes that migrate an empty database concurrently both succeed', async () => {
  const owner = await newDatabase('at_once');
  await Promise.all([run(owner), run(owner)]);
  expect(await ask(owner, 'select count(*)::int from schema_files')).toBe(1);
});

test('two databases of one cluster can be migrated concurrently and share the logins', async () => {
  const [one, two] = [await newDatabase('one'), await newDatabase('two')];
  await Promise.all([run(one), run(two)]);
  for (const owner of [one, two]) {
    for (const role of roles) {
      const me = connectionOf(role, owner, testSecrets);
      expect(await ask(me, 'select current_user::text')).toBe(role);
    }
  }
});

test('the logins are neither superusers nor exempt from row-level security, and may create nothing', async () => {
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

test('an owner with the rights to create logins and databases needs not be a superuser', async () => {
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

test('a login that bypasses row-level security is refused', async () => {
  const other = await startElsewhere();
  const start = () => migrate({ owner: other.owner, secrets: testSecrets, log });
  try {
    await start();
    for (const right of ['superuser', 'bypassrls']) {
      await ask(other.owner, `alter role hamla_staff ${right}`);
      await expect(start()).rejects.toThrow(
        'The login hamla_staff must be neither superuser nor bypassrls.',
      );
      await ask(other.owner, `alter role hamla_staff no${right}`);
    }
    await start();
  } finally {
    await other.stop();
  }
});

test('a start does not change the password of a login in use by another database of the cluster', async () => {
  const other = await startElsewhere();
  const { owner } = other;
  const start = () => migrate({ owner, secrets: testSecrets, log, renewsPasswords: true });
  const beside = new Client(
    connectionOf('hamla_app', { ...owner, database: 'beside' }, testSecrets),
  );
  try {
    await start();
    await ask(owner, 'create database beside');
    await migrate({ owner: { ...owner, database: 'beside' }, secrets: testSecrets, log });
    await beside.connect();
    await ask(owner, `alter role hamla_app password 'of another installation'`);
    await expect(start()).rejects.toThrow(/exists in this PostgreSQL with another password/);
    await beside.end();
    await vi.waitUntil(
      async () =>
        (await ask(
          owner,
          `select count(*)::int from pg_stat_activity where datname = 'beside'`,
        )) === 0,
      20_000,
    );
    await start();
  } finally {
    await beside.end().catch(() => {});
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

test('the SQL files are replayed only when the stored hash differs', async () => {
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

test('no security definer function may be executed by public', async () => {
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

test('another secret key is refused before anything is written, by every command', async () => {
  const owner = await newDatabase('wrong_key');
  await run(owner);
  const before = await passwordsOf(owner);
  const wrong = secretsFromKey(Buffer.alloc(32, 'another key'));
  for (const renewsPasswords of [true, false]) {
    const refused = migrate({ owner, secrets: wrong, log, renewsPasswords });
    await expect(refused).rejects.toThrow(/^The secret key is not the one that this database/);
  }
  expect(await passwordsOf(owner)).toEqual(before);
});

test('a database without a stored key proof accepts only the key that decrypts its signing key', async () => {
  const other = await startElsewhere();
  const { owner } = other;
  const [right, wrong] = ['right', 'wrong'].map((word) => secretsFromKey(Buffer.alloc(32, word)));
  try {
    await migrate({ owner, secrets: right!, log });
    const sealed = encrypt(right!.derive('signing keys'), 'kid', '{}');
    await ask(
      owner,
      `insert into auth.signing_keys (kid, public_jwk, private_key_sealed, created_at) values ('kid', '{}', $1, '2026-01-01')`,
      [sealed],
    );
    await ask(owner, 'drop table secret_key_proof');
    // As older builds left it after a start with another key.
    for (const role of roles) {
      const password = rolePassword(role, wrong!);
      await ask(owner, `alter role ${role} password '${password}'`);
    }
    await expect(migrate({ owner, secrets: wrong!, log, renewsPasswords: true })).rejects.toThrow(
      /^The secret key is not the one/,
    );
    // Tools report the error; a server's start repairs it.
    await expect(migrate({ owner, secrets: right!, log })).rejects.toThrow(
      /^The login hamla_app, .* has another password .* Start the server or run/,
    );
    await migrate({ owner, secrets: right!, log, renewsPasswords: true });
    const app = connectionOf('hamla_app', owner, right!);
    expect(await ask(app, 'select current_user::text')).toBe('hamla_app');
    await expect(migrate({ owner, secrets: wrong!, log, renewsPasswords: true })).rejects.toThrow(
      /^The secret key is not the one/,
    );
  } finally {
    await other.stop();
  }
});

test('a database without a stored key proof and signing key accepts only the key of its logins', async () => {
  const owner = await newDatabase('never_served');
  await run(owner);
  await ask(owner, 'drop table secret_key_proof');
  const before = await passwordsOf(owner);
  const wrong = secretsFromKey(Buffer.alloc(32, 'another key'));
  await expect(migrate({ owner, secrets: wrong, log, renewsPasswords: true })).rejects.toThrow(
    /^The secret key is not the one/,
  );
  expect(await passwordsOf(owner)).toEqual(before);
  await run(owner);
  expect(await ask(owner, 'select count(*)::int from secret_key_proof')).toBe(1);
});

test('a PostgreSQL that may lose committed rows is refused unless a setting allows it', async () => {
  const owner = await newDatabase('forgetful');
  const options = { owner, secrets: testSecrets, log };
  await expect(migrate({ ...options, mustBeDurable: true })).rejects.toThrow(
    'PostgreSQL runs with fsync=off and full_page_writes=off. Rows that were acknowledged could be lost. ' +
      'Set it to on, or set DATABASE_MAY_LOSE_WRITES=true if that is meant.',
  );
  expect(await ask(owner, `select to_regclass('migrations') is null`)).toBe(true);
  await migrate({ ...options, mustBeDurable: false });
});

test('synchronous_commit off for one login or for the database is refused', async () => {
  const dataDir = await mkdtemp(join(folder, 'durable-'));
  const durable = await startEmbeddedPostgres({ dataDir, secrets: testSecrets, log });
  const { owner } = durable;
  const start = () => migrate({ owner, secrets: testSecrets, log, mustBeDurable: true });
  try {
    await start();
    await ask(owner, 'alter role hamla_jobs set synchronous_commit = off');
    await expect(start()).rejects.toThrow(
      /^PostgreSQL runs with synchronous_commit=off for the login hamla_jobs\. Rows/,
    );
    await ask(owner, 'alter role hamla_jobs reset synchronous_commit');
    await start();
    await ask(owner, 'alter database hamla set synchronous_commit = off');
    await expect(start()).rejects.toThrow(
      /^PostgreSQL runs with synchronous_commit=off for the owner\. Rows/,
    );
    await ask(owner, `alter database hamla set synchronous_commit = 'local'`);
    await start();
  } finally {
    await durable.stop();
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

/** Encrypts as the account service encrypts its signing keys: iv, tag, text. */
function encrypt(key: Buffer, id: string, text: string): Buffer {
  const iv = Buffer.alloc(12, 'iv');
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(id));
  const body = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** The stored password hashes of the logins. */
const passwordsOf = (owner: ClientConfig) =>
  ask(
    owner,
    `select json_object_agg(rolname, rolpassword) from pg_authid where rolname like 'hamla%'`,
  );

/** Another cluster, for changes that would disturb the first. */
async function startElsewhere(): Promise<EmbeddedPostgres> {
  const dataDir = await mkdtemp(join(folder, 'other-'));
  return startEmbeddedPostgres({ dataDir, secrets: testSecrets, log, disposable: true });
}

async function ask(me: ClientConfig, text: string, values: unknown[] = []): Promise<unknown> {
  const pool = new Pool({ ...me, max: 1 });
  // A pool ends before its connections do, which report the cluster's stop as an error.
  pool.on('error', () => {});
  try {
    const { rows } = await pool.query({ text, values, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await pool.end();
  }
}
