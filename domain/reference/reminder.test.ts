import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type IsoDate } from '../calendar.ts';
import { remindedDueDates, reminderDays } from '../servicing/reminders.ts';
import { reminderOn } from './reminder.ts';

/** What is queued for a due date when these days are closed and nothing else happens: each reminder once. */
function queuedOn(due_date: IsoDate, days: IsoDate[]) {
  const queued = new Map<number, IsoDate>();
  for (const day of days) {
    const reminder = reminderOn(due_date, day);
    if (reminder !== null && !queued.has(reminder)) queued.set(reminder, day);
  }
  return [...queued].map(([reminder, day]) => [day, reminder]);
}

const daysFrom = (first: IsoDate, count: number) =>
  Array.from({ length: count }, (_, index) => addDays(first, index));

test('a company is reminded 3 days before, on the day, and 1, 7 and 14 days after', () => {
  expect(queuedOn('2026-02-20', daysFrom('2026-01-31', 60))).toEqual([
    ['2026-02-17', -3],
    ['2026-02-20', 0],
    ['2026-02-21', 1],
    ['2026-02-27', 7],
    ['2026-03-06', 14],
  ]);
});

test('a reminder whose day was missed is made up for until the next one, and then left out', () => {
  // Nobody closed 16 February to 3 March, but for the 18th.
  const days = ['2026-02-15', '2026-02-19', '2026-03-04', '2026-03-05', '2026-03-06'];
  expect(queuedOn('2026-02-20', days)).toEqual([
    ['2026-02-19', -3],
    ['2026-03-04', 7],
    ['2026-03-06', 14],
  ]);
  // The last one holds for a week.
  expect(queuedOn('2026-02-20', ['2026-03-12', '2026-03-13'])).toEqual([['2026-03-12', 14]]);
  expect(queuedOn('2026-02-20', ['2026-03-13', '2026-05-01'])).toEqual([]);
});

test('each reminder of any due date comes on its own day, when every day is closed', () => {
  const date = fc.nat({ max: 2_000 }).map((days) => addDays('2026-01-01', days));
  fc.assert(
    fc.property(date, (due) => {
      expect(queuedOn(due, daysFrom(addDays(due, -30), 90))).toEqual(
        reminderDays.map((reminder) => [addDays(due, reminder), reminder]),
      );
    }),
  );
});

test('the due dates that a day reminds of are those whose reminder holds on it', () => {
  const { earliest, latest } = remindedDueDates('2026-02-20');
  const reminded = daysFrom('2026-01-01', 120).filter(
    (due) => reminderOn(due, '2026-02-20') !== null,
  );
  expect([reminded[0], reminded.at(-1)]).toEqual([earliest, latest]);
});
