import { Client } from 'pg';
import type { TestDatabase } from './database.ts';
import type { Caller } from '#server/platform/http/operations.ts';
import { asOwner, callOf } from './people.ts';

export interface Statement {
  text: string;
  values?: unknown[];
}

/** An operation as one statement, under a key of its own. */
export function operationOf(
  name: string,
  caller: Caller,
  now: Date,
  ...args: unknown[]
): Statement {
  const { key, request_hash } = callOf(caller, now).idempotency;
  const values = [caller.user_id, caller.session_id, now, key, request_hash, ...args];
  return { text: `select api.${name}(${values.map((_, n) => `$${n + 1}`).join(', ')})`, values };
}

/**
 * What the statement waits for while another transaction holds what `held` locks: the kind of lock as pg_locks names it, or
 * null where the statement ends without having waited. Both transactions are rolled back.
 */
export async function lockWaitedFor(
  database: TestDatabase,
  held: Statement,
  statement: Statement,
  pool: 'app' | 'staff' | 'jobs',
): Promise<string | null> {
  const holder = new Client(database.owner);
  await holder.connect();
  const waiter = await database.pools[pool].connect();
  try {
    await holder.query('begin');
    await holder.query(held.text, held.values);
    await waiter.query('begin');
    const { rows } = await waiter.query<{ pid: number }>('select pg_backend_pid() as pid');
    const ended = new AbortController();
    const asked = waiter.query(statement.text, statement.values).finally(() => {
      ended.abort();
    });
    asked.catch(() => {});
    const found = await asOwner(database, async (looker) => {
      while (!ended.signal.aborted) {
        const { rows: locks } = await looker.query<{ locktype: string }>(
          'select locktype from pg_locks where pid = $1 and not granted',
          [rows[0]!.pid],
        );
        if (locks[0]) return locks[0].locktype;
      }
      return null;
    });
    await holder.query('rollback');
    await asked;
    return found;
  } finally {
    await waiter.query('rollback');
    waiter.release();
    await holder.end();
  }
}
