import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { reminderDays, reminderOf } from './reminders.ts';

test('a company is reminded 3 days before, on the day, and 1, 7 and 14 days after', () => {
  const days = Array.from({ length: 41 }, (_, index) => addDays('2026-02-20', index - 20));
  const reminded = days.flatMap((day) => {
    const reminder = reminderOf('2026-02-20', day);
    return reminder === null ? [] : [[day, reminder]];
  });
  expect(reminded).toEqual([
    ['2026-02-17', -3],
    ['2026-02-20', 0],
    ['2026-02-21', 1],
    ['2026-02-27', 7],
    ['2026-03-06', 14],
  ]);
});

test('each reminder of any due date comes on exactly one day', () => {
  const date = fc.nat({ max: 2_000 }).map((days) => addDays('2026-01-01', days));
  fc.assert(
    fc.property(date, (due) => {
      for (const reminder of reminderDays)
        expect(reminderOf(due, addDays(due, reminder))).toBe(reminder);
    }),
  );
});
