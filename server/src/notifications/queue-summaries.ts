import type pg from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import { SUMMARY_HOUR } from '#domain/notifications/notification-kinds.ts';
import type { Clock } from '../platform/clock.ts';
import { callFunction } from '../platform/database/call-function.ts';
import type { JobHandler } from '../platform/jobs/jobs.ts';

/** People whose summary one transaction queues. */
const BATCH = 500;

/**
 * The job `queue_summaries`: queues the summary mail of each person who waits for one, at most one a day. A second run, of
 * this or another server, queues nobody's again. A run that was missed is of the day of its last hour.
 */
export function summaryJobs(deps: { pool: pg.Pool; clock: Clock }): Record<string, JobHandler> {
  return {
    queue_summaries: async () => {
      const now = deps.clock.now();
      const day = riyadhDate(new Date(now.getTime() - SUMMARY_HOUR * 3_600_000));
      let queued: { count: number };
      do {
        queued = await callFunction(deps.pool, 'queue_summaries', { now, day, limit: BATCH });
      } while (queued.count > 0);
    },
  };
}
