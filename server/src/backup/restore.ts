import { existsSync } from 'node:fs';
import { chown, mkdir, open, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { openStoredObjects, type ObjectStore } from '../files/object-store.ts';
import { dataFolder, type DataFolder } from '../platform/database/embedded-data.ts';
import {
  startEmbeddedPostgres,
  stopRunningServer,
  type Log,
} from '../platform/database/embedded.ts';
import { migrate } from '../platform/database/migrate.ts';
import { currentOf, secretsFromKeys, storeKey, type Secrets } from '../platform/config/secrets.ts';
import type { Settings } from '../platform/config/settings.ts';
import { untilStopped } from '../platform/stop-signals.ts';
import { megabytes } from './back-up.ts';
import { openPlaceToRead, type BackupPlace, type BackupTarget } from './backup-place.ts';
import { checkRestored, type CheckedCopy } from './check-restored.ts';
import { eraseAgain, type ErasedAgain } from './erasure-list.ts';
import { chooseManifest, keysSince, type DatabaseCopy, type Manifest } from './manifest.ts';
import type { TellProgress } from './progress.ts';
import { nextSegment, writeSegment } from './write-ahead-log.ts';

export interface RestoreOptions {
  target: BackupTarget;
  /** Further places whose lists of erasures count. */
  erasuresOf?: readonly BackupTarget[];
  /** The state of this moment; undefined: the newest. */
  at?: Date | undefined;
  /** Must be empty or missing. */
  dataDir: string;
  /** Where the files go; undefined: into `dataDir`. */
  s3: Settings['s3'];
  log: Log;
  tell: TellProgress;
  /** Ends PostgreSQL's recovery too. */
  stopping?: AbortSignal | undefined;
}

interface RestoredCopy {
  manifest: Manifest;
  /** Null: the backup has no database. */
  checked: CheckedCopy | null;
  /** People whose data was erased after that moment. */
  again: ErasedAgain;
  /** The last moment whose changes it has, ISO. */
  restored_to: string;
}

const nobody: ErasedAgain = { erased: 0, due: 0, failed: 0 };

/** Entries that a new volume may have. */
const ignored = new Set(['lost+found']);

/**
 * Makes an installation of a backup: PostgreSQL alone is started on it, recovered and checked, then it is marked as
 * held. All of it is made in `dataDir/restoring` and moved at the end.
 * @throws Error with a message: the folder is not empty, key, backup or digests are wrong. Then nothing is left.
 */
export async function restore(options: RestoreOptions): Promise<RestoredCopy> {
  const { dataDir } = options;
  await assertEmpty(dataDir);
  const place = await openPlaceToRead(options.target);
  const others = await Promise.all((options.erasuresOf ?? []).map((one) => openPlaceToRead(one)));
  const manifest = await chooseManifest(place, options.at);
  const draft = join(dataDir, 'restoring');
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 });
    const store = await openStoredObjects({ s3: options.s3, dataDir: draft });
    const keys = await keysSince(place, manifest);
    const secrets = secretsFromKeys(keys);
    const restored = manifest.database
      ? await restoreDatabase(options, {
          place,
          manifest,
          draft,
          store,
          secrets,
          isHeld: true,
          erasuresOf: [place, ...others],
        })
      : { checked: null, again: nobody, restored_to: manifest.point_at };
    // A rotation may have been under way or come later: the restored database tells its key. An external database is not
    // restored, so its key is that of the manifest.
    const { secret_key, previous_key } = manifest;
    if (manifest.database) storeKey(draft, currentOf(keys, secrets));
    else storeKey(draft, bytesOf(secret_key), previous_key && bytesOf(previous_key));
    if (!manifest.database) await restoreFiles(place, manifest, store, options.tell);
    await moveUp(draft, dataDir);
    return { manifest, ...restored };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

const bytesOf = (text: string) => Buffer.from(text, 'base64');

/** What a copy may leave of the disk, bytes. */
const LEFT_FREE = 2 * 2 ** 30;

/**
 * Restores the newest state of a backup into a folder of its own, checks it as `restore` does and removes it. It
 * writes the database's files alone.
 * @param options `id`: of the backup's row in `backups`, which the copy must have.
 * @returns what is wrong, a sentence each.
 */
export async function verifyBackup(
  options: Omit<RestoreOptions, 'at' | 's3'> & { manifest: Manifest; id: string },
): Promise<string[]> {
  const { dataDir, manifest, id } = options;
  const place = await openPlaceToRead(options.target);
  const draft = join(dataDir, 'backup-check');
  const remove = async () => rm(draft, { recursive: true, force: true });
  // A killed verification left this.
  if (existsSync(draft)) await stopRunningServer(draft);
  await remove();
  const { bavail, bsize } = await statfs(dataDir);
  const needed = manifest.database!.files.reduce((sum, { size }) => sum + size, LEFT_FREE);
  if (bavail * bsize < needed)
    throw new Error(
      `Verification needs ${megabytes(needed)} in ${dataDir}, and ${megabytes(bavail * bsize)} are free.`,
    );
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 });
    const secrets = secretsFromKeys(await keysSince(place, manifest));
    const work = { place, manifest, draft, id, secrets, isHeld: false, erasuresOf: [] };
    return (await restoreDatabase(options, work)).checked.problems;
  } finally {
    await remove();
  }
}

async function assertEmpty(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.some((name) => !ignored.has(name)))
    throw new Error(
      `DATA_DIR=${dataDir} is not empty: a restore overwrites nothing. Set DATA_DIR to a new folder.`,
    );
}

interface Draft {
  place: BackupPlace;
  manifest: Manifest;
  draft: string;
  secrets: Secrets;
  /** Where files are put; undefined: they are only checked. */
  store?: ObjectStore;
  /** Of a row in `backups` that the copy must have. */
  id?: string;
  isHeld: boolean;
  erasuresOf: readonly BackupPlace[];
}

async function restoreDatabase(
  options: Pick<RestoreOptions, 'at' | 'log' | 'tell' | 'stopping'>,
  { place, manifest, draft, store, id, secrets, isHeld, erasuresOf }: Draft,
): Promise<{ checked: CheckedCopy; again: ErasedAgain; restored_to: string }> {
  const { log, tell, at, stopping } = options;
  const database = manifest.database!;
  const data = await dataFolder(draft);
  await writeData(place, database, data, tell);
  tell('PostgreSQL recovers');
  const postgres = await startEmbeddedPostgres({
    dataDir: draft,
    secrets,
    log,
    disposable: !isHeld,
    recovery: { until: at?.toISOString().replace('T', ' ').replace('Z', '+00') },
    stopping,
  }).catch((error: Error) => {
    if (!/recovery ended before configured recovery target was reached/.test(error.message))
      throw error;
    const reason = `The backups do not reach ${at!.toISOString()}. Without --at the newest state is restored.`;
    throw new Error(reason, { cause: error });
  });
  const client = new Client(postgres.owner);
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ at: Date | null }>(
      'select pg_last_xact_replay_timestamp() as at',
    );
    const restored_to = rows[0]!.at?.toISOString() ?? manifest.point_at;
    await migrate({ owner: postgres.owner, secrets, log });
    const readObject = async (key: string) => {
      const object = await place.get(`files/${key}`).catch((error: Error) => {
        if (!/is missing/.test(error.message)) throw error;
        return null;
      });
      if (object) await store?.put(key, object);
      return object;
    };
    const checking = checkRestored(client, { secrets, readObject, tell });
    const checked = await untilStopped(checking, stopping);
    if (id && (await client.query('select from backups where id = $1', [id])).rowCount === 0)
      checked.problems.push('The write-ahead log ends before the end of the backup.');
    if (isHeld) await holdAfterRestore(client, restored_to);
    // No server runs before this command ends, so nobody reads them before they are erased again.
    const again = isHeld ? await eraseAgain(client, erasuresOf) : nobody;
    return { checked, again, restored_to };
  } finally {
    await client.end();
    await postgres.stop();
  }
}

/**
 * Nothing leaves this database until two members of staff have confirmed the restore (restore-hold.sql).
 * @returns the id of the hold.
 */
export async function holdAfterRestore(client: Client, restored_to: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'insert into restores (restored_at, restored_to) values (clock_timestamp(), $1) returning id',
    [restored_to],
  );
  return rows[0]!.id;
}

async function writeData(
  place: BackupPlace,
  database: DatabaseCopy,
  { path, account }: DataFolder,
  tell: TellProgress,
): Promise<void> {
  const own = async (made: string) => {
    if (account) await chown(made, account.uid, account.gid);
  };
  const makeFolder = async (folder: string) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await own(folder);
  };
  await makeFolder(path);
  for (const folder of database.folders) await makeFolder(join(path, folder));
  for (const [index, file] of database.files.entries()) {
    const written = join(path, file.path);
    const handle = await open(written, 'wx', 0o600);
    try {
      for (const part of file.parts) await handle.writeFile(await place.getPart(part));
    } finally {
      await handle.close();
    }
    await own(written);
    tell(`Database: ${index + 1} of ${database.files.length} files`);
  }
  for (const { key, segment } of await segmentsOf(place, database)) {
    const written = join(path, 'pg_wal', segment);
    await writeSegment(written, await place.get(key));
    await own(written);
    tell(`Write-ahead log: ${segment}`);
  }
  for (const [name, text] of [
    ['backup_label', database.label],
    ['recovery.signal', ''],
  ] as const) {
    await writeFile(join(path, name), text, { mode: 0o600, flag: 'wx' });
    await own(join(path, name));
  }
}

/** Those of the backup, and all that follow in its chain. */
async function segmentsOf(
  place: BackupPlace,
  { chain, first_segment, last_segment }: DatabaseCopy,
): Promise<{ key: string; segment: string }[]> {
  const segments = (await place.list(chain))
    .map(({ key }) => ({ key, segment: key.slice(chain.length).toUpperCase() }))
    .filter(({ segment }) => segment >= first_segment)
    .sort((a, b) => (a.segment < b.segment ? -1 : 1));
  const refuse = (name: string) => {
    throw new Error(`The backup is incomplete: ${chain}${name.toLowerCase()} is missing.`);
  };
  let next = first_segment;
  for (const { segment } of segments) {
    if (segment !== next) refuse(next);
    next = nextSegment(next);
  }
  if (next <= last_segment) refuse(next);
  return segments;
}

/** For a backup without a database: the files that it names. */
async function restoreFiles(
  place: BackupPlace,
  manifest: Manifest,
  store: ObjectStore,
  tell: TellProgress,
): Promise<void> {
  const list = await Promise.all(manifest.files.map((part) => place.getPart(part)));
  const keys = Buffer.concat(list).toString().split('\n').filter(Boolean);
  const known = new Set((await place.list('files/')).map(({ key }) => key));
  for (const [index, key] of keys.entries()) {
    // The bytes of a file that is not in use may have been deleted before the copy.
    if (known.has(`files/${key}`)) await store.put(key, await place.get(`files/${key}`));
    tell(`Files: ${index + 1} of ${keys.length}`);
  }
}

/** The database last: without it the folder is no installation. */
async function moveUp(draft: string, dataDir: string): Promise<void> {
  const names = await readdir(draft);
  for (const name of names.filter((other) => other !== 'postgres').concat('postgres'))
    if (names.includes(name)) await rename(join(draft, name), join(dataDir, name));
  await rm(draft, { recursive: true, force: true });
  const handle = await open(dataDir, 'r');
  await handle.sync();
  await handle.close();
}
