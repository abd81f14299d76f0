import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { runMigrations } from 'graphile-worker';
import { Client, escapeLiteral, Pool, type ClientConfig } from 'pg';

import { repositoryRoot } from '../config/repository-root.ts';
import type { Secrets } from '../config/secrets.ts';
import { readBuild, sha256, type Build } from './build.ts';
import {
  catalogueHash,
  goneObjects,
  missingObjects,
  readCatalogue,
  readsAsRecorded,
  tablesOf,
} from './catalogue.ts';
import { withRetries } from './query.ts';
import { assertKeepsRows, assertWaitsForDisk } from './durability.ts';
import type { Log } from './embedded.ts';
import { isSetUp, keepProof, proofTable, proveKey, signIn } from './key-proof.ts';
import { rolePassword, roles, type Role } from './pools.ts';
import {
  applyMigration,
  functionsIn,
  isOfNewerBuild,
  keepState,
  pendingMigrations,
  readState,
  stateTables,
  type SchemaState,
} from './schema-state.ts';

interface MigrateOptions {
  /** Who owns the database: may make roles, and need not be a superuser. */
  owner: ClientConfig;
  secrets: Secrets;
  log: Log;
  /**
   * Whether a login whose password is not the key's gets that password: for the server's start and `npm run migrate`. All
   * others refuse it in words.
   */
  renewsPasswords?: boolean;
  /** Whether a PostgreSQL that may lose acknowledged rows is refused, with a setting in effect for the owner or a login. */
  mustBeDurable?: boolean;
  /** For tests: another build than this one. */
  build?: Build;
}

const queueMigrations = join(repositoryRoot, 'node_modules', 'graphile-worker', 'sql');
const migrationLock = 7_305_003;

/**
 * Brings the database to what this code needs: logins, tables (`server/migrations`), the job queue, and the
 * functions and policies beside the use cases (each `server/src/<capability>/*.sql`), replayed when their text changed.
 * Safe to call from many processes at once, and quick when there is nothing to do. The key is proven before anything is written;
 * a schema of a newer build that serves this one is left as it is.
 * @throws Error in words when the database is too old, of another key, of a newer build that does not serve this one, or lacks
 * what migrations made.
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const client = new Client({ ...options.owner, application_name: 'hamla migrate' });
  client.on('error', (error) => options.log.warn(error, 'lost the connection that migrates'));
  await client.connect();
  try {
    await assertSuitable(client);
    if (options.mustBeDurable) await assertKeepsRows(client, 'the owner');
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const isProofKept = await proveKey(client, options);
    const build = options.build ?? readBuild();
    const state = await readState(client);
    const isNewer = isOfNewerBuild(state, build);
    await ensureRoles(client, options);
    if (isNewer) {
      options.log.info(
        { release: state.release },
        'the schema is of a newer build: it is left as it is',
      );
      return;
    }
    if (!isProofKept) await keepProof(client, options.secrets);
    const hash = hashOf(build);
    // Most starts find what they need: they ask, and load nothing that would make it.
    if (await isCurrent(client, { state, build, hash })) return;
    await withRetries(() => migrateTables(client, build));
    await migrateQueue(options);
    await withRetries(() => replay(client, { state, build, hash }));
    options.log.info({ files: build.files.length }, 'functions and policies replayed');
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
  const answers = await Promise.all(roles.map((role) => signIn(role, options)));
  const refused = roles.filter((role, index) => answers[index] === false && !made.has(role));
  if (refused.length > 0) await renewPasswords(client, refused, options);
  if (options.mustBeDurable) {
    for (const [index, role] of roles.entries())
      assertWaitsForDisk(answers[index] || undefined, `the login ${role}`);
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

/**
 * Logins belong to the whole cluster. The key of a database that we have set up has been proven: its logins get their passwords
 * back. In a new one the login serves another installation, whose password is not ours to change.
 */
async function renewPasswords(
  client: Client,
  refused: Role[],
  { secrets, renewsPasswords = false, log }: MigrateOptions,
): Promise<void> {
  const names = refused.join(', ');
  if (!(await isSetUp(client)) || (await servesAnotherDatabase(client, refused))) {
    throw new Error(
      `The login ${names} exists in this PostgreSQL with another password. Give this server the SECRET_KEY of the ` +
        'installation it belongs to, use another PostgreSQL, or drop the login.',
    );
  }
  if (!renewsPasswords) {
    throw new Error(
      `The login ${names} has another password than the secret key gives. Nothing was changed. ` +
        'Start the server or run `npm run migrate`: they renew it.',
    );
  }
  for (const role of refused) {
    await client.query(`alter role ${role} password ${escapeLiteral(rolePassword(role, secrets))}`);
  }
  log.warn({ logins: refused }, 'logins had other passwords than the secret key gives: renewed');
}

/** Whether somebody is signed in with one of these logins to another database of the cluster. */
async function servesAnotherDatabase(client: Client, logins: Role[]): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_stat_activity where usename = any ($1) and datname <> current_database() limit 1',
    [logins],
  );
  return (rowCount ?? 0) > 0;
}

interface Target {
  state: SchemaState;
  build: Build;
  hash: string;
}

/** Whether the database is what this build made, and nothing of it is gone. */
async function isCurrent(client: Client, { state, build, hash }: Target): Promise<boolean> {
  return (
    state.hash === hash &&
    state.level === build.level &&
    state.oldestServedLevel === build.oldestServedLevel &&
    state.applied.length === build.migrations.length &&
    state.applied.every(({ checksum }) => checksum !== null) &&
    state.catalogueHash === (await catalogueHash(client))
  );
}

/** All that are pending in one transaction; it ends only where everything is there that migrations make. */
async function migrateTables(client: Client, build: Build): Promise<void> {
  await inTransaction(client, async () => {
    await client.query(stateTables);
    // A try before this one may have committed without our hearing of it.
    const state = await readState(client);
    const pending = pendingMigrations(state, build);
    const newest = state.applied.at(-1)?.name ?? '';
    for (const migration of pending) {
      await applyMigration(client, migration).catch((error: unknown) => {
        const place = join('server/migrations', `${migration.name}.sql`);
        const located = locate(error, place, migration.text);
        if (migration.name > newest || !(located instanceof Error)) throw located;
        throw new Error(
          `The migration ${migration.name} is missing from this database, where newer ones were applied, and cannot be ` +
            `applied now (${located.message}). Nothing was changed. Restore the database from a backup.`,
          { cause: error },
        );
      });
    }
    assertWhole(await missingTables(client, build, await readCatalogue(client)));
  });
}

const missingTables = async (client: Client, { tables }: Build, present: string[]) =>
  missingObjects(tables, present, await readsAsRecorded(client));

function assertWhole(missing: string[]): void {
  if (missing.length === 0) return;
  const shown = missing.slice(0, 20).join('; ');
  const more = missing.length > 20 ? `; and ${missing.length - 20} more` : '';
  throw new Error(
    `The database lacks what its migrations made: ${shown}${more}. Nothing was changed. ` +
      'Put it back as in server/migrations, or restore the database from a backup.',
  );
}

async function inTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
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

/** Of all that makes a database what this code needs. */
function hashOf({ migrations, files }: Build): string {
  const tables = migrations.map(({ name }) => `${name}.sql`);
  const queue = readdirSync(queueMigrations).sort();
  return sha256(JSON.stringify([grants, closing, tables, queue, files.map(({ text }) => text)]));
}

async function replay(client: Client, { state, build, hash }: Target): Promise<void> {
  await inTransaction(client, async () => {
    await client.query(grants);
    await replayFiles(client, build.files);
    // Before the grants of `closing`, which write the rows of functions that were not replayed.
    const functions = await dropUndefinedFunctions(client, state, build);
    await client.query(closing);
    const objects = await readCatalogue(client);
    // What the same files made the last time and do not make again was not theirs.
    const before = state.hash === hash ? state.objects : [];
    assertWhole([
      ...(await missingTables(client, build, objects)),
      ...goneObjects(before, objects),
    ]);
    await keepState(client, build, { hash, objects, ...functions });
  });
}

/** PostgreSQL's codes for a function, a table or view, and a type or role that does not exist. */
const missingObject = new Set(['42883', '42P01', '42704']);

/**
 * Replays files in any order. A file that needs what another one makes is rolled back and waits until that one is done, so
 * nothing lists the files in an order.
 * @throws Error of every file that waits, when none of them gets further.
 */
export async function replayFiles(client: Client, files: Build['files']): Promise<void> {
  let waiting = files;
  while (waiting.length > 0) {
    const failed = new Map<Build['files'][number], unknown>();
    for (const file of waiting) {
      await client.query('savepoint before_file');
      try {
        await client.query(file.text);
      } catch (error) {
        const located = locate(error, file.path, file.text);
        if (!missingObject.has((error as { code?: string }).code ?? '')) throw located;
        await client.query('rollback to savepoint before_file');
        failed.set(file, located);
      }
    }
    if (failed.size === waiting.length)
      throw new Error([...failed.values()].map((error) => (error as Error).message).join('\n'));
    waiting = [...failed.keys()];
  }
}

/**
 * Drops the functions that earlier replays defined and this one does not. While this build serves the release before, the
 * functions that only that release defines stay until the next release. In the transaction of the replay.
 * @returns what the next replay needs to know.
 */
async function dropUndefinedFunctions(
  client: Client,
  state: SchemaState,
  build: Build,
): Promise<Pick<SchemaState, 'functions' | 'retainedFunctions'>> {
  // `create or replace` writes the row of a function anew. The rows of this transaction, its savepoints among them, have an
  // age of 0 or below; older ones were not replayed.
  const { rows } = await client.query<{ signature: string; is_defined: boolean }>(
    `select format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as signature,
            age(p.xmin) <= 0 as is_defined
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'api', 'auth') and p.proowner = current_user::regrole
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  );
  const signaturesWhere = (isDefined: boolean) =>
    rows.filter(({ is_defined }) => is_defined === isDefined).map(({ signature }) => signature);
  const functions = signaturesWhere(true);
  const servesOlder = build.oldestServedLevel <= state.level && state.release !== undefined;
  const isSameRelease = state.release === build.release;
  const retained = !servesOlder ? [] : isSameRelease ? state.retainedFunctions : state.functions;
  const ofMigrations = new Set(functionsIn(build.tables));
  const replayedBefore = new Set([...state.functions, ...state.retainedFunctions]);
  const undefinedNow = signaturesWhere(false).filter(
    (signature) => replayedBefore.has(signature) && !ofMigrations.has(signature),
  );
  const retainedFunctions = undefinedNow.filter((signature) => retained.includes(signature));
  for (const signature of undefinedNow.filter((one) => !retained.includes(one))) {
    await client.query(`drop function ${signature}`);
  }
  return { functions, retainedFunctions };
}

/** Adds the file and line to an error of PostgreSQL, which knows only a position in the text. */
function locate(error: unknown, path: string, text: string): unknown {
  const { message, position } = error as { message?: string; position?: string };
  if (!(error instanceof Error)) return error;
  const line = position ? `:${text.slice(0, Number(position)).split('\n').length}` : '';
  error.message = `${path}${line}: ${message}`;
  return error;
}

/** Who may come in at all, where entry points are, and what the job worker needs of its queue. The rest each capability grants. */
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
create schema if not exists api;
grant usage on schema public, api to ${roles.join(', ')};
grant usage on schema graphile_worker to hamla_jobs;
grant select, insert, update, delete on all tables in schema graphile_worker to hamla_jobs;
grant usage on all sequences in schema graphile_worker to hamla_jobs;
revoke execute on all functions in schema graphile_worker from public;
grant execute on all functions in schema graphile_worker to hamla_jobs;
`;

/**
 * An entry point, a function of the accounts and a function that runs with its owner's rights are for those they were granted
 * to, not for everybody. The other functions run with the rights of the login that calls them.
 */
const closing = `
do $$
declare
  f regprocedure;
begin
  for f in
    select p.oid from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where (p.prosecdef or n.nspname in ('api', 'auth')) and n.nspname not in ('pg_catalog', 'information_schema')
      and p.proowner = current_user::regrole
  loop
    execute format('revoke execute on function %s from public', f);
  end loop;
end $$;
grant execute on all functions in schema auth to hamla_accounts;
`;

/**
 * What `npm run record-migrations` keeps of the catalogue.
 * @param options two empty databases of one cluster: one gets everything, the other the tables alone.
 */
export async function recordableTables(options: {
  whole: ClientConfig;
  tables: ClientConfig;
  secrets: Secrets;
  log: Log;
}): Promise<string[]> {
  const { whole, tables, ...rest } = options;
  // Nothing is known yet of what will be there.
  const build = { ...readBuild(), tables: [] };
  await migrate({ ...rest, owner: whole, build });
  return catalogueAs(whole, async (everything) =>
    catalogueAs(tables, async (alone) => {
      await migrateTables(alone, build);
      return tablesOf(await readCatalogue(alone), await readCatalogue(everything));
    }),
  );
}

async function catalogueAs<T>(me: ClientConfig, read: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(me);
  await client.connect();
  try {
    return await read(client);
  } finally {
    await client.end();
  }
}

/** For the data of a release: the tables of the bookkeeping, and every text of a replay (the files' in any order). */
export const bookkeepingTables = stateTables + proofTable;
export const replayedTexts = ({ files }: Build): string[] => [
  grants,
  ...files.map(({ text }) => text),
  closing,
];
