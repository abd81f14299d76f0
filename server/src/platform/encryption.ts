import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ivLength = 12;
const tagLength = 16;

/** Encrypts with AES-256-GCM (iv, tag, ciphertext). The row's id is authenticated, so one row cannot replace another. */
export function encryptForRow(key: Buffer, id: string, text: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(id));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/**
 * Decrypts with the one of `keys` that encrypted the text.
 * @throws Error when it was encrypted with another secret key or for another row.
 */
export function decryptForRow(keys: readonly Buffer[], id: string, encrypted: Buffer): string {
  let cause: unknown;
  for (const key of keys) {
    try {
      return decryptWith(key, id, encrypted);
    } catch (error) {
      cause = error;
    }
  }
  throw new Error('SECRET_KEY does not decrypt what this database holds', { cause });
}

function decryptWith(key: Buffer, id: string, encrypted: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, ivLength))
    .setAAD(Buffer.from(id))
    .setAuthTag(encrypted.subarray(ivLength, ivLength + tagLength));
  return Buffer.concat([
    decipher.update(encrypted.subarray(ivLength + tagLength)),
    decipher.final(),
  ]).toString('utf8');
}
