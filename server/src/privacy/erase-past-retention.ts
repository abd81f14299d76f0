import type pg from 'pg';
import { retentionKinds } from '#domain/privacy/retention.ts';
import type { Clock } from '../platform/clock.ts';
import { callFunction } from '../platform/database/call-function.ts';
import type { JobHandler } from '../platform/jobs/jobs.ts';

interface Erased {
  count: number;
  /** SQLSTATE of each person who failed. */
  failed: string[];
}

/** Rows of a kind that one transaction erases. */
const BATCH = 200;

/**
 * The job `erase_past_retention`: erases personal data whose period has passed (retention.sql). Twice does no more. It
 * fails at the end when something could not be erased.
 */
export function privacyJobs(deps: { pool: pg.Pool; clock: Clock }): Record<string, JobHandler> {
  return {
    erase_past_retention: async () => {
      const now = deps.clock.now();
      const problems: string[] = [];
      const due: Erased = await callFunction(deps.pool, 'erase_due_people', { now });
      if (due.failed.length > 0)
        problems.push(`${due.failed.length} people since a restore: ${due.failed[0]}`);
      for (const [kind, { erased_by }] of Object.entries(retentionKinds)) {
        if (erased_by !== 'job') continue;
        try {
          let erased: Erased;
          do {
            erased = await callFunction(deps.pool, 'erase_past_retention', {
              now,
              kind,
              limit: BATCH,
            });
          } while (erased.count > 0);
          // The last batch meets everybody who is left.
          if (erased.failed.length > 0)
            problems.push(`${erased.failed.length} people of ${kind}: ${erased.failed[0]}`);
        } catch (error) {
          problems.push(`${kind}: ${(error as Error).message}`);
        }
      }
      if (problems.length > 0) throw new Error(`Not erased: ${problems.join('; ')}`);
    },
  };
}
