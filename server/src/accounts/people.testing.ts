import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Caller } from '../platform/http/operations.ts';

/** Inserts users directly, without the account service, for tests and benchmarks of other capabilities. */

/** A signed-in user without a role. */
export async function insertUser(client: ClientBase, now: Date): Promise<Caller> {
  const user = await client.query(
    `insert into auth.users (email, password_hash, created_at, updated_at) values ($1, '-', $2, $2) returning id`,
    [`${randomUUID()}@example.sa`, now],
  );
  const session = await client.query(
    `insert into auth.sessions (user_id, amr, created_at, refreshed_at, not_after)
     values ($1, '[]', $2::timestamptz, $2::timestamptz, $2::timestamptz + interval '10 years') returning id`,
    [user.rows[0].id, now],
  );
  return { user_id: user.rows[0].id as string, session_id: session.rows[0].id as string };
}

/**
 * A member of staff who has shown a second factor. The session has no idle limit, does not need the factor again, and
 * ends after ten years.
 */
export async function insertStaff(client: ClientBase, now: Date): Promise<Caller> {
  const caller = await insertUser(client, now);
  await client.query(`insert into staff (user_id, name, added_at) values ($1, 'Staff', $2)`, [
    caller.user_id,
    now,
  ]);
  await client.query(
    `update auth.sessions set aal = 'aal2', seen_at = 'infinity', factor_proven_at = 'infinity', not_after = created_at + interval '10 years'
      where id = $1`,
    [caller.session_id],
  );
  return caller;
}
