import { secretsFromKey } from '../platform/config/secrets.ts';
import type { BackupPlace } from './backup-place.ts';

/** What one backup consists of. */
export interface Manifest {
  version: 1;
  /** As in package.json. */
  release: string;
  /** ISO instants. `point_at` is the earliest moment that it can be restored to. */
  started_at: string;
  point_at: string;
  /** The database's position at that moment, such as `0/3000120`. */
  point_lsn: string;
  /** The installation's own SECRET_KEY, base64. */
  secret_key: string;
  /** The key before it, which the database may still have. */
  previous_key?: string;
  /** Parts of the list of storage keys that the rows name, one a line. */
  files: string[];
  file_count: number;
  /** How many people the list of erasures had; missing: the backup is older than the list. */
  erasure_count?: number;
  /** Bytes of database and files. */
  total_bytes: number;
  /** Null: the database is an external one, and is not in the backup. */
  database: DatabaseCopy | null;
}

/** A copy of PostgreSQL's data folder, and the write-ahead log that makes it whole. */
export interface DatabaseCopy {
  /** Text of `backup_label`. */
  label: string;
  /** The folder of the write-ahead log: `wal/<chain>/`. */
  chain: string;
  /** First and last segment that it needs. Later ones of the chain lead to later moments. */
  first_segment: string;
  last_segment: string;
  folders: string[];
  files: CopiedFile[];
}

export interface CopiedFile {
  path: string;
  size: number;
  parts: string[];
}

/** Bytes of a part: a file's change is stored in such pieces. */
export const PART_BYTES = 2 ** 20;

const folder = 'backups/';

/** `2026-11-26T20:50:15.123Z` as a key: `backups/2026-11-26t20-50-15-123z`. */
const keyOf = (instant: string) => `${folder}${instant.toLowerCase().replaceAll(/[:.]/g, '-')}`;

/** Written last, at once: a backup without its manifest does not exist. @returns its key. */
export async function writeManifest(place: BackupPlace, manifest: Manifest): Promise<string> {
  const key = keyOf(manifest.point_at);
  await place.flush();
  await place.put(key, Buffer.from(JSON.stringify(manifest)));
  await place.flush();
  return key;
}

/** Keys of all manifests, the oldest first. */
export async function listManifests(place: BackupPlace): Promise<string[]> {
  return (await place.list(folder)).map(({ key }) => key).sort();
}

export async function readManifest(place: BackupPlace, key: string): Promise<Manifest> {
  const manifest = JSON.parse((await place.get(key)).toString()) as Manifest;
  if (manifest.version !== 1)
    throw new Error(`The backup ${key} was made by a newer release: restore it with that.`);
  return manifest;
}

/** Keys that the log alone may need, until a manifest has them: a rotation may come between two whole backups. */
export const keysFolder = 'keys/';

/** Stores those of an installation that are not there yet. */
export async function putKeys(place: BackupPlace, keys: readonly Buffer[]): Promise<void> {
  const known = new Set((await place.list(keysFolder)).map(({ key }) => key));
  for (const bytes of keys) {
    const proof = secretsFromKey(bytes).derive('proof of the secret key').toString('hex');
    const key = `${keysFolder}${proof}`;
    if (!known.has(key)) await place.put(key, bytes);
  }
}

/** The installation's keys of a backup and of all later ones: a rotation may have come between. */
export async function keysSince(place: BackupPlace, { point_at }: Manifest): Promise<Buffer[]> {
  const texts = new Set<string>();
  for (const { key } of await place.list(keysFolder))
    texts.add((await place.get(key)).toString('base64'));
  for (const key of (await listManifests(place)).toReversed()) {
    if (key < keyOf(point_at)) break;
    const { secret_key, previous_key } = await readManifest(place, key);
    for (const text of [secret_key, previous_key]) if (text) texts.add(text);
  }
  return Array.from(texts, (text) => Buffer.from(text, 'base64'));
}

/**
 * The newest backup, or of those that were made before `at` the newest.
 * @throws Error with a message when there is none.
 */
export async function chooseManifest(place: BackupPlace, at: Date | undefined): Promise<Manifest> {
  const keys = await listManifests(place);
  const until = at && keyOf(at.toISOString());
  const chosen = keys.findLast((key) => !until || key <= until);
  if (chosen) return readManifest(place, chosen);
  if (keys.length === 0) throw new Error('There is no whole backup in this place.');
  const { point_at } = await readManifest(place, keys[0]!);
  throw new Error(`There is no backup before ${at!.toISOString()}: the oldest is of ${point_at}.`);
}
