import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { TestDatabase } from './database.ts';
import type { Caller } from '#server/platform/http/operations.ts';
import {
  idempotentValues,
  type IdempotentArgs,
  type IdempotentFunction,
} from '#server/platform/database/call-function.ts';
import { asOwner, callOf } from './people.ts';

export interface Statement {
  text: string;
  values?: unknown[];
}

/** An operation as one statement, under a key of its own. */
export function operationOf<Name extends IdempotentFunction>(
  name: Name,
  caller: Caller,
  now: Date,
  ...args: IdempotentArgs<Name>
): Statement {
  const values = idempotentValues(name, callOf(caller, now), ...args);
  return { text: `select api.${name}(${values.map((_, n) => `$${n + 1}`).join(', ')})`, values };
}

/** A ticket request that a rule refuses once its company's row is locked. */
export const refusedRequest = {
  refusal: 'agency_required',
  agency_id: null,
  amount_sar: null,
  repayment_term: 'OneMonth',
  description: null,
  invoice_url: null,
  despite_code: false,
  today: '2026-01-31',
  due_dates: [],
  installments: [],
  tickets_to_agency: null,
  tickets: null,
} satisfies IdempotentArgs<'create_ticket_with_installments'>[0];

/**
 * What the statement waits for while another transaction holds what `held` locks: the kind of lock as pg_locks names it, or
 * null where the statement ends without having waited. Both transactions are rolled back. `refusal`: how the statement may end.
 */
export async function lockWaitedFor(
  database: TestDatabase,
  held: Statement,
  statement: Statement,
  pool: 'app' | 'staff' | 'jobs',
  refusal?: string,
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
        await pause(20);
      }
      return null;
    });
    await holder.query('rollback');
    await asked.catch((error: unknown) => {
      if (!(error instanceof Error) || error.message !== refusal) throw error;
    });
    return found;
  } finally {
    await waiter.query('rollback');
    waiter.release();
    await holder.end();
  }
}

/**
 * Does `held` in a transaction that stays open while `meanwhile` is begun, and commits once that one waits for it.
 * @param pool who does `held`; the owner unless named.
 * @throws Error where `meanwhile` ends without having waited.
 */
export async function whileOpen<T>(
  database: TestDatabase,
  held: Statement,
  meanwhile: () => Promise<T>,
  pool?: 'app' | 'staff' | 'jobs',
): Promise<T> {
  const holder = new Client(pool ? database.pools[pool].options : database.owner);
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query(held.text, held.values);
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
    const ended = new AbortController();
    const asked = meanwhile().finally(() => {
      ended.abort();
    });
    asked.catch(() => {});
    await asOwner(database, async (looker) => {
      const waits = 'select from pg_stat_activity a where $1 = any (pg_blocking_pids(a.pid))';
      while ((await looker.query(waits, [rows[0]!.pid])).rowCount === 0) {
        if (ended.signal.aborted) throw new Error('nothing waited for the open transaction');
        await pause(20);
      }
    });
    await holder.query('commit');
    return await asked;
  } finally {
    await holder.end();
  }
}
