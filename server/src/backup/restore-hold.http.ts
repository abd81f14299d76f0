import type pg from 'pg';
import { callFunctionAs, callIdempotent } from '../platform/database/call-function.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';

/** The hold of a restored installation, for staff. */
export function registerRestoreHold(route: RegisterOperation, { pool }: { pool: pg.Pool }): void {
  route('read_restore_hold', (call) => callFunctionAs(pool, 'read_restore_hold', call));
  route('confirm_restore', (call) =>
    callIdempotent(pool, 'confirm_restore', call, { restore_id: call.params.id }),
  );
}
