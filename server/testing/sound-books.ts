import { expect } from 'vitest';
import { verifyLedger } from '#server/ledger/verify-ledger.ts';
import { brokenInvariants } from './invariants.ts';
import { asOwner } from './people.ts';

/** Fails where the ledger differs from the rows that it is of, or an invariant is broken. */
export async function expectSoundBooks(database: Parameters<typeof asOwner>[0]): Promise<void> {
  const figures = await asOwner(database, verifyLedger);
  expect(figures.filter(({ rows_that_differ }) => rows_that_differ > 0)).toEqual([]);
  expect(await asOwner(database, (client) => brokenInvariants(client))).toEqual([]);
}
