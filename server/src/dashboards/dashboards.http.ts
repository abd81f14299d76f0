import type pg from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import { callFunctionAs } from '../platform/database/call-function.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';

/** One call for each screen: dashboards.sql returns everything that a dashboard shows. */
export function registerDashboards(route: RegisterOperation, { pool }: { pool: pg.Pool }): void {
  route('company_dashboard', (call) =>
    callFunctionAs(pool, 'company_dashboard', call, { today: riyadhDate(call.now) }),
  );
  route('agency_dashboard', (call) =>
    callFunctionAs(pool, 'agency_dashboard', call, { today: riyadhDate(call.now) }),
  );
}
