import { hkdfSync, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { decryptForRow } from '../encryption.ts';

/** What a rotated key made for these purposes counts for ever: data, and what people keep (key-state.ts). */
export const lastingPurposes = [
  'due date feeds',
  'file encryption',
  'recovery codes',
  'second factors',
  'signatory identities',
  'signing keys',
] as const;

/** What a rotated key made for these counts until the overlap ends. */
export const tokenPurposes = [
  'download links',
  'e-mail links',
  'factor removals',
  'refresh tokens',
] as const;

/** What a rotated key made for these counts no more: it lives for minutes, or is made anew. */
type BriefPurpose =
  | `backup ${string}`
  | `postgres role ${string}`
  | 'earlier keys'
  | 'proof of the backup key'
  | 'proof of the secret key'
  | 'sign-in codes'
  | 'signing codes'
  | 'signing code digests'
  | 'signing requests';

type AcceptedPurpose = (typeof lastingPurposes)[number] | (typeof tokenPurposes)[number];
export type Purpose = AcceptedPurpose | BriefPurpose;

/** What the database says of its secret key. */
export interface KeyState {
  /** Derived from the key that is current. */
  proof: Buffer;
  /** Derived keys of secret keys that were rotated, encrypted under the current one. */
  earlier: {
    id: string;
    purpose: string;
    key_sealed: Buffer;
    /** Null: for ever. */
    accepted_until: Date | null;
  }[];
}

/**
 * Derives all secrets from one 32-byte key, so that processes with the same key have the same secrets. While a key is
 * rotated two are known; the database says which one is current (docs/decisions/0082-rotated-keys.md).
 */
export interface Secrets {
  /** 32 bytes of the current key, bound to `purpose`. The same bytes are the same object until a rotation. */
  derive(purpose: Purpose): Buffer;
  /** Keys of `purpose` whose work still counts at `now`, that of `derive` first. Without `now`, for data: whatever is kept. */
  accepted(purpose: AcceptedPurpose, now?: Date): Buffer[];
  /** Keys of `purpose` of each secret key that is known, the current one first: one, unless a rotation is under way. */
  known(purpose: Purpose): Buffer[];
  /** Keeps to what the database says. False: its key is none of those known. */
  learn(state: KeyState): boolean;
  /** Reads key files again: a rotation may have added a key. */
  reload(): void;
}

interface KeyPlace {
  /** 32 bytes in base64. If given, no key file is read or made. */
  secretKey?: string | undefined;
  /** The key that a rotation replaces by `secretKey`. */
  secretKeyPrevious?: string | undefined;
  /** Absolute path; the key file is `secret.key` in it. */
  dataDir: string;
}

/** @throws RangeError when the key is not 32 bytes. */
export const secretsFromKey = (key: Buffer): Secrets => secretsFromKeys([key]);

/**
 * @param keys the newest first.
 * @param readAgain gives the keys as they are now.
 * @throws RangeError when a key is not 32 bytes.
 */
export function secretsFromKeys(
  keys: readonly Buffer[],
  readAgain: () => readonly Buffer[] = () => [],
): Secrets {
  let known = keys.map(keyFrom);
  let current = known[0]!;
  let earlier: { purpose: string; key: Buffer; accepted_until: Date | null }[] = [];
  // A key before the current one is of no use any more: the database has what still counts of it.
  const useOnly = (found: readonly Key[]) => {
    known = found.slice(0, found.indexOf(current) + 1);
  };
  return {
    derive: (purpose) => current.derive(purpose),
    accepted: (purpose, now) => [
      ...inOrder(known, current).map((key) => key.derive(purpose)),
      ...earlier
        .filter(
          ({ purpose: other, accepted_until }) =>
            other === purpose && (accepted_until === null || !now || now < accepted_until),
        )
        .map(({ key }) => key),
    ],
    known: (purpose) => inOrder(known, current).map((key) => key.derive(purpose)),
    learn(state) {
      const found = known.find((key) => timingSafeEqual(key.derive(PROOF), state.proof));
      if (!found) return false;
      current = found;
      useOnly(known);
      earlier = state.earlier.map(({ id, purpose, key_sealed, accepted_until }) => {
        const text = decryptForRow([found.derive('earlier keys')], id, key_sealed);
        return { purpose, key: Buffer.from(text, 'hex'), accepted_until };
      });
      return true;
    },
    reload() {
      const found = readAgain().map(
        (bytes) => known.find((key) => key.bytes.equals(bytes)) ?? keyFrom(bytes),
      );
      if (found.includes(current)) useOnly(found);
    },
  };
}

/** The purpose whose key the database stores, to know its secret key again. */
const PROOF = 'proof of the secret key';

/** The one of `keys` that is current for `secrets`, which have it. */
export const currentOf = (keys: readonly Buffer[], secrets: Secrets): Buffer =>
  keys.find((key) => secretsFromKey(key).derive(PROOF).equals(secrets.derive(PROOF)))!;

interface Key {
  bytes: Buffer;
  derive(purpose: Purpose): Buffer;
}

function keyFrom(bytes: Buffer): Key {
  if (bytes.length !== 32) throw new RangeError('the secret key must be 32 bytes, base64-encoded');
  const derived = new Map<Purpose, Buffer>();
  return {
    bytes,
    derive(purpose) {
      let key = derived.get(purpose);
      if (!key) {
        key = Buffer.from(hkdfSync('sha256', bytes, 'hamla', purpose, 32));
        derived.set(purpose, key);
      }
      return key;
    },
  };
}

const inOrder = (known: readonly Key[], current: Key): Key[] => [
  current,
  ...known.filter((key) => key !== current),
];

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
 * Reads the existing keys: `SECRET_KEY`, else the key file; undefined without either.
 * @throws Error with a message when a file is damaged.
 */
export function givenSecrets(place: KeyPlace, flush: Flush = flushToDisk): Secrets | undefined {
  const keys = givenKeys(place, flush);
  if (keys.length === 0) return undefined;
  return secretsFromKeys(keys, place.secretKey ? undefined : () => givenKeys(place, () => {}));
}

/**
 * The keys themselves, the newest first: two while a rotation is under way, none without a key.
 * @throws Error with a message when a file is damaged.
 */
export function givenKeys(
  { secretKey, secretKeyPrevious, dataDir }: KeyPlace,
  flush: Flush = flushToDisk,
): Buffer[] {
  if (secretKey) {
    const texts = secretKeyPrevious ? [secretKey, secretKeyPrevious] : [secretKey];
    return texts.map((text) => Buffer.from(text, 'base64'));
  }
  const key = readKey(keyFile(dataDir), flush);
  if (!key) return [];
  const previous = readKey(previousKeyFile(dataDir), flush);
  return previous && !previous.equals(key) ? [key, previous] : [key];
}

function readKey(file: string, flush: Flush): Buffer | undefined {
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
  return Buffer.from(text.trim(), 'base64');
}

/**
 * Puts a new key in the place of the file's, which stays beside it. Whole or not at all at each moment.
 * @throws the file system's error.
 */
export function replaceKeyFile(dataDir: string, flush: Flush = flushToDisk): void {
  // Of a service's account, which goes on reading it where another one replaces it.
  const { mode, uid, gid } = statSync(keyFile(dataDir));
  const write = (file: string, text: string) => {
    const written = `${file}.new-${randomUUID()}`;
    writeFileSync(written, text, { mode: 0o600, flag: 'wx' });
    chownSync(written, uid, gid);
    chmodSync(written, mode);
    flush(written);
    renameSync(written, file);
    flush(dataDir);
  };
  write(previousKeyFile(dataDir), readFileSync(keyFile(dataDir), 'utf8'));
  write(keyFile(dataDir), `${randomBytes(32).toString('base64')}\n`);
}

/**
 * Stores an existing key in a new data folder, and the one before it where the database may still have that.
 * @throws the file system's error when there is one already.
 */
export function storeKey(dataDir: string, key: Buffer, previous?: Buffer | ''): void {
  const write = (file: string, bytes: Buffer) => {
    writeFileSync(file, `${bytes.toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
    for (const path of [file, dataDir]) flushToDisk(path);
  };
  if (previous) write(previousKeyFile(dataDir), previous);
  write(keyFile(dataDir), key);
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
const previousKeyFile = (dataDir: string) => join(dataDir, 'secret.key.previous');

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
