import { parseArgs } from 'node:util';
import { addDays, isIsoDate, riyadhDate } from '#domain/calendar.ts';
import { systemClock } from './platform/clock.ts';
import { onDatabase } from './platform/on-database.ts';
import { openPools } from './platform/postgres/pools.ts';
import { closeDay, previewClose } from './servicing/close-day.ts';

/**
 * `npm run close-day -- [--date YYYY-MM-DD] [--dry-run]`: closes a Riyadh day by hand, yesterday where none is named;
 * with `--dry-run` only says what that would do.
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
    const { overdue, expired } = isDry
      ? await previewClose(pools.jobs, day)
      : await closeDay(pools.jobs, day, now);
    process.stdout.write(
      `${day} ${isDry ? 'would be' : 'is'} closed: ${overdue} installments overdue, ${expired} tickets expired\n`,
    );
  } finally {
    await pools.close();
  }
});
