import type pg from 'pg';
import { callIdempotent } from '../platform/database/call-function.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';

/** The consent of a company that a credit bureau is asked. */
export function registerCredit(route: RegisterOperation, { pool }: { pool: pg.Pool }): void {
  route('give_bureau_consent', (call) =>
    callIdempotent(pool, 'give_bureau_consent', call, call.body),
  );
  route('withdraw_bureau_consent', (call) => callIdempotent(pool, 'withdraw_bureau_consent', call));
}
