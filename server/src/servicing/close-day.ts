import type pg from 'pg';
import { addDays, riyadhDate } from '#domain/calendar.ts';
import type { IsoDate } from '#domain/calendar.ts';
import { remindedDueDates } from '#domain/servicing/reminders.ts';
import type { Clock } from '../platform/clock.ts';
import type { JobHandler } from '../platform/jobs/jobs.ts';
import { callRow } from '../platform/database/query.ts';

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
  const marked = await inBatches(pool, 'mark_overdue_batch', [now, day, mailDay], '-infinity', [
    batch,
  ]);
  await noteLateness(pool, now);
  const expired = await expireUnanswered(pool, day, now, batch);
  let { reminded } = marked;
  if (mailDay) {
    reminded += await queueReminders(pool, mailDay, now, batch);
    await makeMailsDue(pool, mailDay, batch);
  }
  return callRow<ClosedDay>(pool, 'finish_close', [day, now, marked.count, expired, reminded]);
}

/** What closing a day would do, as if on the day after, without doing it. The day need not be over. */
export async function previewClose(pool: pg.Pool, day: IsoDate, now: Date): Promise<ClosedDay> {
  const mailDay = addDays(day, 1) < riyadhDate(now) ? null : addDays(day, 1);
  return {
    day,
    ...(await callRow<Omit<ClosedDay, 'day'>>(pool, 'preview_close', [day, mailDay])),
  };
}

/** Calls a function of close-day.sql until nothing is left in the order of due dates. */
async function inBatches(
  pool: pg.Pool,
  name: 'mark_overdue_batch' | 'queue_reminders_batch',
  before: unknown[],
  /** '-infinity' for all. */
  from: string,
  after: unknown[],
): Promise<{ count: number; reminded: number }> {
  const done = { count: 0, reminded: 0 };
  let place = { due_date: from, id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const { count, reminded, due_date, id } = await callRow<{
      count: number;
      reminded: number;
      due_date: string | null;
      id: string | null;
    }>(pool, name, [...before, place.due_date, place.id, ...after]);
    done.count += count;
    done.reminded += reminded;
    if (due_date === null || id === null) return done;
    place = { due_date, id };
  }
}

/** Companies of one batch: each is locked until its end. */
const COMPANIES = 200;

async function noteLateness(pool: pg.Pool, now: Date): Promise<void> {
  let after: string | null = '00000000-0000-0000-0000-000000000000';
  while (after !== null) {
    const args: unknown[] = [now, after, COMPANIES];
    after = (await callRow<{ id: string | null }>(pool, 'note_lateness_batch', args)).id;
  }
}

async function expireUnanswered(
  pool: pg.Pool,
  day: IsoDate,
  now: Date,
  batch: number,
): Promise<number> {
  for (let expired = 0; ;) {
    const { count } = await callRow<{ count: number }>(pool, 'expire_batch', [now, day, batch]);
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
    const ends = [until, batch];
    queued += (await inBatches(pool, 'queue_reminders_batch', [now, day], from, ends)).reminded;
  }
  return queued;
}

/** Every reminder of the day is queued: its mails are complete, and so are those that an earlier close was cut short of. */
async function makeMailsDue(pool: pg.Pool, day: IsoDate, batch: number): Promise<void> {
  const args = [`${day}${MORNING_UTC}`, batch];
  while ((await callRow<{ count: number }>(pool, 'make_mails_due', args)).count > 0);
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
      for (const day of await callRow<IsoDate[]>(pool, 'days_to_close', [last]))
        await closeDay(pool, day, now);
    },
    expire_approval_requests: async () => {
      await callRow(pool, 'expire_approval_requests', [clock.now()]);
    },
  };
}
