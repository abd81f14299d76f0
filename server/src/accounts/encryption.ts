import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ivLength = 12;
const tagLength = 16;

/** AES-256-GCM: iv, tag, text; bound to its row's id, so that one row cannot stand in for another. */
export function seal(key: Buffer, id: string, text: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(id));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** @throws Error when the secret key is not the one the text was sealed with, or the row is another. */
export function unseal(key: Buffer, id: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivLength))
    .setAAD(Buffer.from(id))
    .setAuthTag(sealed.subarray(ivLength, ivLength + tagLength));
  try {
    return Buffer.concat([
      decipher.update(sealed.subarray(ivLength + tagLength)),
      decipher.final(),
    ]).toString('utf8');
  } catch (cause) {
    throw new Error('SECRET_KEY does not open what this database has sealed', { cause });
  }
}
