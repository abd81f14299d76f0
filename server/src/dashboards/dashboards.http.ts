import type pg from 'pg';
import type { EventHub } from '../platform/events/event-hub.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';
import { cachedDashboards } from './dashboard-cache.ts';

/**
 * One call for each screen: dashboards.sql returns everything that a dashboard shows, and the result is cached while
 * valid.
 */
export function registerDashboards(
  route: RegisterOperation,
  { pool, keptBytes, hub }: { pool: pg.Pool; keptBytes: number; hub: EventHub },
): void {
  const read = cachedDashboards(pool, keptBytes, hub);
  route('company_dashboard', (call) => read('company', call));
  route('agency_dashboard', (call) => read('agency', call));
}
