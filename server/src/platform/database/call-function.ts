import type pg from 'pg';
import { AppError } from '../app-error.ts';
import type { CallContext } from '../http/operations.ts';
import { callJson, callRow, refusalOf } from './query.ts';
import { createBatcher } from '../concurrency/batcher.ts';

/** Calls a SQL function as the caller. Its first three arguments are always the user, the session and the time. */
export const callFunctionAs = (
  pool: pg.Pool,
  functionName: string,
  { caller, now }: Pick<CallContext, 'caller' | 'now'>,
  ...args: unknown[]
) => callJson(pool, functionName, [caller.user_id, caller.session_id, now, ...args]);

/** Calls a function that writes once under its idempotency key. Key and request hash are its next two arguments. */
export const callIdempotent = (
  pool: pg.Pool,
  functionName: string,
  call: CallContext,
  ...args: unknown[]
) =>
  callFunctionAs(
    pool,
    functionName,
    call,
    call.idempotency.key,
    call.idempotency.request_hash,
    ...args,
  );

/** The result of one call of a batch; see create_tickets_with_installments. */
type Outcome =
  | { reply: object }
  | { refusal: string; detail: object | null }
  /** Another transaction holds the lock that the call needs: the call is made again, alone, and waits for the lock. */
  | { is_busy: true };

/** Calls of one statement. The statement holds their locks until the last of them is done. */
const MAX_BATCH_SIZE = 32;

/**
 * Batches calls of a SQL function that takes many, `[{user_id, session_id, asked_at, key, request_hash, …}]`, and does each
 * once under its idempotency key (docs/decisions/0022-writes-made-together.md). A batch holds at most one call per user.
 * @returns the function that makes one call, with further arguments, and returns the reply as JSON.
 * @throws AppError with the code with which the function refuses that call.
 */
export function batchIdempotentCalls(
  pool: pg.Pool,
  functionName: string,
): (call: CallContext, args: object) => Promise<string> {
  interface Call {
    user_id: string;
  }
  const callWith = (calls: readonly Call[], waits: boolean) =>
    callRow<Outcome[]>(pool, functionName, [JSON.stringify(calls), waits]);
  const callAlone = async (call: Call) => (await callWith([call], true))[0]!;
  const callBatched = createBatcher({
    runBatch: (calls: readonly Call[]) => callWith(calls, false),
    runAlone: callAlone,
    maxBatchSize: MAX_BATCH_SIZE,
    ownerOf: ({ user_id }) => user_id,
  });
  return async ({ caller, now, idempotency }, args) => {
    const call = {
      ...args,
      user_id: caller.user_id,
      session_id: caller.session_id,
      asked_at: now,
      key: idempotency.key,
      request_hash: `\\x${idempotency.request_hash.toString('hex')}`,
    };
    const first = await callBatched(call);
    const outcome = 'is_busy' in first ? await callAlone(call) : first;
    if ('reply' in outcome) return JSON.stringify(outcome.reply);
    if ('refusal' in outcome) throw refusalOf(outcome.refusal, outcome.detail);
    throw new AppError('unavailable');
  };
}
