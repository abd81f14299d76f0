import type pg from 'pg';
import { AppError } from '../app-error.ts';
import type { CallContext } from '../http/operations.ts';
import { callJson, callRow, refusalOf } from './query.ts';
import { together } from '../concurrency/batcher.ts';

/** Calls a SQL function as the caller: who, in which session, and when are always its first three arguments. */
export const callFunctionAs = (
  pool: pg.Pool,
  functionName: string,
  { caller, now }: Pick<CallContext, 'caller' | 'now'>,
  ...args: unknown[]
) => callJson(pool, functionName, [caller.user_id, caller.session_id, now, ...args]);

/** The same for a write that is done once under its idempotency key, which follows as the next two arguments. */
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

/** What a function that takes many calls says of one of them; see create_tickets_with_installments. */
type Outcome =
  | { reply: object }
  | { refusal: string; detail: object | null }
  /** Its turn is somebody else's at the moment: to be made again, alone and waiting for it. */
  | { is_busy: true };

/** Calls of one statement: it holds what they lock until the last of them is done. */
const MOST_WRITES = 32;

/**
 * Calls a SQL function that takes many calls, `[{user_id, session_id, asked_at, key, request_hash, …}]`, and does each once
 * under its idempotency key (docs/decisions/0022-writes-made-together.md).
 * @returns what makes one call, with further arguments, and answers with its JSON.
 * @throws AppError as the function refuses that call.
 */
export function batchIdempotentCalls(
  pool: pg.Pool,
  functionName: string,
): (call: CallContext, args: object) => Promise<string> {
  interface Call {
    user_id: string;
  }
  const ask = (calls: readonly Call[], waits: boolean) =>
    callRow<Outcome[]>(pool, functionName, [JSON.stringify(calls), waits]);
  const askAlone = async (call: Call) => (await ask([call], true))[0]!;
  const askTogether = together({
    ask: (calls: readonly Call[]) => ask(calls, false),
    askAlone,
    most: MOST_WRITES,
    of: ({ user_id }) => user_id,
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
    const first = await askTogether(call);
    const outcome = 'is_busy' in first ? await askAlone(call) : first;
    if ('reply' in outcome) return JSON.stringify(outcome.reply);
    if ('refusal' in outcome) throw refusalOf(outcome.refusal, outcome.detail);
    throw new AppError('unavailable');
  };
}
