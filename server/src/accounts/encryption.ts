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

/** @throws Error when the text was encrypted with another secret key or for another row. */
export function decryptForRow(key: Buffer, id: string, encrypted: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, ivLength))
    .setAAD(Buffer.from(id))
    .setAuthTag(encrypted.subarray(ivLength, ivLength + tagLength));
  try {
    return Buffer.concat([
      decipher.update(encrypted.subarray(ivLength + tagLength)),
      decipher.final(),
    ]).toString('utf8');
  } catch (cause) {
    throw new Error('SECRET_KEY does not decrypt what this database holds', { cause });
  }
}
