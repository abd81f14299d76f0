import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { runMigrations } from 'graphile-worker';
import { Client, Pool, type ClientConfig } from 'pg';
import { readBuild } from '#server/platform/database/build.ts';
import {
  bookkeepingTables,
  replayedTexts,
  replayFiles,
} from '#server/platform/database/migrate.ts';

/**
 * The data of a release, as its databases stand: which migrations made the tables, the SQL that was replayed over them, and every
 * row. A test loads each and starts today's build over it.
 */
interface ReleaseData {
  release: string;
  /** Text of SQL: the bookkeeping's tables, and what is replayed after the migrations (grants, files in any order, grants). */
  bookkeeping: string;
  replayed: string[];
  /** Checksums of the migrations by name; their texts stand in server/migrations and never change. */
  migrations: Record<string, string>;
  /** Rows by table, as one JSON array in text: numbers keep every digit. */
  tables: Record<string, string>;
  /** The next numbers of sequences. */
  sequences: Record<string, { last_value: string; is_called: boolean }>;
}

const ourTables = `
  select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ('public', 'auth', 'graphile_worker') and c.relkind = 'r' order by 1`;
/** The queue's own bookkeeping is that of the version which makes its tables. */
const ofTheQueue = 'graphile_worker.migrations';

/** What stands in a database that this build has brought to its schema. */
export async function dumpRelease(client: Client): Promise<ReleaseData> {
  const build = readBuild();
  const { rows: names } = await client.query<{ name: string }>(ourTables);
  const tables: ReleaseData['tables'] = {};
  for (const { name } of names) {
    if (name === ofTheQueue) continue;
    const { rows } = await client.query<{ rows: string }>(
      `select coalesce(jsonb_agg(r order by r)::text, '[]') as rows from (select to_jsonb(t) as r from ${name} t) as all_rows`,
    );
    if (rows[0]!.rows !== '[]') tables[name] = rows[0]!.rows;
  }
  const { rows: sequences } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences
      where schemaname in ('public', 'auth', 'graphile_worker') order by 1`,
  );
  const numbers: ReleaseData['sequences'] = {};
  for (const { name } of sequences) {
    const { rows } = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${name}`,
    );
    numbers[name] = rows[0]!;
  }
  return {
    release: build.release,
    bookkeeping: bookkeepingTables,
    replayed: replayedTexts(build),
    migrations: Object.fromEntries(build.migrations.map(({ name, checksum }) => [name, checksum])),
    tables,
    sequences: numbers,
  };
}

/**
 * Makes the database of a release in an empty one, whose cluster has our logins. The owner must be a superuser.
 * @throws Error when a migration of the release is not what it was.
 */
export async function loadRelease(owner: ClientConfig, data: ReleaseData): Promise<void> {
  const client = new Client(owner);
  await client.connect();
  try {
    await client.query(data.bookkeeping);
    const { migrations } = readBuild();
    for (const [name, checksum] of Object.entries(data.migrations)) {
      const migration = migrations.find((one) => one.name === name);
      if (migration?.checksum !== checksum) throw new Error(`the migration ${name} has changed`);
      await client.query(migration.text);
    }
    const pool = new Pool({ ...owner, max: 1 });
    pool.on('error', () => {}).on('connect', (one) => one.on('error', () => {}));
    await runMigrations({ pgPool: pool, schema: 'graphile_worker' });
    await pool.end();
    await client.query('begin');
    const files = data.replayed.slice(1, -1).map((text, index) => ({ path: `${index}.sql`, text }));
    await client.query(data.replayed[0]!);
    await replayFiles(client, files);
    await client.query(data.replayed.at(-1)!);
    await client.query('commit');
    await loadRows(client, data);
  } finally {
    await client.end();
  }
}

/** No trigger and no foreign key is asked: the rows are whole. */
async function loadRows(client: Client, { tables, sequences }: ReleaseData): Promise<void> {
  await client.query('begin');
  await client.query(`set local session_replication_role = 'replica'`);
  const { rows: present } = await client.query<{ name: string }>(ourTables);
  for (const { name } of present)
    if (name !== ofTheQueue) await client.query(`delete from ${name}`);
  for (const [name, rows] of Object.entries(tables)) {
    const { rows: columns } = await client.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [name],
    );
    const list = columns[0]!.columns;
    await client.query(
      `insert into ${name} (${list}) overriding system value select ${list} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
      [rows],
    );
  }
  for (const [name, { last_value, is_called }] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2, $3)', [name, last_value, is_called]);
  await client.query('commit');
}

export async function readRelease(file: string): Promise<ReleaseData> {
  const text = await promisify(gunzip)(await readFile(file));
  return JSON.parse(text.toString('utf8')) as ReleaseData;
}

export const packRelease = (data: ReleaseData): Promise<Buffer> =>
  promisify(gzip)(JSON.stringify(data), { level: 9 });
