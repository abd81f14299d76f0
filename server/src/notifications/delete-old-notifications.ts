import type pg from 'pg';
import { notificationRetention } from '#domain/notifications/notification-retention.ts';
import type { Clock } from '../platform/clock.ts';
import { callFunction } from '../platform/database/call-function.ts';
import type { JobHandler } from '../platform/jobs/jobs.ts';

/** Notifications of each kind of age that one transaction deletes. */
const BATCH = 5_000;

/** The job `delete_old_notifications`: deletes what was read half a year ago, and what nobody read in two years. */
export function retentionJobs(deps: { pool: pg.Pool; clock: Clock }): Record<string, JobHandler> {
  return {
    delete_old_notifications: async () => {
      const before = notificationRetention(deps.clock.now());
      let deleted: { count: number };
      do {
        deleted = await callFunction(deps.pool, 'delete_old_notifications', {
          ...before,
          limit: BATCH,
        });
      } while (deleted.count > 0);
    },
  };
}
