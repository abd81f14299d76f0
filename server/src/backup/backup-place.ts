import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { openBucket } from '../files/object-bucket.ts';
import { openLateFolder } from '../files/object-folder.ts';
import { objectCipher, type ListedStore } from '../files/object-store.ts';
import { secretsFromKey, type Secrets } from '../platform/config/secrets.ts';
import type { S3Settings } from '../platform/config/settings.ts';

/**
 * A folder or bucket of encrypted backups:
 *
 * - `place`: who may write here, in the clear: a proof of the key and the installation.
 * - `parts/…`: pieces of files, named by a keyed digest of their content, so that each is stored once.
 * - `files/…`: files of the object store, under their storage keys.
 * - `wal/<chain>/<segment>`: write-ahead log. A chain has no gap.
 * - `keys/<proof>`: secret keys of the installation, for the log.
 * - `erasures/list`: people whose data was erased, which a restore erases again.
 * - `backups/<time>`: manifests, each written last: what has no manifest is no backup.
 */
export interface BackupPlace {
  /** Eight hexadecimal digits. */
  id: string;
  /** Bytes that were written by this process. */
  addedBytes(): number;
  /** Stores a part, unless it is there. @returns its name. */
  putPart(bytes: Buffer): Promise<string>;
  getPart(name: string): Promise<Buffer>;
  /** What was stored before is on the disk, and stays after a power failure. */
  flush(): Promise<void>;
  /** Stores under a key of its own. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** @throws Error with a message when it is missing or damaged. */
  get(key: string): Promise<Buffer>;
  list(folder: string): ReturnType<ListedStore['list']>;
  remove(key: string): Promise<void>;
  /** What killed processes left. */
  removeDrafts(): Promise<void>;
}

/** Who may write into a place. */
export interface Installation {
  /** PostgreSQL's own id, which restored copies have too. */
  system_identifier: string;
  /** The restore that made this copy; null: it is the first one. */
  restore_id: string | null;
}

export interface BackupTarget {
  /** A folder, or `s3://bucket/prefix`. */
  place: string;
  /** 32 bytes in base64. */
  key: string | undefined;
  /** For buckets. */
  s3: Omit<S3Settings, 'bucket'>;
}

interface Proof extends Installation {
  id: string;
  key_proof: string;
}

/** The error when there is no key. */
export const missingKey =
  'BACKUP_KEY is not set: backups are encrypted with it, and nothing restores them without it. Make one with ' +
  '`openssl rand -base64 32`, set it as BACKUP_KEY, and keep a copy where neither this machine nor the backups are.';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
/** Fast; pages of a database shrink to a quarter. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/**
 * Opens a place for writing, which is made when it is new.
 * @param isKnown whether the installation has backups there.
 * @throws Error with a message: no key, another key, another installation's or copy's place, or its disk is not there.
 */
export async function openPlaceToWrite(
  target: BackupTarget,
  installation: Installation,
  isKnown: boolean,
): Promise<BackupPlace> {
  const secrets = secretsOf(target);
  const store = await openStore(target);
  let proof = await readProof(store);
  if (!proof) {
    if (isKnown)
      throw new Error(
        `The backups that were made in ${target.place} are not there: is it mounted? To begin anew name a new place.`,
      );
    if ((await store.list('')).length > 0)
      throw new Error(
        `${target.place} holds other files: a backup needs an empty place of its own.`,
      );
    proof = {
      id: randomBytes(4).toString('hex'),
      key_proof: proofOf(secrets),
      ...installation,
    };
    await store.put('place', Buffer.from(JSON.stringify(proof)));
    await store.flush?.();
  }
  assertKey(proof, secrets, target);
  if (proof.system_identifier !== installation.system_identifier)
    throw new Error(
      `${target.place} holds the backups of another installation: name a place of its own.`,
    );
  if (proof.restore_id !== installation.restore_id)
    throw new Error(
      `${target.place} belongs to another copy of the installation: name a new place.`,
    );
  const parts = await store.list('parts/');
  return placeOf(store, secrets, proof.id, new Map(parts.map(({ key }) => [key, isThere])));
}

/** @throws Error with a message: no key, another key, no backup there. */
export async function openPlaceToRead(target: BackupTarget): Promise<BackupPlace> {
  const secrets = secretsOf(target);
  const store = await openStore(target);
  const proof = await readProof(store);
  if (!proof) throw new Error(`There is no backup in ${target.place}.`);
  assertKey(proof, secrets, target);
  return placeOf(store, secrets, proof.id, new Map());
}

const isThere = Promise.resolve();

function secretsOf({ key }: BackupTarget): Secrets {
  if (!key) throw new Error(missingKey);
  return secretsFromKey(Buffer.from(key, 'base64'));
}

/** With `flush` where what was put is on no disk yet. */
type Store = ListedStore & { flush?(): Promise<void>; removeDrafts?(): Promise<void> };

/** Milliseconds for a segment of the log on a slow line. */
const PATIENCE_MS = 120_000;

async function openStore({ place, s3 }: BackupTarget): Promise<Store> {
  if (place.startsWith('s3://')) {
    const [, bucket, prefix] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(place) ?? [];
    if (!bucket) throw new Error(`${place} is no bucket such as s3://bucket/folder.`);
    return openBucket({ ...s3, bucket }, prefix ? `${prefix}/` : '', PATIENCE_MS);
  }
  return openLateFolder(resolve(place));
}

async function readProof(store: ListedStore): Promise<Proof | undefined> {
  const bytes = await store.get('place');
  return bytes ? (JSON.parse(bytes.toString()) as Proof) : undefined;
}

const proofOf = (secrets: Secrets): string =>
  secrets.derive('proof of the backup key').toString('hex');

function assertKey(proof: Proof, secrets: Secrets, { place }: BackupTarget): void {
  const [stored, own] = [proof.key_proof, proofOf(secrets)].map((text) => Buffer.from(text));
  if (stored!.length !== own!.length || !timingSafeEqual(stored!, own!))
    throw new Error(`BACKUP_KEY is not the key of the backups in ${place}. Nothing was changed.`);
}

function placeOf(
  store: Store,
  secrets: Secrets,
  id: string,
  /** The parts that are there or being stored. */
  parts: Map<string, Promise<void>>,
): BackupPlace {
  const cipher = objectCipher(secrets.derive('backup contents'));
  const digestKey = secrets.derive('backup digests');
  const digest = (bytes: Buffer) => createHmac('sha256', digestKey).update(bytes).digest('hex');
  let added = 0;
  const put = async (key: string, bytes: Buffer) => {
    const object = cipher.encrypt(key, await compress(bytes, compression));
    await store.put(key, object);
    added += object.length;
  };
  const get = async (key: string) => {
    const object = await store.get(key);
    if (!object) throw new Error(`The backup is incomplete: ${key} is missing.`);
    try {
      return await decompress(cipher.decrypt(key, object));
    } catch (cause) {
      throw new Error(`The backup is damaged: ${key} is not what was stored.`, { cause });
    }
  };
  const keyOfPart = (name: string) => `parts/${name.slice(0, 2)}/${name}`;
  return {
    id,
    addedBytes: () => added,
    async putPart(bytes) {
      const name = digest(bytes);
      const key = keyOfPart(name);
      // Two files with the same content wait for one writing.
      if (!parts.has(key)) parts.set(key, put(key, bytes));
      await parts.get(key);
      return name;
    },
    async getPart(name) {
      const key = keyOfPart(name);
      const bytes = await get(key);
      if (digest(bytes) !== name)
        throw new Error(`The backup is damaged: ${key} has another digest.`);
      return bytes;
    },
    flush: async () => store.flush?.(),
    put,
    get,
    list: (folder) => store.list(folder),
    remove: (key) => store.remove(key),
    removeDrafts: async () => store.removeDrafts?.(),
  };
}
