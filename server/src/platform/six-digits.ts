import { createHmac } from 'node:crypto';

/** Six digits of a mailed code, the same for one key and id: the mail's job computes them again, and nothing stores them. */
export function sixDigits(key: Buffer, id: string): string {
  const digest = createHmac('sha256', key).update(id).digest();
  return String(digest.readUInt32BE() % 1_000_000).padStart(6, '0');
}
