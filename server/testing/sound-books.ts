import { createHash } from 'node:crypto';
import { Client, type ClientBase, type ClientConfig } from 'pg';
import { expect } from 'vitest';
import { verifyLedger } from '#server/ledger/verify-ledger.ts';
import { brokenInvariants } from './invariants.ts';

/** Fails where the ledger differs from the rows that it is of, or an invariant is broken. */
export async function expectSoundBooks(database: { owner: ClientConfig }): Promise<void> {
  let client = prepared.get(database);
  if (!client) prepared.set(database, (client = prepare(database)));
  const figures = await verifyLedger(await client);
  expect(figures.filter(({ rows_that_differ }) => rows_that_differ > 0)).toEqual([]);
  expect(await brokenInvariants(await client)).toEqual([]);
}

/** By database: planning the statements after each test anew takes four fifths of their time. */
const prepared = new WeakMap<object, Promise<ClientBase>>();

async function prepare(database: { owner: ClientConfig }): Promise<ClientBase> {
  const client = new Client(database.owner);
  // The database is dropped with its connections.
  client.on('error', () => prepared.delete(database));
  await client.connect();
  await client.query('set plan_cache_mode = force_generic_plan');
  const query = (text: string, values: unknown[] = []) =>
    client.query({ name: createHash('sha1').update(text).digest('hex'), text, values });
  return { query } as ClientBase;
}
