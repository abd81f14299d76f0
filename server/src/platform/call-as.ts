import type pg from 'pg';
import type { CallContext } from './http/operations.ts';
import { callJson } from './postgres/database.ts';

/** Calls a SQL function as the caller: who, in which session, and when are always its first three arguments. */
export const callAs = (
  pool: pg.Pool,
  functionName: string,
  { caller, now }: Pick<CallContext, 'caller' | 'now'>,
  ...args: unknown[]
) => callJson(pool, functionName, [caller.user_id, caller.session_id, now, ...args]);

/** The same for a write that is done once under its idempotency key, which follows as the next two arguments. */
export const callOnceAs = (
  pool: pg.Pool,
  functionName: string,
  call: CallContext,
  ...args: unknown[]
) => callAs(pool, functionName, call, call.idempotency.key, call.idempotency.request_hash, ...args);
