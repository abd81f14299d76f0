import type pg from 'pg';
import { addDays, riyadhDate } from '#domain/calendar.ts';
import type { IsoDate } from '#domain/calendar.ts';
import type { CreditPolicyRow } from '#api/credit-policies.ts';
import type { CreditPolicy } from '#domain/credit/policy.ts';
import { requiredAllowance, type LossStage } from '#domain/ledger/loss-allowance.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import { remindedDueDates } from '#domain/servicing/reminders.ts';
import { policyOfVersion } from '../credit/policy-that-counts.ts';
import type { Clock } from '../platform/clock.ts';
import type { JobHandler } from '../platform/jobs/jobs.ts';
import { callFunction } from '../platform/database/call-function.ts';

/** Rows of one batch: a few tenths of a second in which no money moves. */
const BATCH = 20_000;

/** Reminders are sent from 8 in the morning on, Riyadh time. */
const MORNING_UTC = 'T05:00:00Z';

interface ClosedDay {
  day: IsoDate;
  /** How many installments fell overdue, how many tickets expired, and of how many installments somebody is reminded. */
  overdue: number;
  expired: number;
  reminded: number;
}

/**
 * Closes a Riyadh day that is over: lets a planned policy begin whose day has come, marks what it left unpaid, stops the
 * payouts of companies that are too late, breaks the promises whose day it was, queues the analyses that lateness asks for,
 * closes tickets that nobody answered, counts the months that are over for the portfolio's trends, posts the allowance for
 * their expected losses, and queues the reminders of the day that follows, if that is today. Idempotent, and resumable at
 * any point: each batch is its own transaction, and what is done is not found again.
 * @throws RangeError when the day is not over.
 */
export async function closeDay(
  pool: pg.Pool,
  day: IsoDate,
  now: Date,
  batch = BATCH,
): Promise<ClosedDay> {
  const began = performance.now();
  const today = riyadhDate(now);
  if (day >= today) throw new RangeError(`${day} is not over in Riyadh, where it is ${today}.`);
  const mailDay = addDays(day, 1) === today ? today : null;
  const begun: CreditPolicyRow = await callFunction(pool, 'begin_credit_policy', { now });
  const policy = policyOfVersion(begun.model_version);
  const marked = await inBatches('-infinity', (after) =>
    callFunction(pool, 'mark_overdue_batch', {
      now,
      day,
      mail_day: mailDay,
      ...after,
      limit: batch,
    }),
  );
  await noteLateness(pool, now);
  await callFunction(pool, 'break_promises', { now, day });
  await queueAnalyses(pool, day, policy);
  await countPortfolioMonths(pool, day);
  await postLossAllowances(pool, day, now);
  const expired = await expireUnanswered(pool, day, now, batch);
  let { reminded } = marked;
  if (mailDay) {
    reminded += await queueReminders(pool, mailDay, now, batch);
    await makeMailsDue(pool, mailDay, batch);
  }
  const closed: ClosedDay = await callFunction(pool, 'finish_day_close', {
    day,
    now,
    overdue: marked.count,
    expired,
    reminded,
  });
  const took_ms = Math.round(performance.now() - began);
  await callFunction(pool, 'record_day_close_time', { day, took_ms });
  return closed;
}

/** What closing a day would do, as if on the day after, without doing it. The day need not be over. */
export async function previewClose(pool: pg.Pool, day: IsoDate, now: Date): Promise<ClosedDay> {
  const mailDay = addDays(day, 1) < riyadhDate(now) ? null : addDays(day, 1);
  const preview: Omit<ClosedDay, 'day'> = await callFunction(pool, 'preview_day_close', {
    day,
    mail_day: mailDay,
  });
  return { day, ...preview };
}

interface MarkedBatch {
  count: number;
  reminded: number;
  /** Where the next batch begins; null after the last. */
  due_date: string | null;
  id: string | null;
}

/** Runs batches of installments in the order of their due dates until none is left. `from`: '-infinity' for all. */
async function inBatches(
  from: string,
  run: (after: { after_due_date: string; after_id: string }) => Promise<MarkedBatch>,
): Promise<{ count: number; reminded: number }> {
  const done = { count: 0, reminded: 0 };
  let after = { after_due_date: from, after_id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const { count, reminded, due_date, id } = await run(after);
    done.count += count;
    done.reminded += reminded;
    if (due_date === null || id === null) return done;
    after = { after_due_date: due_date, after_id: id };
  }
}

/** Companies of one batch: each is locked until its end. */
const COMPANIES = 200;
/** Companies of one batch that only looks. */
const COMPANIES_TO_LOOK_AT = 5_000;

async function noteLateness(pool: pg.Pool, now: Date): Promise<void> {
  let after: string | null = '00000000-0000-0000-0000-000000000000';
  while (after !== null) {
    const last: { id: string | null } = await callFunction(pool, 'update_lateness_stops_batch', {
      now,
      after,
      limit: COMPANIES,
    });
    after = last.id;
  }
}

/** Analyses of companies whose lateness has crossed a threshold: each reads what is true when it runs. */
async function queueAnalyses(
  pool: pg.Pool,
  day: IsoDate,
  { long_overdue }: CreditPolicy,
): Promise<void> {
  let after: string | null = '00000000-0000-0000-0000-000000000000';
  while (after !== null) {
    const last: { id: string | null } = await callFunction(pool, 'queue_analyses_batch', {
      day,
      long_overdue_days: long_overdue.after_days,
      after,
      limit: COMPANIES_TO_LOOK_AT,
    });
    after = last.id;
  }
}

/** The months that are over when the day is. What was posted before their end is committed: the marking has had the turn of money. */
async function countPortfolioMonths(pool: pg.Pool, day: IsoDate): Promise<void> {
  let after: IsoDate | null = null;
  do after = await callFunction(pool, 'count_portfolio_month', { after, last: day });
  while (after !== null);
}

/** Brings the allowance for expected credit losses to its figure at the end of each month that is over when the day is. */
async function postLossAllowances(pool: pg.Pool, day: IsoDate, now: Date): Promise<void> {
  for (;;) {
    const ended: ({ month: IsoDate; policy_version: string } & Record<LossStage, string>) | null =
      await callFunction(pool, 'next_loss_allowance_month', { last: day });
    if (ended === null) return;
    const owed = {
      stage_1: halalasFromDecimal(ended.stage_1),
      stage_2: halalasFromDecimal(ended.stage_2),
      stage_3: halalasFromDecimal(ended.stage_3),
    };
    const policy = policyOfVersion(ended.policy_version);
    const required = requiredAllowance(owed, policy);
    await callFunction(pool, 'post_loss_allowance', {
      month: ended.month,
      now,
      required: decimalFromHalalas(required),
      policy_version: policy.version,
    });
  }
}

async function expireUnanswered(
  pool: pg.Pool,
  day: IsoDate,
  now: Date,
  batch: number,
): Promise<number> {
  for (let expired = 0; ;) {
    const { count }: { count: number } = await callFunction(pool, 'expire_tickets_batch', {
      now,
      day,
      limit: batch,
    });
    if (count === 0) return expired;
    expired += count;
  }
}

/** The reminders of a day but for those of yesterday's due dates, which are queued as they are marked. */
async function queueReminders(
  pool: pg.Pool,
  day: IsoDate,
  now: Date,
  batch: number,
): Promise<number> {
  const { earliest, latest } = remindedDueDates(day);
  const ranges = [
    [earliest, addDays(day, -2)],
    [day, latest],
  ] as const;
  let queued = 0;
  for (const [from, until] of ranges) {
    const { reminded } = await inBatches(from, (after) =>
      callFunction(pool, 'queue_reminders_batch', {
        now,
        day,
        ...after,
        until_due_date: until,
        limit: batch,
      }),
    );
    queued += reminded;
  }
  return queued;
}

/** Every reminder of the day is queued, so its mails are complete, also those of an earlier close that was interrupted. */
async function makeMailsDue(pool: pg.Pool, day: IsoDate, batch: number): Promise<void> {
  const due_at = new Date(`${day}${MORNING_UTC}`);
  let made: { count: number };
  do made = await callFunction(pool, 'make_mails_due', { due_at, limit: batch });
  while (made.count > 0);
}

/**
 * The jobs of servicing by task name. `close_day`: asked every hour, it closes the days that have ended in Riyadh, each once.
 * `expire_approval_requests`: every minute, it ends the requests that nobody has approved in time.
 */
export function servicingJobs({
  pool,
  clock,
}: {
  pool: pg.Pool;
  clock: Clock;
}): Record<string, JobHandler> {
  return {
    close_day: async () => {
      const now = clock.now();
      const last = addDays(riyadhDate(now), -1);
      const days: IsoDate[] = await callFunction(pool, 'days_to_close', { last });
      for (const day of days) await closeDay(pool, day, now);
    },
    expire_approval_requests: async () => {
      await callFunction(pool, 'expire_approval_requests', { now: clock.now(), subject_id: null });
    },
  };
}
