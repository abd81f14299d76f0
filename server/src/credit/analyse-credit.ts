import type pg from 'pg';
import { z } from 'zod';
import { riyadhDate } from '#domain/calendar.ts';
import { creditInputs } from '#domain/credit/inputs.ts';
import { assessCredit } from '#domain/credit/scorecard.ts';
import type { Clock } from '../platform/clock.ts';
import type { JobHandler } from '../platform/jobs/jobs.ts';
import { withRetries } from '../platform/database/query.ts';
import * as store from './credit-store.ts';

const payloadSchema = z.object({ company_id: z.uuid() });

/**
 * The automated credit analysis of one company, on its newest saved profile: keeps an immutable assessment and sets
 * `total_approval_budget`. Run twice it makes two equal assessments, which does no harm.
 */
async function analyseCredit(pool: pg.Pool, now: Date, company_id: string): Promise<void> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const found = await store.lockInputs(client, company_id, riyadhDate(now));
    if (found) {
      const inputs = creditInputs(found.company, found.repayments);
      await store.record(client, company_id, now, assessCredit(inputs), inputs);
    }
    await client.query('commit');
  } catch (error) {
    // A lost connection has rolled back by itself; what is told is why it failed at first.
    await client.query('rollback').catch((lost: Error) => {
      broken = lost;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** The job `analyse_credit`, queued by every saved company profile. */
export function creditJobs({
  pool,
  clock,
}: {
  pool: pg.Pool;
  clock: Clock;
}): Record<string, JobHandler> {
  return {
    analyse_credit: (payload) => {
      const { company_id } = payloadSchema.parse(payload);
      return withRetries(() => analyseCredit(pool, clock.now(), company_id));
    },
  };
}
