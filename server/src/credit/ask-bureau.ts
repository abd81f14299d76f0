import type pg from 'pg';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import { callFunction } from '../platform/database/call-function.ts';
import type { JobHandler } from '../platform/jobs/jobs.ts';
import type { CreditBureau } from './credit-bureau.ts';

const payloadSchema = z.object({ consent_id: z.uuid() });

/** Milliseconds in which a bureau answers; ours. */
const ANSWER_MS = 20_000;

/** Keeps which bureau can be asked (bureau.sql); null: none. */
export async function setCreditBureau(pool: pg.Pool, bureau: CreditBureau | null): Promise<void> {
  await callFunction(pool, 'set_credit_bureau', {
    bureau: bureau?.id ?? null,
    name: bureau?.name ?? null,
    name_ar: bureau?.name_ar ?? null,
    is_test: bureau?.isTest ?? false,
  });
}

/**
 * The job `ask_bureau`, queued with a consent. What the bureau does not answer is told to the company, and the job is tried again;
 * with the number that the profile has then.
 */
export function bureauJobs({
  pool,
  clock,
  bureau,
}: {
  pool: pg.Pool;
  clock: Clock;
  bureau: CreditBureau | null;
}): Record<string, JobHandler> {
  return {
    ask_bureau: async (payload) => {
      const { consent_id } = payloadSchema.parse(payload);
      const enquiry: { bureau: string; cr_number: string } | null = await callFunction(
        pool,
        'bureau_enquiry',
        { consent_id },
      );
      // Withdrawn, answered, or a consent to another bureau.
      if (!enquiry || enquiry.bureau !== bureau?.id) return;
      const record = (answer: { score: number; max_score: number } | null) =>
        callFunction(pool, 'record_bureau_answer', {
          consent_id,
          now: clock.now(),
          score: answer?.score ?? null,
          max_score: answer?.max_score ?? null,
          is_test: bureau.isTest,
        });
      try {
        await record(await bureau.enquire(enquiry.cr_number, AbortSignal.timeout(ANSWER_MS)));
      } catch (error) {
        await record(null);
        throw error;
      }
    },
  };
}
