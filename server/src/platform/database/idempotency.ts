import type pg from 'pg';
import type { Clock } from '../clock.ts';
import type { JobHandler } from '../jobs/jobs.ts';
import { callFunction } from './call-function.ts';

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
      await callFunction(pool, 'purge_idempotency_keys', { now: clock.now() });
    },
  };
}
