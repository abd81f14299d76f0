import type pg from 'pg';
import { callFunctionAs, callIdempotent } from '../platform/database/call-function.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';

/** Roles and profiles: each operation is one SQL function (profiles.sql), which saves non-empty values only. */
export function registerProfiles(route: RegisterOperation, { pool }: { pool: pg.Pool }): void {
  route('read_user_role', (call) => callFunctionAs(pool, 'read_user_role', call));
  route('upsert_user_role', (call) =>
    callFunctionAs(pool, 'upsert_user_role', call, { role: call.body.role }),
  );
  route('read_company', (call) => callFunctionAs(pool, 'read_company', call));
  route('read_agency', (call) => callFunctionAs(pool, 'read_agency', call));
  route('upsert_company', (call) =>
    callIdempotent(pool, 'upsert_company', call, { fields: call.body }),
  );
  route('upsert_agency', (call) =>
    callIdempotent(pool, 'upsert_agency', call, { fields: call.body }),
  );
  route('list_agencies', (call) => {
    const { search = null, cursor = null } = call.query;
    return callFunctionAs(pool, 'list_agencies', call, { search, cursor });
  });
}
