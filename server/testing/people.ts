import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { insertStaff, insertUser } from '#server/accounts/people.testing.ts';
import type { CallContext, Caller } from '#server/platform/http/operations.ts';
import type { TestDatabase } from './database.ts';

/** A signed-in user with a role, and the id of their company or agency. */
export interface Person extends Caller {
  /** companies.id or agencies.id; empty without a role. */
  id: string;
}

interface PersonOptions {
  name?: string;
  /** SAR, decimal string: what only the credit analysis sets; here it is arranged. Absent: not set. */
  total_approval_budget?: string;
  now?: Date;
}

/** What somebody calls an operation with, under a key of its own. */
export const callOf = (caller: Caller, now: Date): CallContext => ({
  caller,
  now,
  idempotency: { key: randomUUID(), request_hash: randomBytes(32) },
});

/** Runs statements as the owner: for arranging what no use case can, and for looking behind row-level security. */
export async function asOwner<T>(
  database: Pick<TestDatabase, 'owner'>,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(database.owner);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A signed-in user without a role, made without the account service: for tests of what stands above it. */
export const addUser = (database: TestDatabase, now = new Date()): Promise<Caller> =>
  asOwner(database, (client) => insertUser(client, now));

/** A member of staff who has shown a second factor. */
export const addStaff = (database: TestDatabase, now = new Date()): Promise<Caller> =>
  asOwner(database, (client) => insertStaff(client, now));

async function addPerson(
  database: TestDatabase,
  role: 'company' | 'agency',
  options: PersonOptions,
): Promise<Person> {
  const now = options.now ?? new Date();
  const caller = await addUser(database, now);
  await database.pools.accounts.query('select assign_role($1, $2, $3)', [
    caller.user_id,
    role,
    now,
  ]);
  const table = role === 'company' ? 'companies' : 'agencies';
  const id = await asOwner(database, async (client) => {
    const { rows } = await client.query(
      `update ${table} set name = $2 where user_id = $1 returning id`,
      [caller.user_id, options.name ?? null],
    );
    if (role === 'company') {
      await client.query(
        `update companies set total_approval_budget = $2, cr_number = '1010123456' where user_id = $1`,
        [caller.user_id, options.total_approval_budget ?? null],
      );
    }
    return rows[0].id as string;
  });
  return { ...caller, id };
}

export const addCompany = (database: TestDatabase, options: PersonOptions = {}) =>
  addPerson(database, 'company', { name: 'Najd Coffee Roasters', ...options });

export const addAgency = (database: TestDatabase, options: PersonOptions = {}) =>
  addPerson(database, 'agency', { name: 'Sada Creative', ...options });

/** An uploaded invoice that no ticket uses yet; returns its path. */
export async function addInvoice(
  database: TestDatabase,
  owner: Caller,
  now = new Date(),
): Promise<string> {
  const path = `${owner.user_id}/${now.getTime()}_${randomUUID()}.pdf`;
  await asOwner(database, (client) =>
    client.query(
      `insert into files (owner_user_id, kind, store, path, name, size_bytes, content_type, sha256, storage_key,
                          created_at, stored_at)
       values ($1, 'invoice', 'ticket-invoices', $2, 'invoice.pdf', 1000, 'application/pdf', sha256(convert_to($3, 'UTF8')), $3, $4, $4)`,
      [owner.user_id, path, randomUUID(), now],
    ),
  );
  return path;
}
