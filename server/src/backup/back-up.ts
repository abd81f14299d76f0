import { existsSync } from 'node:fs';
import { open, readdir, readFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { openStoredObjects } from '../files/object-store.ts';
import { repositoryRoot } from '../platform/config/repository-root.ts';
import { givenKeys, type Secrets } from '../platform/config/secrets.ts';
import type { Settings } from '../platform/config/settings.ts';
import { advisoryLock } from '../platform/database/advisory-locks.ts';
import {
  openPlaceToWrite,
  type BackupPlace,
  type BackupTarget,
  type Installation,
} from './backup-place.ts';
import { countErasures, listErasures } from './erasure-list.ts';
import {
  listManifests,
  PART_BYTES,
  putKeys,
  readManifest,
  writeManifest,
  type CopiedFile,
  type DatabaseCopy,
  type Manifest,
} from './manifest.ts';
import type { TellProgress } from './progress.ts';
import { beginChain, chainFolder, endSegment, shipWal, standingSlot } from './write-ahead-log.ts';

export interface BackupOptions {
  settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 's3' | 'secretKey' | 'secretKeyPrevious'>;
  target: BackupTarget;
  owner: ClientConfig;
  secrets: Secrets;
  tell: TellProgress;
}

/** The one process that backs up: its connection has the lock. */
export interface HeldPlace {
  client: Client;
  place: BackupPlace;
}

export interface BackupResult {
  manifest: Manifest;
  /** Of its manifest. */
  key: string;
  added_bytes: number;
  /** Id of its row in `backups`. */
  id: string;
  /** What the backup lacks, because the installation itself lacks it. */
  problem: string | null;
}

/** Another process backs up. */
export class BackupUnderWay extends Error {}

const backupLock = advisoryLock('backup');

/**
 * Opens the place of the installation for this process alone.
 * @throws Error with a message: BackupUnderWay, and the errors of `openPlaceToWrite`.
 */
export async function withPlace<T>(
  { owner, target }: BackupOptions,
  work: (held: HeldPlace) => Promise<T>,
): Promise<T> {
  const client = new Client({ ...owner, application_name: 'hamla backup' });
  client.on('error', () => {});
  await client.connect();
  try {
    // After a restore, only later backups are this installation's own.
    const { rows } = await client.query<Installation & { is_free: boolean; is_known: boolean }>(
      `select s.system_identifier::text, r.id as restore_id, pg_try_advisory_lock($1) as is_free,
              exists (select from backups b where b.place = $2 and b.finished_at is not null
                        and b.started_at > coalesce(r.restored_at, '-infinity')) as is_known
         from pg_control_system() s
         left join (select id, restored_at from restores order by restored_at desc limit 1) r on true`,
      [backupLock, target.place],
    );
    const { is_free, is_known, ...installation } = rows[0]!;
    if (!is_free) throw new BackupUnderWay('Another backup is under way.');
    const place = await openPlaceToWrite(target, installation, is_known);
    // First, so that the list is up to date even if the backup fails.
    await listErasures(client, place);
    return await work({ client, place });
  } finally {
    await client.end();
  }
}

/**
 * Backs up the installation while it runs: a copy of the embedded PostgreSQL with the write-ahead log that makes it
 * whole, the files that its rows name, and the secret key. Of an external PostgreSQL it stores only its position.
 * @throws Error with a message; then `backups` has the reason, unless the place has the whole backup already.
 */
export async function backUp(options: BackupOptions, held: HeldPlace): Promise<BackupResult> {
  const { client, place } = held;
  const started_at = await readTime(client);
  const row = [started_at, options.target.place];
  let result: BackupResult;
  try {
    const { manifest, reaches_to, problem } = await copyAll(options, held, started_at);
    const key = await writeManifest(place, manifest);
    const { rows } = await client.query<{ id: string }>(
      `insert into backups (started_at, place, finished_at, added_bytes, total_bytes, reaches_to, problem)
       values ($1, $2, clock_timestamp(), $3, $4, $5, $6) returning id`,
      [...row, place.addedBytes(), manifest.total_bytes, reaches_to, problem],
    );
    result = { manifest, key, added_bytes: place.addedBytes(), id: rows[0]!.id, problem };
  } catch (error) {
    await client
      .query('insert into backups (started_at, place, problem) values ($1, $2, $3)', [
        ...row,
        (error as Error).message,
      ])
      .catch(() => {});
    throw error;
  }
  // Ships the log that has the backup's row, so that a restore can end at the backup's own time.
  if (result.manifest.database) await backUpChanges(options, held);
  return result;
}

/** The slot whose chain a whole backup of the place begins; undefined: only a whole backup makes one. */
export async function slotOfBackups({ client, place }: HeldPlace): Promise<string | undefined> {
  const slot = await standingSlot(client, place);
  if (!slot) return undefined;
  // Newest first, because it usually is that one.
  for (const key of (await listManifests(place)).toReversed())
    if ((await readManifest(place, key)).database?.chain === chainFolder(slot)) return slot;
  return undefined;
}

/**
 * Stores what was written since the last backup: files, then the write-ahead log. `known`: as of `slotOfBackups`.
 * @returns the moment to which the place now reaches.
 * @throws Error with a message when the place has no whole backup that the log continues.
 */
export async function backUpChanges(
  options: BackupOptions,
  held: HeldPlace,
  known?: string,
): Promise<string> {
  const slot = known ?? (await slotOfBackups(held));
  if (!slot)
    throw new Error(`The log continues no backup in ${options.target.place}: make a whole one.`);
  const { reaches_to } = await storeChanges(options, held, slot);
  await held.client.query(
    `update backups set reaches_to = $2 where id = (
       select id from backups where place = $1 and finished_at is not null order by started_at desc limit 1)`,
    [options.target.place, reaches_to],
  );
  return reaches_to;
}

/** The log ends at a moment before the files are copied: so each file that one of its rows names is stored. */
async function storeChanges(options: BackupOptions, { client, place }: HeldPlace, slot: string) {
  const { reaches_to, end } = await endSegment(client);
  // The keys before the log: a rotation writes its key first, so the key of each rotation in the log is stored.
  await putKeys(place, givenKeys(options.settings));
  const point = await readPoint(client);
  const files = await copyFiles(options, client, place);
  const postgres = postgresOf(options);
  const last_segment = await shipWal(client, { place, postgres, slot, end });
  return { point, files, reaches_to, last_segment };
}

const postgresOf = ({ settings }: Pick<BackupOptions, 'settings'>) =>
  join(settings.dataDir, 'postgres');

/** ISO, rounded up to the millisecond, because a Date has no microseconds. */
async function readTime(client: Client): Promise<string> {
  const { rows } = await client.query<{ now: Date }>(
    `select clock_timestamp() + interval '1 ms' as now`,
  );
  return rows[0]!.now.toISOString();
}

async function readPoint(client: Client): Promise<Pick<Manifest, 'point_at' | 'point_lsn'>> {
  const { rows } = await client.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn');
  return { point_at: await readTime(client), point_lsn: rows[0]!.lsn };
}

async function copyAll(
  options: BackupOptions,
  held: HeldPlace,
  started_at: string,
): Promise<{ manifest: Manifest; reaches_to: string | null; problem: string | null }> {
  const { client, place } = held;
  const copy = options.settings.databaseUrl ? null : await copyDatabase(options, client, place);
  const stored = copy ? await storeChanges(options, held, copy.slot) : undefined;
  const point = stored?.point ?? (await readPoint(client));
  const files = stored?.files ?? (await copyFiles(options, client, place));
  const { version } = JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8'));
  const database_bytes = copy?.database.files.reduce((sum, { size }) => sum + size, 0) ?? 0;
  const [secretKey, previousKey] = givenKeys(options.settings);
  const manifest: Manifest = {
    version: 1,
    release: version,
    started_at,
    ...point,
    secret_key: secretKey!.toString('base64'),
    ...(previousKey && { previous_key: previousKey.toString('base64') }),
    files: await putList(place, files.keys),
    file_count: files.keys.length,
    erasure_count: await countErasures(place),
    total_bytes: database_bytes + files.bytes,
    database: copy && { ...copy.database, last_segment: stored!.last_segment },
  };
  const problem = files.missing.map((key) => `The file ${key} is missing.`).join(' ') || null;
  return { manifest, reaches_to: stored?.reaches_to ?? null, problem };
}

async function copyDatabase(
  options: BackupOptions,
  client: Client,
  place: BackupPlace,
): Promise<{ slot: string; database: Omit<DatabaseCopy, 'last_segment'> }> {
  const postgres = postgresOf(options);
  // Before the copy begins, so that PostgreSQL keeps the write-ahead log of the copy.
  const slot = (await standingSlot(client, place)) ?? (await beginChain(client, place));
  const started = await client.query<{ segment: string }>(
    `select pg_walfile_name(pg_backup_start('hamla', true)) as segment`,
  );
  const { folders, paths } = await listData(postgres);
  const files: CopiedFile[] = [];
  let bytes = 0;
  const copy = async (path: string) => {
    const file = await copyFile(postgres, path, place);
    if (file) files.push(file);
    bytes += file?.size ?? 0;
    options.tell(`Database: ${files.length} of ${paths.length} files, ${megabytes(bytes)}`);
  };
  await inParallel(paths, copy);
  // Last, as PostgreSQL's manual asks.
  await copy(controlFile);
  const stopped = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(false)',
  );
  return {
    slot,
    database: {
      label: stopped.rows[0]!.labelfile,
      chain: chainFolder(slot),
      first_segment: started.rows[0]!.segment,
      folders,
      files,
    },
  };
}

export const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;

/** Folders whose content a restored server recreates. */
const emptied =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//;
/** Files of the running server. */
const left =
  /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_(label|manifest)(\.old)?|(recovery|standby)\.signal|current_logfiles)(\/|$)/;

const controlFile = 'global/pg_control';

/** All but the control file. */
async function listData(postgres: string): Promise<{ folders: string[]; paths: string[] }> {
  const entries = await readdir(postgres, { recursive: true, withFileTypes: true });
  const found = entries.map((entry) => ({
    entry,
    path: join(entry.parentPath, entry.name).slice(postgres.length + 1),
  }));
  const linked = found.find(({ entry }) => !entry.isFile() && !entry.isDirectory());
  if (linked) throw new Error(`${join(postgres, linked.path)} is neither a file nor a folder.`);
  const isKept = (path: string) => !left.test(path) && path !== controlFile;
  return {
    folders: found
      .filter(
        ({ entry, path }) =>
          entry.isDirectory() && (!emptied.test(path) || path.startsWith('pg_wal/')),
      )
      .map(({ path }) => path)
      .filter((path) => isKept(path))
      .sort(),
    paths: found
      .filter(({ entry, path }) => entry.isFile() && !emptied.test(path) && isKept(path))
      .map(({ path }) => path)
      .sort(),
  };
}

/** How many objects are written at once: a disk's flushes are shared. */
const AT_ONCE = 8;

async function inParallel<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await work(items[next++]!);
  };
  const stopOthers = (error: unknown) => {
    next = items.length;
    throw error;
  };
  const workers = Array.from({ length: AT_ONCE }, () => worker().catch(stopOthers));
  const failed = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected');
  if (failed) await Promise.reject((failed as PromiseRejectedResult).reason);
}

/** Undefined: PostgreSQL has removed the file meanwhile; its log says so too. */
async function copyFile(
  folder: string,
  path: string,
  place: BackupPlace,
): Promise<CopiedFile | undefined> {
  const handle = await open(join(folder, path), 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  if (!handle) return undefined;
  try {
    const parts: string[] = [];
    let size = 0;
    for (let part; (part = await readPart(handle, size)).length > 0; size += part.length)
      parts.push(await place.putPart(part));
    return { path, size, parts };
  } finally {
    await handle.close();
  }
}

async function readPart(handle: FileHandle, from: number): Promise<Buffer> {
  const part = Buffer.allocUnsafe(PART_BYTES);
  let length = 0;
  while (length < PART_BYTES) {
    const { bytesRead } = await handle.read(part, length, PART_BYTES - length, from + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return part.subarray(0, length);
}

/**
 * Copies the files that rows name and that the place does not have. A file never changes once it is written. A file
 * whose row is not in use may be missing.
 */
async function copyFiles(
  options: BackupOptions,
  client: Client,
  place: BackupPlace,
): Promise<{ keys: string[]; bytes: number; missing: string[] }> {
  const store = await openStoredObjects(options.settings);
  const { rows } = await client.query<{ key: string; bytes: number; is_used: boolean }>(namedFiles);
  const known = new Set((await place.list('files/')).map(({ key }) => key));
  const added = rows.filter(({ key }) => !known.has(`files/${key}`));
  const missing: string[] = [];
  let done = 0;
  await inParallel(added, async ({ key, is_used }) => {
    const object = await store.get(key);
    if (object) await place.put(`files/${key}`, object);
    else if (is_used && (await isStillUsed(client, key))) missing.push(key);
    done += 1;
    options.tell(`Files: ${done} of ${added.length} new ones`);
  });
  return {
    keys: rows.map(({ key }) => key),
    bytes: rows.reduce((sum, row) => sum + row.bytes, 0),
    missing,
  };
}

/** Every stored file that a row names; those whose bytes may be deleted at any moment are not in use. */
export const namedFiles = `
  select storage_key as key, size_bytes::int as bytes, sha256, attached_at is not null and replaced_at is null as is_used
    from files where stored_at is not null
  union all
  select storage_key, size_bytes::int, sha256, true from ticket_documents
  order by key`;

async function isStillUsed(client: Client, key: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from (${namedFiles}) as named where key = $1 and is_used`,
    [key],
  );
  return rowCount !== 0;
}

async function putList(place: BackupPlace, keys: string[]): Promise<string[]> {
  const text = Buffer.from(keys.join('\n'));
  const parts: string[] = [];
  for (let from = 0; from < text.length; from += PART_BYTES)
    parts.push(await place.putPart(text.subarray(from, from + PART_BYTES)));
  return parts;
}

/** @throws Error with a message when there is no embedded database to back up, nor an external one. */
export function assertInstalled({ databaseUrl, dataDir }: BackupOptions['settings']): void {
  if (!databaseUrl && !existsSync(join(dataDir, 'postgres', 'PG_VERSION')))
    throw new Error(`DATA_DIR=${dataDir} holds no installation.`);
}
