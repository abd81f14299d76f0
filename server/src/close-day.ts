import { parseArgs } from 'node:util';
import { addDays, isIsoDate, riyadhDate } from '#domain/calendar.ts';
import { systemClock } from './platform/clock.ts';
import { onDatabase } from './platform/on-database.ts';
import { openPools } from './platform/postgres/pools.ts';
import { closeDay, previewClose } from './servicing/close-day.ts';

/**
 * `npm run close-day -- [--date YYYY-MM-DD] [--dry-run]`: closes a Riyadh day that is over by hand, yesterday where none is
 * named; with `--dry-run` only says what that would do, of any day.
 */
await onDatabase(async (database) => {
  const now = systemClock.now();
  const { values } = parseArgs({
    options: { date: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
  });
  const day = values.date ?? addDays(riyadhDate(now), -1);
  if (!isIsoDate(day)) throw new Error(`--date ${day} is not a day such as 2026-03-01.`);
  const pools = openPools(database);
  try {
    const isDry = values['dry-run'];
    if (!isDry && day >= riyadhDate(now))
      throw new Error(
        `--date ${day} is not over yet in Riyadh. Until it is, only --dry-run tries it.`,
      );
    const close = isDry ? previewClose : closeDay;
    const { overdue, expired, reminded } = await close(pools.jobs, day, now);
    process.stdout.write(
      `${day} ${isDry ? 'would be' : 'is'} closed: ${overdue} installments overdue, ${expired} tickets expired, ` +
        `reminders of ${reminded} installments queued\n`,
    );
  } finally {
    await pools.close();
  }
});
