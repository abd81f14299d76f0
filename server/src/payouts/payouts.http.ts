import type pg from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import { callFunctionAs } from '../platform/database/call-function.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';

/** Further pages of the payouts an agency waits for, and its income by month. */
export function registerPayouts(route: RegisterOperation, { pool }: { pool: pg.Pool }): void {
  route('list_agency_payouts', (call) =>
    callFunctionAs(pool, 'list_agency_payouts', call, {
      window: call.query.window,
      cursor: call.query.cursor,
    }),
  );
  route('read_payouts_by_month', (call) =>
    callFunctionAs(pool, 'read_payouts_by_month', call, { today: riyadhDate(call.now) }),
  );
}
