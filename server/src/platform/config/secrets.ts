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

/** Derives all secrets from one 32-byte key, so that processes with the same key have the same secrets. */
export interface Secrets {
  /** 32 bytes bound to `purpose`; the same purpose always gives the same bytes. */
  derive(purpose: string): Buffer;
}

interface KeyPlace {
  /** 32 bytes in base64. If given, no key file is read or made. */
  secretKey?: string | undefined;
  /** Absolute path; the key file is `secret.key` in it. */
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
 * Reads the key from `SECRET_KEY`, else from `DATA_DIR/secret.key`. Makes the file (mode 0600) when there is neither a
 * key nor an embedded database, and flushes it to disk before it returns.
 * @throws Error with a message when the file is damaged, or missing beside an embedded database.
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
 * Reads an existing key: `SECRET_KEY`, else the key file; undefined without either.
 * @throws Error with a message when the file is damaged.
 */
export function givenSecrets(
  { secretKey, dataDir }: KeyPlace,
  flush: Flush = flushToDisk,
): Secrets | undefined {
  if (secretKey) return secretsFromKey(Buffer.from(secretKey, 'base64'));
  const file = keyFile(dataDir);
  const text = readIfThere(file);
  if (text === undefined) return undefined;
  // Checked by pattern, because Buffer.from skips characters that are not base64.
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
 * Makes `DATA_DIR/secret.key` for data that does not exist yet. If several processes do so at once, all return the
 * first one's key.
 * @throws the file system's error when it cannot be written or flushed.
 */
export function makeSecrets(place: KeyPlace, flush: Flush = flushToDisk): Secrets {
  const { dataDir } = place;
  const made = mkdirSync(dataDir, { recursive: true });
  // A new folder is an entry of its parent folder, which is flushed too.
  if (made)
    for (let folder = dataDir; folder !== dirname(made); folder = dirname(folder))
      flush(dirname(folder));
  const file = keyFile(dataDir);
  const draft = `${file}.new-${randomUUID()}`;
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
    flush(draft);
    // A link appears whole or not at all, and fails when another process was first.
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

/** Flushes a file or folder to disk. A parameter, so that tests can inspect the files at each flush. */
type Flush = (path: string) => void;

function flushToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** An existing key is flushed too, because its process may have ended before it flushed the folder. */
function flushKey(file: string, flush: Flush): void {
  for (const path of [file, dirname(file)]) {
    try {
      flush(path);
    } catch (error) {
      // Ignored: a key on a read-only volume was written earlier, and Windows cannot flush a folder.
      if (!/^(EROFS|EINVAL|EPERM|EACCES)$/.test((error as NodeJS.ErrnoException).code ?? ''))
        throw error;
    }
  }
}
