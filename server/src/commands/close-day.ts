import { addDays, isIsoDate, riyadhDate } from '#domain/calendar.ts';
import { systemClock } from '../platform/clock.ts';
import { readCommandLine, refuseCommandLine } from './command-line.ts';
import { runWithDatabase } from './run-with-database.ts';
import { openPools } from '../platform/database/pools.ts';
import { closeDay, previewClose } from '../servicing/close-day.ts';

const { values } = readCommandLine({
  usage: 'Usage: npm run close-day -- [--date YYYY-MM-DD] [--dry-run]',
  options: { date: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
});
const isDry = values['dry-run'];
const now = systemClock.now();
const day = values.date ?? addDays(riyadhDate(now), -1);
if (!isIsoDate(day)) refuseCommandLine(`--date ${day} is not a day such as 2026-03-01.`);
if (!isDry && day >= riyadhDate(now)) {
  refuseCommandLine(
    `--date ${day} is not over yet in Riyadh. Until it is, only --dry-run tries it.`,
  );
}

/**
 * `npm run close-day -- [--date YYYY-MM-DD] [--dry-run]`: closes a Riyadh day that is over by hand, yesterday where none is
 * named; with `--dry-run` only says what that would do, of any day.
 */
await runWithDatabase(async (database) => {
  const pools = openPools(database);
  try {
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
