import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { runMigrations } from 'graphile-worker';
import { Client, escapeLiteral, Pool, type ClientConfig } from 'pg';

import { repositoryRoot } from '../config/repository-root.ts';
import type { Secrets } from '../config/secrets.ts';
import { advisoryLock } from './advisory-locks.ts';
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
import { assertOwnerRights } from './owner-rights.ts';
import { assertLeadsToPrimary, directly, rolePassword, roles, type Role } from './pools.ts';
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
  /** The owner of the database: may create roles and need not be a superuser. */
  owner: ClientConfig;
  secrets: Secrets;
  log: Log;
  /**
   * Whether a login with another password than the key's gets the key's: for the server's start and `npm run migrate`.
   * Other commands refuse it with a message.
   */
  renewsPasswords?: boolean;
  /** Whether a PostgreSQL that may lose committed rows is refused, by its settings for the owner and each login. */
  mustBeDurable?: boolean;
  /** For tests: another build than this one. */
  build?: Build;
}

const queueMigrations = join(repositoryRoot, 'node_modules', 'graphile-worker', 'sql');
/** Whoever holds it lets no other process migrate, and so start. */
export const migrationLock = advisoryLock('migration');

/**
 * Brings the database to the schema of this build: logins, tables (`server/migrations`), the job queue, and the
 * functions and policies beside the use cases (`server/src/<capability>/*.sql`), replayed when their text has changed.
 * Many processes may call it at once, and it is quick when nothing has to change. The key is checked before anything is
 * written. A schema of a newer build that serves this one is left unchanged.
 * @throws Error with a message when the database is too old, has another key or a newer build that does not serve this
 * one, or lacks what migrations made.
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const client = new Client({
    ...options.owner,
    application_name: 'hamla migrate',
    ...directly,
  });
  client.on('error', (error) => options.log.warn(error, 'lost the connection that migrates'));
  await client.connect();
  try {
    await assertLeadsToPrimary(client);
    await assertSuitable(client);
    await assertOwnerRights(client);
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
    // Most starts end here without loading the code that migrates.
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
 * Logins belong to the whole cluster. When this database is set up, its key was confirmed, and its logins get their
 * passwords back. When it is new, the login belongs to another installation, whose password must not change.
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

/** Whether one of these logins is connected to another database of the cluster. */
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

/** Whether the schema is complete and of this build. */
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

/**
 * Applies all pending migrations in one transaction, and checks at its end that everything that migrations make exists.
 */
async function migrateTables(client: Client, build: Build): Promise<void> {
  await inTransaction(client, async () => {
    await client.query(stateTables);
    // An earlier attempt may have been committed although its response was lost.
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

/** Hash of everything that makes the schema. */
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
    // Objects that the same files made earlier and do not make again were made by something else.
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
 * Drops functions that earlier replays defined and this one does not. While this build serves the previous release,
 * functions that only that release defines are kept until the next release. Runs in the replay's transaction.
 * @returns the lists that the next replay needs.
 */
async function dropUndefinedFunctions(
  client: Client,
  state: SchemaState,
  build: Build,
): Promise<Pick<SchemaState, 'functions' | 'retainedFunctions'>> {
  // `create or replace` writes a new row version: functions with another transaction's id were not replayed.
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

/** Adds file and line to an error of PostgreSQL, which has only a position in the text. */
function locate(error: unknown, path: string, text: string): unknown {
  const { message, position } = error as { message?: string; position?: string };
  if (!(error instanceof Error)) return error;
  const line = position ? `:${text.slice(0, Number(position)).split('\n').length}` : '';
  error.message = `${path}${line}: ${message}`;
  return error;
}

/** Rights to connect, and the job worker's rights on its queue. Each capability grants the rest. */
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

/** A security definer function must not be executable by public. */
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
 * The catalogue for `npm run record-migrations`.
 * @param options two empty databases of one cluster: one gets everything, the other the tables only.
 */
export async function recordableTables(options: {
  whole: ClientConfig;
  tables: ClientConfig;
  secrets: Secrets;
  log: Log;
}): Promise<string[]> {
  const { whole, tables, ...rest } = options;
  // The recorded tables are not known yet.
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

/** For the data of a release: the bookkeeping tables, and all replayed texts in their order. */
export const bookkeepingTables = stateTables + proofTable;
export const replayedTexts = ({ files }: Build): string[] => [
  grants,
  ...files.map(({ text }) => text),
  closing,
];
