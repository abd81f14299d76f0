import type pg from 'pg';
import { addDays, riyadhDate } from '#domain/calendar.ts';
import type { IsoDate } from '#domain/calendar.ts';
import type { Clock } from '../platform/clock.ts';
import type { JobHandler } from '../platform/jobs.ts';
import { callRow } from '../platform/postgres/database.ts';

/** Rows of one batch: a few tenths of a second in which no money moves. */
const BATCH = 20_000;

export interface ClosedDay {
  day: IsoDate;
  /** How many installments fell overdue, and how many tickets expired. */
  overdue: number;
  expired: number;
}

/**
 * Closes a Riyadh day: marks what it left unpaid, and closes tickets that nobody answered. Idempotent, and resumable at
 * any point: each batch is its own transaction, and what is done is not found again.
 */
export async function closeDay(
  pool: pg.Pool,
  day: IsoDate,
  now: Date,
  batch = BATCH,
): Promise<ClosedDay> {
  const overdue = await markOverdue(pool, day, batch);
  const expired = await expireUnanswered(pool, day, now, batch);
  return callRow<ClosedDay>(pool, 'finish_close', [day, now, overdue, expired]);
}

/** What closing a day would do, without doing it. */
export async function previewClose(pool: pg.Pool, day: IsoDate): Promise<ClosedDay> {
  return { day, ...(await callRow<Omit<ClosedDay, 'day'>>(pool, 'preview_close', [day])) };
}

async function markOverdue(pool: pg.Pool, day: IsoDate, batch: number): Promise<number> {
  let place = { due_date: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
  for (let marked = 0; ;) {
    const { count, due_date, id } = await callRow<{
      count: number;
      due_date: string | null;
      id: string | null;
    }>(pool, 'mark_overdue_batch', [day, place.due_date, place.id, batch]);
    marked += count;
    if (due_date === null || id === null) return marked;
    place = { due_date, id };
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

/** The job `close_day`: asked every hour, it closes the day that has ended in Riyadh, once. */
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
      const day = addDays(riyadhDate(now), -1);
      if (!(await callRow<boolean>(pool, 'is_day_closed', [day]))) await closeDay(pool, day, now);
    },
  };
}
