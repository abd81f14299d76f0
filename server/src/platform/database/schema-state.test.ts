/** @module-tag proof/reliability */
import { readFileSync } from 'node:fs';
import { runner } from 'node-pg-migrate';
import { Client, type ClientConfig } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { levelOf, migrationsFolder, readBuild, recordedCatalogue, type Build } from './build.ts';
import { catalogueHash, readCatalogue } from './catalogue.ts';
import { migrate, recordableTables } from './migrate.ts';

/** What a start does with each state of the schema. Each test has its own migrated database. */

let database: TestDatabase;
let client: Client;
const build = readBuild();

beforeEach(async () => {
  database = await createTestDatabase();
  client = new Client(database.owner);
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

const start = (as: Build = build) =>
  migrate({ owner: database.owner, secrets: database.secrets, log: database.log, build: as });

async function value<T>(sql: string, values: unknown[] = []): Promise<T> {
  const { rows } = await client.query({ text: sql, values, rowMode: 'array' });
  return rows[0]?.[0] as T;
}

/** Changes when functions are replaced: their row gets a new version. */
const versionOfFunctions = () =>
  value<string>(`select md5(string_agg(p.xmin::text, ' ' order by p.oid)) from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'api'::regnamespace)`);

/** Everything that a start may write of its bookkeeping. */
const bookkeeping = () =>
  value<string>(`select jsonb_build_array((select jsonb_agg(to_jsonb(m) order by m.name) from migrations m),
    (select to_jsonb(f) from schema_files f), (select to_jsonb(v) from schema_version v))::text`);

const checksumOf = (name: string) =>
  value('select checksum from migrations where name = $1', [name]);

test('a database stores the checksum of each migration, its build and the oldest build that it serves', async () => {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations where checksum is not null order by name',
  );
  expect(rows).toEqual(build.migrations.map(({ name, checksum }) => ({ name, checksum })));
  expect(
    await value(
      `select to_jsonb(v) - '{catalogue_hash,objects,functions}'::text[] from schema_version v`,
    ),
  ).toEqual({
    only_row: true,
    release: build.release,
    level: build.level,
    oldest_served_level: build.oldestServedLevel,
    retained_functions: [],
  });
});

test("a build's level grows with the release first and then with the newest migration", () => {
  const newest = (number: string) => [{ name: '0002_other' }, { name: `${number}_one` }];
  const levels = [
    levelOf('0.1.0', newest('0003')),
    levelOf('0.1.0', newest('0038')),
    levelOf('0.1.1', newest('0003')),
    levelOf('0.2.0', newest('0003')),
    levelOf('0.10.0', newest('0003')),
    levelOf('1.0.0', newest('0003')),
  ];
  expect(levels).toEqual(levels.toSorted((a, b) => a - b));
  expect(new Set(levels).size).toBe(levels.length);
});

test('a start on an unchanged schema writes nothing', async () => {
  const before = [await versionOfFunctions(), await bookkeeping()];
  await start();
  expect([await versionOfFunctions(), await bookkeeping()]).toEqual(before);
});

test('an applied migration that has changed or that this build does not have is refused with a message', async () => {
  const before = [await versionOfFunctions(), await bookkeeping()];
  const changed = build.migrations.map((one) =>
    one.name.startsWith('0006') ? { ...one, checksum: 'f'.repeat(64) } : one,
  );
  await expect(start({ ...build, migrations: changed })).rejects.toThrow(
    /^Migrations have changed since they were applied to this database: 0006_money\. Nothing was changed\./,
  );
  const fewer = build.migrations.filter(({ name }) => name !== '0006_money');
  await expect(start({ ...build, migrations: fewer })).rejects.toThrow(
    /^The database has migrations that this build does not have: 0006_money\. Nothing was changed\./,
  );
  expect([await versionOfFunctions(), await bookkeeping()]).toEqual(before);
});

test('a missing migration before newer applied ones is refused with a message', async () => {
  await client.query(`delete from migrations where name = '0006_money'`);
  const before = await bookkeeping();
  await expect(start()).rejects.toThrow(
    /^The migration 0006_money is missing from this database, where newer ones were applied/,
  );
  expect(await bookkeeping()).toBe(before);
});

test('objects of migrations that are gone are named in the error, and nothing is changed', async () => {
  const losses = {
    'drop trigger set_due_date on journal_lines': 'trigger set_due_date of public.journal_lines',
    'alter table journal_lines disable trigger append_only':
      'trigger append_only of public.journal_lines as it was made',
    'drop index agencies_to_verify': 'index agencies_to_verify of public.agencies',
    'alter table journal_lines drop constraint journal_lines_account_check':
      'constraint journal_lines_account_check of public.journal_lines',
    'drop policy owner_all on tickets': 'policy owner_all of public.tickets',
    'alter table tickets no force row level security': 'table public.tickets as it was made',
    'drop function set_due_date() cascade': 'function public.set_due_date()',
  };
  for (const [loss, name] of Object.entries(losses)) {
    await client.query('begin');
    await client.query(loss);
    // Committed, because the start uses another connection.
    await client.query('commit');
    const before = [await versionOfFunctions(), await bookkeeping()];
    await expect(start()).rejects.toThrow(
      /^The database lacks what its migrations made: .*Nothing was changed\./,
    );
    await expect(start()).rejects.toThrow(name);
    expect([await versionOfFunctions(), await bookkeeping()]).toEqual(before);
  }
});

test("objects of the job queue's migrations that are gone are named in the error", async () => {
  const index = await value<string>(
    `select i.relname from pg_index x join pg_class i on i.oid = x.indexrelid
      where i.relnamespace = 'graphile_worker'::regnamespace and not x.indisunique limit 1`,
  );
  await client.query(`drop index graphile_worker.${index}`);
  await expect(start()).rejects.toThrow(`index ${index} of graphile_worker.`);
});

test('a missing function, policy or grant of the replayed files is made again', async () => {
  const whole = await readCatalogue(client);
  const losses = [
    'drop function history_kind(text)',
    'create or replace function history_kind(p_operation text) returns text language sql immutable as $$ select null::text $$',
    'drop policy own on ticket_installments',
    'alter policy own on ticket_installments using (true)',
    'revoke execute on all functions in schema public from hamla_app',
    // Security definer functions are executable only by the roles they are granted to.
    'grant execute on function enqueue_job to public',
  ];
  for (const loss of losses) {
    const hash = await catalogueHash(client);
    await client.query(loss).catch((error: Error) => {
      throw new Error(`${loss}: ${error.message}`);
    });
    const isSeen = (await catalogueHash(client)) !== hash;
    await start();
    expect([loss, isSeen, await readCatalogue(client)]).toEqual([loss, true, whole]);
  }
});

/** This build with one more function, or as a later release. */
const buildWith = (sql: string, other: Partial<Build> = {}): Build => ({
  ...build,
  files: [...build.files, { path: 'retired.sql', text: sql }],
  ...other,
});
const retiredFunction =
  'create or replace function retired(p_a integer) returns integer language sql as $$ select p_a $$;';
const isThere = (signature: string) =>
  value<boolean>('select to_regprocedure($1) is not null', [signature]);

test('a function that no file defines any more is dropped by the next replay', async () => {
  await start(buildWith(retiredFunction));
  expect(await isThere('retired(integer)')).toBe(true);
  // The same name with another signature is another function.
  await start(
    buildWith(
      retiredFunction.replace('integer)', 'bigint)').replace('returns integer', 'returns bigint'),
    ),
  );
  expect(await isThere('retired(integer)')).toBe(false);
  expect(await isThere('retired(bigint)')).toBe(true);
  await start();
  expect(await isThere('retired(bigint)')).toBe(false);
});

test('a replay keeps functions of migrations, extensions and an operator', async () => {
  await client.query(
    'create function of_operator() returns integer language sql as $$ select 1 $$',
  );
  await start(buildWith(retiredFunction));
  await start();
  expect(await isThere('of_operator()')).toBe(true);
  expect(await isThere('refuse_rewrite()')).toBe(true);
  expect(await isThere('extensions.similarity(text, text)')).toBe(true);
});

test('a function of the previous release stays while that release is served and is dropped by the next', async () => {
  await start(buildWith(retiredFunction));
  const oldestServedLevel = build.level;
  const next = { release: '9.1.0', level: levelOf('9.1.0', []), oldestServedLevel };
  await start({ ...build, ...next });
  expect(await isThere('retired(integer)')).toBe(true);
  // A second build of the same release keeps it too.
  await start(buildWith('select 1;', next));
  expect(await isThere('retired(integer)')).toBe(true);
  const after = { release: '9.2.0', level: levelOf('9.2.0', []), oldestServedLevel: next.level };
  await start({ ...build, ...after });
  expect(await isThere('retired(integer)')).toBe(false);
});

test('an index that an operator adds stays and causes one replay', async () => {
  await client.query('create index of_the_operator on tickets (amount_sar, id, status)');
  await start();
  const after = await versionOfFunctions();
  await start();
  expect(await versionOfFunctions()).toBe(after);
  expect(await value(`select to_regclass('of_the_operator') is not null`)).toBe(true);
});

/** Restores the state that a build before 0.1.0 left. */
async function forget(): Promise<void> {
  await client.query('drop table schema_version, secret_key_proof');
  await client.query(`delete from migrations where name like '0000%' or name like '0038%'`);
  await client.query('alter table migrations drop column checksum');
}

test('a database from a commit between two edits of a migration is repaired, then recorded', async () => {
  const whole = await readCatalogue(client);
  await forget();
  // What the first versions of 0010, 0023, 0027, 0032 and 0034 left out or left behind, and the former name of 0033.
  await client.query('drop trigger set_due_date on journal_lines');
  await client.query('drop function set_due_date()');
  await client.query(
    'create function due_date_of(uuid) returns date language sql as $$ select null::date $$',
  );
  await client.query('drop index events_of_actor_by_operation');
  await client.query(
    'create index events_of_actor on events (actor_user_id, occurred_at desc, id desc)',
  );
  await client.query('drop index bank_statement_lines_of_iban');
  await client.query(
    `create index payouts_pending on agency_payouts (created_at) where status = 'Pending'`,
  );
  await client.query('alter table closed_days drop column id cascade');
  await client.query(
    `update migrations set name = '0034_retired_functions' where name = '0033_retired_functions'`,
  );
  await client.query('drop function account_statement_totals(uuid, uuid, uuid, date, date)');
  await client.query(
    `create function account_statement_totals(uuid, uuid, uuid, date, date) returns text language sql as $$ select '' $$`,
  );
  await client.query(`update schema_files set hash = 'of an older build'`);
  await start();
  expect(await readCatalogue(client)).toEqual(whole);
  const names = await client.query<{ name: string; checksum: string }>(
    `select name, checksum from migrations where name not like '0000%' order by name`,
  );
  expect(names.rows).toEqual(build.migrations.map(({ name, checksum }) => ({ name, checksum })));
});

test('a database without checksums that lacks objects of migrations is refused and gets no checksums', async () => {
  await forget();
  await client.query('drop index agencies_to_verify');
  await expect(start()).rejects.toThrow(
    'The database lacks what its migrations made: index agencies_to_verify of public.agencies. Nothing was changed.',
  );
  expect(await value(`select to_jsonb(m) ? 'checksum' from migrations m limit 1`)).toBe(false);
  await client.query(
    'create index agencies_to_verify on agencies (id desc) where verified_at is null',
  );
  await start();
  expect(await checksumOf('0032_one_index_for_each_filter')).toBe(
    build.migrations.find(({ name }) => name.startsWith('0032'))?.checksum,
  );
});

/** The next release: one more table and function, and it serves this build. */
const newer: Build = {
  ...build,
  release: '9.0.0',
  level: levelOf('9.0.0', [{ name: '9999_next' }]),
  oldestServedLevel: build.level,
  migrations: [
    ...build.migrations,
    {
      name: '9999_next',
      text: 'create table next_things (id int primary key);',
      checksum: 'e'.repeat(64),
    },
  ],
  files: [
    ...build.files,
    {
      path: 'next.sql',
      text: `create or replace function next_function() returns int language sql as $$ select 2 $$;
        create or replace function is_saudi_iban(p_iban text) returns boolean language sql immutable as $$ select false $$;`,
    },
  ],
};

test('an older build that the schema serves starts beside the newer one, restarts, and migrates and replays nothing', async () => {
  await client.query('drop function if exists is_saudi_iban(text) cascade');
  await start(newer);
  expect(await value('select release from schema_version')).toBe('9.0.0');
  const before = [await versionOfFunctions(), await bookkeeping(), await catalogueHash(client)];
  // Today's build has other functions and one migration less.
  await start();
  await start();
  expect([await versionOfFunctions(), await bookkeeping(), await catalogueHash(client)]).toEqual(
    before,
  );
  expect(await value('select next_function()')).toBe(2);
  // It does not start with another key either.
  await client.query(`update secret_key_proof set proof = '\\x00'::bytea || substr(proof, 2)`);
  await expect(start()).rejects.toThrow(/^The secret key is not the one/);
});

test('a build before the oldest that this schema serves is refused with a message', async () => {
  const before = {
    ...build,
    level: build.oldestServedLevel - 1,
    migrations: build.migrations.slice(0, -1),
  };
  await expect(start(before)).rejects.toThrow(/Nothing was changed\. Start a newer build\.$/);
});

test('an older build that the schema does not serve is refused with a message and changes nothing', async () => {
  await client.query('drop function if exists is_saudi_iban(text) cascade');
  const breaking = { ...newer, oldestServedLevel: newer.level };
  await start(breaking);
  const before = [await versionOfFunctions(), await bookkeeping()];
  await expect(start()).rejects.toThrow(
    `This is Hamla ${build.release} (schema level ${build.level}). The database is of Hamla 9.0.0 (schema level ` +
      `${breaking.level}), which serves builds from level ${breaking.level} on. Nothing was changed. Start a newer build.`,
  );
  expect([await versionOfFunctions(), await bookkeeping()]).toEqual(before);
});

/** How builds before 0.1.0 ran their migrations. */
const asBefore = {
  dir: migrationsFolder,
  ignorePattern: String.raw`(?!.*\.sql$).*`,
  direction: 'up',
  migrationsTable: 'migrations',
  noLock: true,
  log: () => {},
} as const;

/** Removes what the template database brought. */
async function emptied(owner: ClientConfig): Promise<void> {
  const admin = new Client({ ...owner, database: 'postgres' });
  await admin.connect();
  await admin.query(`drop database ${owner.database} with (force)`);
  await admin.query(`create database ${owner.database} template template0`);
  await admin.end();
}

test('tables made by builds before 0.1.0 are taken over and equal those of a new database', async () => {
  const older = await createTestDatabase();
  await emptied(older.owner);
  const me = new Client(older.owner);
  await me.connect();
  try {
    await runner({ ...asBefore, dbClient: me });
    await migrate({ owner: older.owner, secrets: older.secrets, log: older.log });
    expect(await readCatalogue(me)).toEqual(await readCatalogue(client));
    const { rows } = await me.query('select name from migrations where checksum is null');
    expect(rows).toHaveLength(1);
  } finally {
    await me.end();
    await older.drop();
  }
});

test('a build before 0.1.0 refuses the database because of the first entry in migrations', async () => {
  const before = await versionOfFunctions();
  const older = runner({ ...asBefore, dbClient: client });
  await expect(older).rejects.toThrow(
    /0000_of_a_newer_build_of_Hamla,_which_this_older_one_cannot_serve/,
  );
  expect(await versionOfFunctions()).toBe(before);
});

test('the recorded catalogue equals what migrations make in a new database', async () => {
  const empty = await Promise.all([createTestDatabase(), createTestDatabase()]);
  try {
    for (const { owner } of empty) await emptied(owner);
    const [whole, tables] = empty.map(({ owner }) => owner);
    const { secrets, log } = database;
    const lines = await recordableTables({ whole: whole!, tables: tables!, secrets, log });
    expect(lines, 'run `npm run record-migrations`').toEqual(
      readFileSync(recordedCatalogue, 'utf8').split('\n').filter(Boolean),
    );
  } finally {
    await Promise.all(empty.map((one) => one.drop()));
  }
});
