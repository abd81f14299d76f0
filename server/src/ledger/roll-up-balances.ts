import type pg from 'pg';
import type { JobHandler } from '../platform/jobs/jobs.ts';
import { callFunction } from '../platform/database/call-function.ts';

/** Changes that are rolled up in one transaction. */
const BATCH = 20_000;

/**
 * The job `roll_up_balances`: moves what the journal has changed into the balances that staff's figures read. A balance is
 * right without it; it only keeps the changes few.
 */
export function ledgerJobs({ pool }: { pool: pg.Pool }): Record<string, JobHandler> {
  return {
    roll_up_balances: async () => {
      let changes: number;
      do changes = await callFunction(pool, 'roll_up_balances', { limit: BATCH });
      while (changes === BATCH);
    },
  };
}
