import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Everything secret is derived from one 32-byte key, so that processes which share it agree on all of them. */
export interface Secrets {
  /** 32 bytes bound to `purpose`; the same purpose always gives the same bytes. */
  derive(purpose: string): Buffer;
}

/** @throws RangeError when the key is not 32 bytes. */
export function secretsFromKey(key: Buffer): Secrets {
  if (key.length !== 32) throw new RangeError('the secret key must be 32 bytes, base64-encoded');
  return {
    derive: (purpose) => Buffer.from(hkdfSync('sha256', key, 'hamla', purpose, 32)),
  };
}

/**
 * The key from `SECRET_KEY` (base64), else from `DATA_DIR/secret.key`, made there (mode 0600) on the first start.
 * @throws when the given key or the file's content is not 32 bytes of base64.
 */
export function loadSecrets(settings: {
  secretKey?: string | undefined;
  dataDir: string;
}): Secrets {
  if (settings.secretKey) return secretsFromKey(Buffer.from(settings.secretKey, 'base64'));
  mkdirSync(settings.dataDir, { recursive: true });
  const file = join(settings.dataDir, 'secret.key');
  try {
    // 'wx' so that of two processes starting at once only one key survives.
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return secretsFromKey(Buffer.from(readFileSync(file, 'utf8').trim(), 'base64'));
}
