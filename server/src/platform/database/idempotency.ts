import type pg from 'pg';
import type { Clock } from '../clock.ts';
import type { JobHandler } from '../jobs/jobs.ts';
import { callJson } from './query.ts';

/** The job `purge_idempotency_keys`: deletes stored replies older than a week. */
export function idempotencyJobs({
  pool,
  clock,
}: {
  pool: pg.Pool;
  clock: Clock;
}): Record<string, JobHandler> {
  return {
    purge_idempotency_keys: async () => {
      await callJson(pool, 'purge_idempotency_keys', [clock.now()]);
    },
  };
}
