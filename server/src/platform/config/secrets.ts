import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Everything secret is derived from one 32-byte key, so that processes which share it agree on all of them. */
export interface Secrets {
  /** 32 bytes bound to `purpose`; the same purpose always gives the same bytes. */
  derive(purpose: string): Buffer;
}

interface KeyPlace {
  /** 32 bytes in base64. Where it is given, no file is read or made. */
  secretKey?: string | undefined;
  /** Absolute. The file is its `secret.key`. */
  dataDir: string;
}

/** @throws RangeError when the key is not 32 bytes. */
export function secretsFromKey(key: Buffer): Secrets {
  if (key.length !== 32) throw new RangeError('the secret key must be 32 bytes, base64-encoded');
  return {
    derive: (purpose) => Buffer.from(hkdfSync('sha256', key, 'hamla', purpose, 32)),
  };
}

/**
 * The key from `SECRET_KEY`, else from `DATA_DIR/secret.key`, which is made (mode 0600) where there is neither a key nor an
 * embedded database. A key that was made is on disk before this returns.
 * @throws Error in words when the file is damaged, or missing beside an embedded database.
 */
export function loadSecrets(place: KeyPlace, flush: Flush = flushToDisk): Secrets {
  const given = givenSecrets(place, flush);
  if (given) return given;
  if (existsSync(join(place.dataDir, 'postgres'))) {
    throw new Error(
      `DATA_DIR=${place.dataDir} holds a database but no secret.key, and a new key would open nothing in it: ` +
        'put the file back from a backup, or set SECRET_KEY to what it held.',
    );
  }
  return makeSecrets(place, flush);
}

/**
 * The key that exists: `SECRET_KEY`, else the key file. Undefined where there is neither.
 * @throws Error in words when the file is damaged.
 */
export function givenSecrets(
  { secretKey, dataDir }: KeyPlace,
  flush: Flush = flushToDisk,
): Secrets | undefined {
  if (secretKey) return secretsFromKey(Buffer.from(secretKey, 'base64'));
  const file = keyFile(dataDir);
  const text = readIfThere(file);
  if (text === undefined) return undefined;
  // 32 bytes in base64 and nothing else: Buffer.from skips what is no base64.
  if (!/^[A-Za-z0-9+/]{43}=\s*$/.test(text)) {
    throw new Error(
      `${file} is ${text.trim() === '' ? 'empty' : 'damaged'}: it must hold 32 bytes in base64. Put it back from a backup, ` +
        'or set SECRET_KEY to what it held. Remove it only where no data was made with it: the next start makes another.',
    );
  }
  flushKey(file, flush);
  return secretsFromKey(Buffer.from(text.trim(), 'base64'));
}

/**
 * Makes `DATA_DIR/secret.key` for data that does not exist yet. Of several processes that do so at once, all return the key of
 * the first.
 * @throws the file system's error when it cannot be written or flushed.
 */
export function makeSecrets(place: KeyPlace, flush: Flush = flushToDisk): Secrets {
  const { dataDir } = place;
  const made = mkdirSync(dataDir, { recursive: true });
  // A folder that is new is itself an entry in the folder above it.
  if (made)
    for (let folder = dataDir; folder !== dirname(made); folder = dirname(folder))
      flush(dirname(folder));
  const file = keyFile(dataDir);
  const draft = `${file}.new-${randomUUID()}`;
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
    flush(draft);
    // A link appears whole or not at all, and fails where another process was first.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return givenSecrets({ dataDir }, flush)!;
}

const keyFile = (dataDir: string) => join(dataDir, 'secret.key');

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Brings a file or a folder to disk. A parameter so that tests see what stands where at that moment. */
type Flush = (path: string) => void;

function flushToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Also a key that was found: the process that made it may have ended before it flushed the folder. */
function flushKey(file: string, flush: Flush): void {
  for (const path of [file, dirname(file)]) {
    try {
      flush(path);
    } catch (error) {
      // A key on a read-only volume was put there by others; Windows flushes no folder.
      if (!/^(EROFS|EINVAL|EPERM|EACCES)$/.test((error as NodeJS.ErrnoException).code ?? ''))
        throw error;
    }
  }
}
