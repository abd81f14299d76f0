import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runMigrations } from 'graphile-worker';
import { Client, escapeLiteral, Pool, type ClientConfig } from 'pg';

import { repositoryRoot } from '../root.ts';
import type { Secrets } from '../secrets.ts';
import { withRetries } from './database.ts';
import type { Log } from './embedded.ts';
import { connectionOf, rolePassword, roles, type Role } from './pools.ts';

export interface MigrateOptions {
  /** Who owns the database: may make roles, and need not be a superuser. */
  owner: ClientConfig;
  secrets: Secrets;
  log: Log;
}

const migrationsFolder = join(repositoryRoot, 'server', 'migrations');
const queueMigrations = join(repositoryRoot, 'node_modules', 'graphile-worker', 'sql');
const migrationLock = 7_305_003;

/**
 * Brings the database to what this code needs: logins, tables (`server/migrations`), the job queue, and the
 * functions and policies beside the use cases (each `server/src/<capability>/*.sql`), replayed when their text changed.
 * Safe to call from many processes at once, and quick when there is nothing to do.
 * @throws Error in words when the database is too old or a login belongs to another key.
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const client = new Client({ ...options.owner, application_name: 'hamla migrate' });
  client.on('error', (error) => options.log.warn(error, 'lost the connection that migrates'));
  await client.connect();
  try {
    await assertSuitable(client);
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await ensureRoles(client, options);
    const wanted = wantedSchema();
    // Most starts find what they need: they ask once, and load nothing that would make it.
    if ((await presentHash(client)) === wanted.hash) return;
    await withRetries(() => migrateTables(client, options.log));
    await migrateQueue(options);
    await withRetries(() => replay(client, wanted));
    options.log.info({ files: wanted.files.length }, 'functions and policies replayed');
  } finally {
    await client.end();
  }
}

async function assertSuitable(client: Client): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
  );
  if (rows[0].version < 180_000) throw new Error('Hamla needs PostgreSQL 18 or newer (uuidv7).');
  if (rows[0].encoding !== 'UTF8')
    throw new Error('Hamla needs a database whose encoding is UTF8.');
}

async function ensureRoles(client: Client, options: MigrateOptions): Promise<void> {
  const { rows } = await client.query<{ rolname: string; is_unbound: boolean }>(
    'select rolname, rolsuper or rolbypassrls as is_unbound from pg_roles where rolname = any($1)',
    [[...roles]],
  );
  const unbound = rows.find(({ is_unbound }) => is_unbound);
  if (unbound)
    throw new Error(`The login ${unbound.rolname} must be neither superuser nor bypassrls.`);
  const present = new Set(rows.map(({ rolname }) => rolname));
  const made = new Set<Role>();
  for (const role of roles) {
    if (!present.has(role) && (await createRole(client, role, options.secrets))) made.add(role);
  }
  const signedIn = async (role: Role) => made.has(role) || canSignIn(role, options);
  const known = await Promise.all(roles.map(signedIn));
  for (const [index, role] of roles.entries()) {
    if (!known[index]) await renewPassword(client, role, options.secrets);
  }
}

/** False when another process, migrating another database of the cluster, has just made it. */
async function createRole(client: Client, role: Role, secrets: Secrets): Promise<boolean> {
  const password = escapeLiteral(rolePassword(role, secrets));
  try {
    await client.query(
      `create role ${role} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${password}`,
    );
    return true;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === '42710' || code === '23505') return false;
    throw error;
  }
}

async function canSignIn(role: Role, options: MigrateOptions): Promise<boolean> {
  const client = new Client(connectionOf(role, options.owner, options.secrets));
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === '28P01') return false;
    // The password was right; it is the right to connect that this database has not given yet.
    if (code === '42501') return true;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Logins belong to the whole cluster. A database we have set up before means that our key has changed; a new
 * one means that the login serves another installation, whose password is not ours to change.
 */
async function renewPassword(client: Client, role: Role, secrets: Secrets): Promise<void> {
  const { rows } = await client.query(`select to_regclass('public.schema_files') is null as first`);
  if (rows[0].first) {
    throw new Error(
      `The login ${role} exists in this PostgreSQL with another password. Give this server the SECRET_KEY of the ` +
        'installation it belongs to, use another PostgreSQL, or drop the login.',
    );
  }
  await client.query(`alter role ${role} password ${escapeLiteral(rolePassword(role, secrets))}`);
}

async function migrateTables(client: Client, log: Log): Promise<void> {
  // Only a database that is behind needs it.
  const { runner } = await import('node-pg-migrate');
  await runner({
    dbClient: client,
    dir: migrationsFolder,
    ignorePattern: String.raw`(?!.*\.sql$).*`,
    direction: 'up',
    migrationsTable: 'migrations',
    // Ours is held, and covers more than the tables.
    noLock: true,
    logger: {
      debug: (message) => log.debug(message),
      info: (message) => log.debug(message),
      warn: (message) => log.warn(message),
      error: (message) => log.error(message),
    },
  });
}

async function migrateQueue(options: MigrateOptions): Promise<void> {
  const pool = new Pool({ ...options.owner, max: 1, application_name: 'hamla migrate' });
  const lost = (error: Error) => options.log.warn(error, 'lost the connection that migrates');
  pool.on('error', lost).on('connect', (client) => client.on('error', lost));
  try {
    await runMigrations({ pgPool: pool, schema: 'graphile_worker' });
  } finally {
    await pool.end();
  }
}

/** Capabilities in the order in which one may name another's functions; any other follows by name. */
const order = [
  'platform',
  'accounts',
  'files',
  'profiles',
  'credit',
  'budget',
  'installments',
  'payouts',
  'ledger',
  'tickets',
  'documents',
  'servicing',
  'operations',
  'dashboards',
  'notifications',
];

/** The SQL files beside the use cases, in the order of their replay. Absolute paths. */
export function schemaFiles(): string[] {
  const sources = join(repositoryRoot, 'server', 'src');
  const folders = readdirSync(sources, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const names = folders.map((entry) => entry.name).sort();
  names.sort((a, b) => rank(a) - rank(b));
  return names.flatMap((name) =>
    readdirSync(join(sources, name))
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .map((file) => join(sources, name, file)),
  );
}

const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);

interface Schema {
  files: { path: string; text: string }[];
  /** Of all that makes a database what this code needs. */
  hash: string;
}

function wantedSchema(): Schema {
  const files = schemaFiles().map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const tables = readdirSync(migrationsFolder).sort();
  const queue = readdirSync(queueMigrations).sort();
  const made = [grants, closing, tables, queue, files.map((file) => file.text)];
  return { files, hash: createHash('sha256').update(JSON.stringify(made)).digest('hex') };
}

/** Of the schema that the database was last brought to; undefined for a new one. */
async function presentHash(client: Client): Promise<string | undefined> {
  const kept = await client.query(
    `select to_regclass('public.schema_files') is not null as is_kept`,
  );
  if (!kept.rows[0].is_kept) return undefined;
  return (await client.query('select hash from schema_files')).rows[0]?.hash;
}

async function replay(client: Client, { files, hash }: Schema): Promise<void> {
  await client.query('begin');
  try {
    await client.query(
      'create table if not exists schema_files (only_row boolean primary key default true check (only_row), hash text not null)',
    );
    await client.query(grants);
    for (const { path, text } of files) {
      await client.query(text).catch((error: unknown) => {
        throw locate(error, path, text);
      });
    }
    await client.query(closing);
    await client.query(
      'insert into schema_files (hash) values ($1) on conflict (only_row) do update set hash = excluded.hash',
      [hash],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Adds the file and line to an error of PostgreSQL, which knows only a position in the text. */
function locate(error: unknown, path: string, text: string): unknown {
  const { message, position } = error as { message?: string; position?: string };
  if (!(error instanceof Error)) return error;
  const line = position ? `:${text.slice(0, Number(position)).split('\n').length}` : '';
  error.message = `${path}${line}: ${message}`;
  return error;
}

/** Who may come in at all, and what the job worker needs of its queue. The rest each capability grants. */
const grants = `
do $$
declare
  t record;
begin
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to ${roles.join(', ')}', current_database());
  for t in
    select c.relname from pg_class c
    where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
  loop
    execute format('drop policy if exists hamla_jobs on graphile_worker.%I', t.relname);
    execute format('create policy hamla_jobs on graphile_worker.%I to hamla_jobs using (true) with check (true)', t.relname);
  end loop;
end $$;
revoke all on schema public from public;
grant usage on schema public to ${roles.join(', ')};
grant usage on schema graphile_worker to hamla_jobs;
grant select, insert, update, delete on all tables in schema graphile_worker to hamla_jobs;
grant usage on all sequences in schema graphile_worker to hamla_jobs;
revoke execute on all functions in schema graphile_worker from public;
grant execute on all functions in schema graphile_worker to hamla_jobs;
`;

/** A function that runs with its owner's rights is for those it was granted to, not for everybody. */
const closing = `
do $$
declare
  f regprocedure;
begin
  for f in
    select p.oid from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prosecdef and n.nspname not in ('pg_catalog', 'information_schema')
      and p.proowner = current_user::regrole
  loop
    execute format('revoke execute on function %s from public', f);
  end loop;
end $$;
`;
