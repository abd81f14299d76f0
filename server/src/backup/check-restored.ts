import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { decryptObject } from '../files/object-store.ts';
import { brokenRules } from '../ledger/invariants.ts';
import { verifyLedger } from '../ledger/verify-ledger.ts';
import type { Secrets } from '../platform/config/secrets.ts';
import { namedFiles } from './back-up.ts';
import type { TellProgress } from './progress.ts';

export interface CheckedCopy {
  /** What is wrong, a sentence each. Empty: nothing. */
  problems: string[];
  tickets: number;
  files: number;
}

/**
 * Proves a restored database and its files: ledger against tables, the invariants of the rows, and each named file by
 * its digest. Reads only.
 * @param readObject the stored object of a key, encrypted; null when there is none.
 */
export async function checkRestored(
  client: Client,
  {
    secrets,
    readObject,
    tell,
  }: {
    secrets: Secrets;
    readObject: (key: string) => Promise<Buffer | null>;
    tell: TellProgress;
  },
): Promise<CheckedCopy> {
  tell('Comparing the ledger with the tables');
  const problems: string[] = [];
  for (const { figure, rows_that_differ } of await verifyLedger(client))
    if (rows_that_differ > 0)
      problems.push(`The ledger differs from the tables in ${figure}: ${rows_that_differ} rows.`);
  for (const rule of await brokenRules(client)) problems.push(`This is not so: ${rule}.`);
  const { rows } = await client.query<{ key: string; sha256: Buffer; is_used: boolean }>(
    namedFiles,
  );
  for (const [index, { key, sha256, is_used }] of rows.entries()) {
    const object = await readObject(key);
    if (object && !holds(() => decryptObject(secrets, key, object), sha256))
      problems.push(`The file ${key} is damaged.`);
    if (!object && is_used) problems.push(`The file ${key} is missing.`);
    tell(`Files: ${index + 1} of ${rows.length}`);
  }
  const counted = await client.query<{ count: number }>(
    'select count(*)::int as count from tickets',
  );
  return { problems, tickets: counted.rows[0]!.count, files: rows.length };
}

function holds(decrypt: () => Buffer, sha256: Buffer): boolean {
  try {
    return createHash('sha256').update(decrypt()).digest().equals(sha256);
  } catch {
    return false;
  }
}
