import type pg from 'pg';
import { addDays, riyadhDate } from '#domain/calendar.ts';
import type { IsoDate } from '#domain/calendar.ts';
import { remindedDueDates } from '#domain/servicing/reminders.ts';
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
 * Closes a Riyadh day that is over: marks what it left unpaid, stops the payouts of companies that are too late, closes
 * tickets that nobody answered, and queues the
 * reminders of the day that follows, if that is today. Idempotent, and resumable at any point: each batch is its own
 * transaction, and what is done is not found again.
 * @throws RangeError when the day is not over.
 */
export async function closeDay(
  pool: pg.Pool,
  day: IsoDate,
  now: Date,
  batch = BATCH,
): Promise<ClosedDay> {
  const today = riyadhDate(now);
  if (day >= today) throw new RangeError(`${day} is not over in Riyadh, where it is ${today}.`);
  const mailDay = addDays(day, 1) === today ? today : null;
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
  const expired = await expireUnanswered(pool, day, now, batch);
  let { reminded } = marked;
  if (mailDay) {
    reminded += await queueReminders(pool, mailDay, now, batch);
    await makeMailsDue(pool, mailDay, batch);
  }
  return callFunction(pool, 'finish_close', {
    day,
    now,
    overdue: marked.count,
    expired,
    reminded,
  });
}

/** What closing a day would do, as if on the day after, without doing it. The day need not be over. */
export async function previewClose(pool: pg.Pool, day: IsoDate, now: Date): Promise<ClosedDay> {
  const mailDay = addDays(day, 1) < riyadhDate(now) ? null : addDays(day, 1);
  const preview: Omit<ClosedDay, 'day'> = await callFunction(pool, 'preview_close', {
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

async function noteLateness(pool: pg.Pool, now: Date): Promise<void> {
  let after: string | null = '00000000-0000-0000-0000-000000000000';
  while (after !== null) {
    const last: { id: string | null } = await callFunction(pool, 'note_lateness_batch', {
      now,
      after,
      limit: COMPANIES,
    });
    after = last.id;
  }
}

async function expireUnanswered(
  pool: pg.Pool,
  day: IsoDate,
  now: Date,
  batch: number,
): Promise<number> {
  for (let expired = 0; ;) {
    const { count }: { count: number } = await callFunction(pool, 'expire_batch', {
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

/** Every reminder of the day is queued: its mails are complete, and so are those that an earlier close was cut short of. */
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
