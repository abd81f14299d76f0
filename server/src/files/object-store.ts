import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { AppError } from '../platform/app-error.ts';
import type { Secrets } from '../platform/config/secrets.ts';
import type { Settings } from '../platform/config/settings.ts';
import { openBucket } from './object-bucket.ts';
import { openFolder } from './object-folder.ts';

/**
 * Stores bytes under keys that are used once. An object is complete or absent. Keys consist of lower-case letters,
 * digits, dashes and slashes.
 */
export interface ObjectStore {
  put(key: string, bytes: Buffer): Promise<void>;
  /** Null without such an object. */
  get(key: string): Promise<Buffer | null>;
  /** Does nothing without such an object. */
  remove(key: string): Promise<void>;
}

/** A store as it lies on its medium, whose objects can be listed. */
export interface ListedStore extends ObjectStore {
  /** All objects below `folder`, which is a key's beginning up to a slash. */
  list(folder: string): Promise<StoredObject[]>;
}

export interface StoredObject {
  key: string;
  /** Milliseconds since 1970. */
  modified_ms: number;
}

type Place = Pick<Settings, 'dataDir' | 's3'>;

/** Opens the S3 bucket of the settings, else the folder `DATA_DIR/files`; both encrypted. */
export async function openObjectStore(settings: Place, secrets: Secrets): Promise<ObjectStore> {
  return encrypted(answering(await openStoredObjects(settings)), secrets);
}

/** The same store with its objects as they are stored: encrypted. For copies of them. */
export async function openStoredObjects({ s3, dataDir }: Place): Promise<ListedStore> {
  return s3 ? openBucket(s3, 'files/') : openFolder(join(dataDir, 'files'));
}

/** Translates errors of the store to `unavailable`: nothing was changed. */
function answering(store: ObjectStore): ObjectStore {
  return {
    put: (key, bytes) => store.put(key, bytes).catch(refuse),
    get: (key) => store.get(key).catch(refuse),
    remove: (key) => store.remove(key).catch(refuse),
  };
}

function refuse(cause: unknown): never {
  throw new AppError('unavailable', { cause });
}

const VERSION = Buffer.from([1]);
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = VERSION.length + IV_BYTES;
const SLICE_BYTES = 64 * 1024;

interface ObjectCipher {
  encrypt: (key: string, bytes: Buffer) => Buffer;
  /** @throws Error when a bit was changed, or the object was stored under another key. */
  decrypt: (key: string, object: Buffer) => Buffer;
}

/**
 * Encrypts with AES-256-GCM: version, initialisation vector, ciphertext, tag. Each object has its own key, and its
 * storage key is authenticated, so that objects cannot be exchanged.
 */
export function objectCipher(secret: Buffer): ObjectCipher {
  const keyOf = (key: string) => Buffer.from(hkdfSync('sha256', secret, '', key, 32));

  const encrypt = (key: string, bytes: Buffer): Buffer => {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', keyOf(key), iv).setAAD(Buffer.from(key));
    const object = Buffer.allocUnsafe(HEADER_BYTES + bytes.length + TAG_BYTES);
    VERSION.copy(object);
    iv.copy(object, VERSION.length);
    // In slices, so that a large file is not in memory a third time.
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      cipher.update(bytes.subarray(at, at + SLICE_BYTES)).copy(object, HEADER_BYTES + at);
    }
    cipher.final();
    cipher.getAuthTag().copy(object, HEADER_BYTES + bytes.length);
    return object;
  };

  const decrypt = (key: string, object: Buffer): Buffer => {
    if (object.length < HEADER_BYTES + TAG_BYTES || object[0] !== VERSION[0]) {
      throw new Error(`the object ${key} is not one of ours`);
    }
    const decipher = createDecipheriv(
      'aes-256-gcm',
      keyOf(key),
      object.subarray(VERSION.length, HEADER_BYTES),
      { authTagLength: TAG_BYTES },
    );
    decipher.setAAD(Buffer.from(key)).setAuthTag(object.subarray(-TAG_BYTES));
    const bytes = decipher.update(object.subarray(HEADER_BYTES, -TAG_BYTES));
    // Throws when a bit was changed, so only authenticated bytes are returned.
    decipher.final();
    return bytes;
  };

  return { encrypt, decrypt };
}

/**
 * A file keeps the key that it was encrypted with when the secret key is rotated.
 * @throws Error as of {@link ObjectCipher}.
 */
export function decryptObject(secrets: Secrets, key: string, object: Buffer): Buffer {
  let failure: unknown;
  for (const secret of secrets.accepted('file encryption')) {
    try {
      return objectCipher(secret).decrypt(key, object);
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

function encrypted(store: ObjectStore, secrets: Secrets): ObjectStore {
  return {
    put: async (key, bytes) => {
      const { encrypt } = objectCipher(secrets.derive('file encryption'));
      return store.put(key, encrypt(key, bytes));
    },
    get: async (key) => {
      const object = await store.get(key);
      return object && decryptObject(secrets, key, object);
    },
    remove: (key) => store.remove(key),
  };
}
