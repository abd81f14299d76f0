import type pg from 'pg';
import { z } from 'zod';
import { riyadhDate } from '#domain/calendar.ts';
import type { Clock } from '../platform/clock.ts';
import type { JobHandler } from '../platform/jobs/jobs.ts';
import { callFunction } from '../platform/database/call-function.ts';
import { withRetries } from '../platform/database/query.ts';
import * as store from './credit-store.ts';
import { policyThatCounts } from './policy-that-counts.ts';

const payloadSchema = z.object({ company_id: z.uuid() });

/**
 * The automated credit analysis of one company, as it stands now: keeps an immutable assessment and sets
 * `total_approval_budget`. Run again on unchanged inputs it does nothing. What changes a company's credit may also meet the
 * condition of an offer that it has accepted, so that is granted first.
 */
async function analyseCredit(pool: pg.Pool, now: Date, company_id: string): Promise<void> {
  const today = riyadhDate(now);
  await callFunction(pool, 'apply_budget_offer', { company_id, now, today });
  const policy = await policyThatCounts(pool);
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const inputs = await store.lockInputs(client, company_id, today, policy);
    if (inputs) await store.record(client, company_id, now, policy, inputs);
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

/** The job `analyse_credit`, queued by what changes a company's credit (credit.sql) and by the day's close. */
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
