import type pg from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import { callAs } from '../platform/call-as.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';

/** What staff see first. */
export function registerOperations(route: RegisterOperation, { pool }: { pool: pg.Pool }): void {
  route('operations_overview', (call) =>
    callAs(pool, 'operations_overview', call, riyadhDate(call.now)),
  );
}
