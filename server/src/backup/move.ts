import { isDeepStrictEqual } from 'node:util';
import { Client, type ClientConfig } from 'pg';
import { verifyLedger, type LedgerFigure } from '../ledger/verify-ledger.ts';
import type { Secrets } from '../platform/config/secrets.ts';
import { readCatalogue } from '../platform/database/catalogue.ts';
import { copyTable } from '../platform/database/copy-table.ts';
import { isSetUp, opensSigningKey, readKeyState } from '../platform/database/key-proof.ts';
import { migrationLock } from '../platform/database/migrate.ts';
import { untilStopped } from '../platform/stop-signals.ts';
import { assertNoServer } from './no-server.ts';
import type { TellProgress } from './progress.ts';
import { holdAfterRestore } from './restore.ts';

/** How the owner signs in to the two databases. */
interface MoveOptions {
  source: ClientConfig;
  /** Migrated to this build, and without accounts. */
  target: ClientConfig;
  /** Of the target: the key that is current for the source. */
  secrets: Secrets;
  tell: TellProgress;
  /** Heeded until the commits. */
  stopping?: AbortSignal | undefined;
}

interface MovedCopy {
  tables: number;
  rows: number;
  /** Of the source; those of the target are the same. */
  figures: LedgerFigure[];
}

interface Table {
  /** With its schema, quoted. */
  name: string;
  /** Quoted and comma-separated; without generated ones, which the target computes. */
  columns: string;
  is_forced: boolean;
}

/** Both sides write values in the same form. No setting of theirs ends a long statement. */
const sameWords = `
  set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set lock_timeout = '10s'; set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0; set transaction_timeout = 0`;

/**
 * Copies every row of a stopped installation into a database of the same schema, in one transaction that is committed
 * once each table, each sequence and the ledger are the same on both sides. Nobody writes to the source meanwhile. Before
 * the commit it is put on hold like a restored copy, so that money and mail leave only the target.
 * @throws Error with a message; then neither side has changed.
 */
export async function move(options: MoveOptions): Promise<MovedCopy> {
  const { source, target, stopping } = options;
  const from = new Client({ ...source, application_name: 'hamla move' });
  const to = new Client({ ...target, application_name: 'hamla move' });
  for (const client of [from, to]) client.on('error', () => {});
  try {
    await Promise.all([from.connect(), to.connect()]);
    await Promise.all([from.query(sameWords), to.query(sameWords)]);
    const { lifted, ...moved } = await untilStopped(copy({ from, to }, options), stopping);
    await commit({ from, to }, lifted);
    return moved;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === '55P03')
      throw new Error('Another process writes to the installation: stop it. Nothing was moved.', {
        cause: error,
      });
    throw error;
  } finally {
    // A command may be under way: then only the socket is closed, and PostgreSQL rolls back.
    await Promise.allSettled([from.end(), to.end()]);
  }
}

/** All but the commits. @returns whose row-level security is lifted on the source too. */
async function copy(
  { from, to }: Sides,
  { tell, secrets }: MoveOptions,
): Promise<MovedCopy & { lifted: Table[] }> {
  await assertEmpty(to);
  await assertNoServer(to, 'Nothing was moved.');
  // A server that starts waits here, before it migrates.
  await from.query('select from pg_advisory_lock($1)', [migrationLock]);
  await assertNoServer(from, 'Nothing was moved.');
  const tables = await assertSameTables(from, to);
  const lifted = await beginSource(from, tables);
  await to.query('begin');
  // From here on nobody signs up there, and no other move begins.
  await to.query('lock table auth.users');
  await assertEmpty(to);
  const before = await readCatalogue(to);
  const rows = await copyAll({ from, to, tables, tell });
  tell('Comparing the ledgers');
  const figures = await same({ from, to }, verifyLedger, 'the ledger');
  if (!isDeepStrictEqual(await readCatalogue(to), before))
    throw new Error('The schema of the copy is not what it was. Nothing was moved.');
  if (!(await opensCopy(to, secrets)))
    throw new Error('The secret key does not open what was copied. Nothing was moved.');
  return { tables: tables.length, rows, figures, lifted };
}

/** The hold first: a crash leaves one installation that is held, and never two that pay. */
async function commit({ from, to }: Sides, lifted: Table[]): Promise<void> {
  const hold = await holdAfterRestore(from, new Date().toISOString());
  await alter(from, lifted, 'force row level security');
  await from.query('commit');
  try {
    await to.query('commit');
  } catch (cause) {
    const { code } = cause as { code?: string };
    // PostgreSQL has refused the commit. Without its answer the commit may have been made.
    if (code && !code.startsWith('57')) {
      await from.query('delete from restores where id = $1', [hold]);
      throw cause;
    }
    const reason =
      'The connection to the new database broke at the last moment. The old installation is held: if the new one has no ' +
      'accounts, confirm the old one at /operations or move again.';
    throw new Error(reason, { cause });
  }
}

/** Whether the key of the target opens what the source's has encrypted, after a rotation too. */
async function opensCopy(to: Client, secrets: Secrets): Promise<boolean> {
  try {
    return (
      secrets.learn((await readKeyState(to))!) && (await opensSigningKey(to, secrets)) !== false
    );
  } catch {
    return false;
  }
}

/**
 * The database may be new, or set up without accounts.
 * @throws Error when it contains anything else.
 */
export async function assertEmpty(client: Client): Promise<void> {
  const { rows } = await client.query<{ is_empty: boolean }>(
    (await isSetUp(client))
      ? 'select not exists (select from auth.users) as is_empty'
      : `select not exists (
           select from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
              and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as is_empty`,
  );
  if (!rows[0]!.is_empty)
    throw new Error('--to: the database is not empty. Make a new one: nothing is overwritten.');
}

const schemas = `('public', 'api', 'auth', 'graphile_worker')`;

/** Tables that say which build made the schema: the target has its own. */
const bookkeeping = [
  'migrations',
  'schema_files',
  'schema_version',
  'secret_key_proof',
  'graphile_worker.migrations',
];

async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.oid::regclass::text as name, c.relforcerowsecurity as is_forced,
            (select string_agg(quote_ident(attname), ', ' order by attname) from pg_attribute
              where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ${schemas} and c.relkind in ('r', 'p') and c.oid::regclass::text <> all ($1) order by 1`,
    [bookkeeping],
  );
  return rows;
}

async function assertSameTables(from: Client, to: Client): Promise<Table[]> {
  const [here, there] = await Promise.all([readTables(from), readTables(to)]);
  const unlike = [...here, ...there].filter(
    (table) =>
      ![here, there].every((side) =>
        side.some(({ name, columns }) => name === table.name && columns === table.columns),
      ),
  );
  if (unlike.length > 0)
    throw new Error(
      `The installation is not of this build: ${[...new Set(unlike.map(({ name }) => name))].join(', ')}. ` +
        'Nothing was moved. Move it with the build that it runs.',
    );
  return there;
}

/**
 * Locks all tables against writes, then takes one snapshot of them. Row-level security hides rows from an owner who is no
 * superuser, so it is lifted.
 * @returns the tables whose row-level security is lifted for the owner until the end.
 */
async function beginSource(from: Client, tables: Table[]): Promise<Table[]> {
  await from.query('begin isolation level repeatable read');
  await from.query(`lock table ${namesOf(tables)} in share mode`);
  const { rows } = await from.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where row_security_active(name)',
    [tables.map(({ name }) => name)],
  );
  const lifted = tables.filter(({ name }) => rows.some((row) => row.name === name));
  await alter(from, lifted, 'no force row level security');
  return lifted;
}

async function alter(client: Client, tables: Table[], change: string): Promise<void> {
  for (const { name } of tables) await client.query(`alter table ${name} ${change}`);
}

const namesOf = (tables: Table[]) => tables.map(({ name }) => name).join(', ');

interface Sides {
  from: Client;
  to: Client;
}

interface Copying extends Sides {
  tables: Table[];
  tell: TellProgress;
}

/**
 * An owner who is no superuser cannot switch off foreign keys, nor copy into a table whose row-level security is forced.
 * So the transaction drops both and restores them, which checks the keys.
 * @returns how many rows there are.
 */
async function copyAll({ from, to, tables, tell }: Copying): Promise<number> {
  const { rows: keys } = await to.query<{ name: string; table: string; definition: string }>(
    `select quote_ident(conname) as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and conrelid = any ($1::text[]::regclass[])`,
    [tables.map(({ name }) => name)],
  );
  const forced = tables.filter(({ is_forced }) => is_forced);
  for (const { table, name } of keys)
    await to.query(`alter table ${table} drop constraint ${name}`);
  await alter(to, tables, 'disable trigger user');
  await alter(to, forced, 'no force row level security');
  await to.query(`truncate ${namesOf(tables)}`);
  let rows = 0;
  for (const [index, table] of tables.entries()) {
    tell(`Table ${index + 1} of ${tables.length}: ${table.name}`);
    await copyTable({ source: from, target: to }, table.name, table.columns);
    const read = (client: Client) => readDigest(client, table);
    rows += (await same({ from, to }, read, `the table ${table.name}`)).rows;
  }
  tell('Sequences and foreign keys');
  for (const { name, last_value, is_called } of await readSequences(from))
    await to.query('select from setval($1::regclass, $2, $3)', [name, last_value, is_called]);
  await same({ from, to }, readSequences, 'a sequence');
  for (const { table, name, definition } of keys)
    await to.query(`alter table ${table} add constraint ${name} ${definition}`);
  await alter(to, forced, 'force row level security');
  await alter(to, tables, 'enable trigger user');
  await to.query(`analyze ${namesOf(tables)}`);
  return rows;
}

interface Sequence {
  name: string;
  last_value: string;
  is_called: boolean;
}

/** All but those of the bookkeeping. */
async function readSequences(client: Client): Promise<Sequence[]> {
  const { rows: names } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ${schemas} and c.relkind = 'S'
        and not exists (select from pg_depend d where d.objid = c.oid and d.refobjid = 'migrations'::regclass) order by 1`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of names) {
    const { rows } = await client.query<Omit<Sequence, 'name'>>(
      `select last_value::text, is_called from ${name}`,
    );
    sequences.push({ name, ...rows[0]! });
  }
  return sequences;
}

/** @throws Error when the two sides do not read the same. */
async function same<T>(
  { from, to }: Sides,
  read: (client: Client) => Promise<T>,
  what: string,
): Promise<T> {
  const [here, there] = await Promise.all([read(from), read(to)]);
  if (!isDeepStrictEqual(here, there))
    throw new Error(`The copy differs in ${what}. Nothing was moved.`);
  return here;
}

/** The same for the same rows in any order. */
async function readDigest(
  client: Client,
  { name, columns }: Table,
): Promise<{ rows: number; digest: string | null }> {
  const { rows } = await client.query<{ rows: number; digest: string | null }>(
    `select count(*)::int as rows,
            sum(('x' || left(md5(row(${columns})::text), 15))::bit(60)::bigint::numeric)::text as digest from ${name}`,
  );
  return rows[0]!;
}
