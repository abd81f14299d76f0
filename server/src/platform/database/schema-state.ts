import type { Client } from 'pg';
import type { Build, Migration } from './build.ts';
import { catalogueHash } from './catalogue.ts';

/**
 * What a database stores about its schema: the build that made it, the applied migrations and the objects they made.
 */
export interface SchemaState {
  /** The newest build that migrated it; undefined before 0.1.0. */
  release: string | undefined;
  /** As of {@link Build}; 0 before 0.1.0. */
  level: number;
  oldestServedLevel: number;
  /** Hash of the last replayed functions and policies with the rest of the schema's sources. */
  hash: string | undefined;
  /** Hash of the catalogue after that replay. */
  catalogueHash: string | undefined;
  /** The objects after that replay, as in catalogue.ts. */
  objects: string[];
  /** Signatures of the functions that the last replay defined. */
  functions: string[];
  /** Signatures that only the previous release defined; its servers may still run. */
  retainedFunctions: string[];
  applied: AppliedMigration[];
}

interface AppliedMigration {
  name: string;
  /** Null when a build before 0.1.0 applied it. */
  checksum: string | null;
}

/**
 * First row of `migrations`. Builds before 0.1.0 have no levels and would replace the functions of a newer schema; they
 * compare this row with their first migration and refuse with its name.
 */
const guard = '0000_of_a_newer_build_of_Hamla,_which_this_older_one_cannot_serve';

/** A migration that was renamed on the day it was written; its successor is applied as well. */
const renamed = new Set(['0034_retired_functions']);

const none: SchemaState = {
  release: undefined,
  level: 0,
  oldestServedLevel: 0,
  hash: undefined,
  catalogueHash: undefined,
  objects: [],
  functions: [],
  retainedFunctions: [],
  applied: [],
};

/** Reads only; writes nothing. */
export async function readState(client: Client): Promise<SchemaState> {
  const { rows: tables } = await client.query<Record<'migrations' | 'files' | 'version', boolean>>(
    `select to_regclass('public.migrations') is not null as migrations,
            to_regclass('public.schema_files') is not null as files,
            to_regclass('public.schema_version') is not null as version`,
  );
  const state = { ...none };
  if (tables[0]!.migrations) {
    // Builds before 0.1.0 have no checksums.
    const { rows } = await client.query<AppliedMigration>(
      `select m.name, to_jsonb(m) ->> 'checksum' as checksum from migrations m where m.name <> $1 order by m.name`,
      [guard],
    );
    state.applied = rows.filter(({ name }) => !renamed.has(name));
  }
  if (tables[0]!.files) {
    const { rows } = await client.query<{ hash: string }>('select hash from schema_files');
    state.hash = rows[0]?.hash;
  }
  if (tables[0]!.version) {
    const { rows } = await client.query<{
      release: string;
      level: string;
      oldest_served_level: string;
      catalogue_hash: string;
      objects: string[];
      functions: string[] | null;
      retained_functions: string[] | null;
    }>(
      // Builds before 0.2.0 have no lists of functions.
      `select release, level::text, oldest_served_level::text, catalogue_hash, objects,
              to_jsonb(v) -> 'functions' as functions, to_jsonb(v) -> 'retained_functions' as retained_functions
         from schema_version v`,
    );
    const [row] = rows;
    if (row) {
      state.release = row.release;
      state.level = Number(row.level);
      state.oldestServedLevel = Number(row.oldest_served_level);
      state.catalogueHash = row.catalogue_hash;
      state.objects = row.objects;
      state.functions = row.functions ?? functionsIn(row.objects);
      state.retainedFunctions = row.retained_functions ?? [];
    }
  }
  return state;
}

/** The signatures of the functions among the objects of catalogue.ts. */
export const functionsIn = (objects: string[]): string[] =>
  objects.flatMap((object) => /^function ([^\t]+)\t/.exec(object)?.[1] ?? []);

/**
 * Whether the schema is of a newer build that still serves this one; then it is left unchanged.
 * @throws Error with a message when this build is too old for it, or when an applied migration is unknown or has
 * changed.
 */
export function isOfNewerBuild(state: SchemaState, build: Build): boolean {
  if (state.level > build.level) {
    if (build.level >= state.oldestServedLevel) return true;
    throw new Error(
      `This is Hamla ${build.release} (schema level ${build.level}). The database is of Hamla ${state.release} (schema level ` +
        `${state.level}), which serves builds from level ${state.oldestServedLevel} on. Nothing was changed. Start a newer build.`,
    );
  }
  const known = new Map(build.migrations.map((migration) => [migration.name, migration]));
  const unknown = state.applied.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (unknown.length > 0) {
    throw new Error(
      `The database has migrations that this build does not have: ${unknown.join(', ')}. Nothing was changed. ` +
        'Start the build that applied them, or put their files back into server/migrations.',
    );
  }
  const changed = state.applied
    .filter(({ name, checksum }) => checksum !== null && checksum !== known.get(name)!.checksum)
    .map(({ name }) => name);
  if (changed.length > 0) {
    throw new Error(
      `Migrations have changed since they were applied to this database: ${changed.join(', ')}. Nothing was changed. ` +
        'Put their files in server/migrations back to what they were: an applied migration is never edited.',
    );
  }
  return false;
}

export function pendingMigrations(state: SchemaState, build: Build): Migration[] {
  const applied = new Set(state.applied.map(({ name }) => name));
  return build.migrations.filter(({ name }) => !applied.has(name));
}

/** The bookkeeping tables. `migrations` is the table of builds before 0.1.0 with one more column. */
export const stateTables = `
  create table if not exists migrations (id serial primary key, name varchar(255) not null, run_on timestamp not null);
  alter table migrations alter column name type varchar(255), add column if not exists checksum text;
  create table if not exists schema_files (only_row boolean primary key default true check (only_row), hash text not null);
  create table if not exists schema_version (
    only_row boolean primary key default true check (only_row),
    release text not null,
    level bigint not null,
    oldest_served_level bigint not null check (oldest_served_level <= level),
    catalogue_hash text not null,
    objects text[] not null
  );
  alter table schema_version add column if not exists functions text[],
    add column if not exists retained_functions text[];
`;

/** Applies a migration and stores its checksum, in the caller's transaction. */
export async function applyMigration(
  client: Client,
  { name, text, checksum }: Migration,
): Promise<void> {
  await client.query(text);
  await client.query(
    'insert into migrations (name, run_on, checksum) values ($1, localtimestamp, $2)',
    [name, checksum],
  );
}

type ReplayedSchema = { hash: string } & Pick<
  SchemaState,
  'objects' | 'functions' | 'retainedFunctions'
>;

/**
 * Stores what this build has made of the database, after it was checked, in the caller's transaction. Migrations
 * applied before 0.1.0 get their checksums here, because the catalogue has just been compared.
 */
export async function keepState(
  client: Client,
  build: Build,
  { hash, objects, functions, retainedFunctions }: ReplayedSchema,
): Promise<void> {
  await client.query(
    `update migrations m set checksum = b.checksum from unnest($1::text[], $2::text[]) as b (name, checksum)
      where m.name = b.name and m.checksum is null`,
    [build.migrations.map(({ name }) => name), build.migrations.map(({ checksum }) => checksum)],
  );
  await client.query(
    `insert into migrations (name, run_on) select $1::text, '0001-01-01'
      where not exists (select from migrations where name = $1::text)`,
    [guard],
  );
  await client.query(
    'insert into schema_files (hash) values ($1) on conflict (only_row) do update set hash = excluded.hash',
    [hash],
  );
  await client.query(
    `insert into schema_version (release, level, oldest_served_level, catalogue_hash, objects, functions, retained_functions)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (only_row) do update set release = excluded.release, level = excluded.level,
       oldest_served_level = excluded.oldest_served_level, catalogue_hash = excluded.catalogue_hash, objects = excluded.objects,
       functions = excluded.functions, retained_functions = excluded.retained_functions`,
    [
      build.release,
      build.level,
      build.oldestServedLevel,
      await catalogueHash(client),
      objects,
      functions,
      retainedFunctions,
    ],
  );
}
