import type pg from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import { callFunctionAs, callIdempotent } from '../platform/database/call-function.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';

/** A company's installments by month, and its promise to pay those that are overdue. */
export function registerInstallments(route: RegisterOperation, { pool }: { pool: pg.Pool }): void {
  route('read_payments_by_month', (call) =>
    callFunctionAs(pool, 'read_payments_by_month', call, { today: riyadhDate(call.now) }),
  );
  route('promise_payment', (call) =>
    callIdempotent(pool, 'promise_payment', call, { today: riyadhDate(call.now), ...call.body }),
  );
}
