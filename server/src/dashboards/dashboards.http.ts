import type pg from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import { callAs } from '../platform/call-as.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';

/** One call a screen: dashboards.sql returns all that a dashboard shows. */
export function registerDashboards(route: RegisterOperation, { pool }: { pool: pg.Pool }): void {
  for (const dashboard of ['company_dashboard', 'agency_dashboard'] as const) {
    route(dashboard, (call) => callAs(pool, dashboard, call, riyadhDate(call.now)));
  }
}
