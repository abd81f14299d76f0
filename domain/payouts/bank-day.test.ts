import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { firstBankDayFrom, isBankDay } from './bank-day.ts';

/** Eid al-Fitr of 2026, as a list of the settings might have it. */
const eid = ['2026-03-19', '2026-03-22', '2026-03-23', '2026-03-24'];

test.each([
  ['2026-02-05', '2026-02-05', 'a Thursday stays'],
  ['2026-02-06', '2026-02-08', 'from a Friday to the Sunday'],
  ['2026-02-07', '2026-02-08', 'from a Saturday to the Sunday'],
  ['2026-02-22', '2026-02-23', 'past the Founding Day'],
  ['2026-09-23', '2026-09-24', 'past the National Day'],
  ['2026-03-18', '2026-03-18', 'the day before an Eid stays'],
  ['2026-03-19', '2026-03-25', 'past an Eid and the weekend within it'],
])('a file of %s is carried out on %s: %s', (made, day) => {
  expect(firstBankDayFrom(made, eid)).toBe(day);
});

test('the day is one on which banks work, and none before it is', () => {
  const dates = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2026-01-01', days));
  fc.assert(
    fc.property(dates, fc.array(dates, { maxLength: 20 }), (day, holidays) => {
      const found = firstBankDayFrom(day, holidays);
      expect(isBankDay(found, holidays)).toBe(true);
      for (let one = day; one < found; one = addDays(one, 1)) {
        expect(isBankDay(one, holidays)).toBe(false);
      }
    }),
  );
});

test('a year of holidays has no day', () => {
  const year = Array.from({ length: 400 }, (_, n) => addDays('2026-01-01', n));
  expect(() => firstBankDayFrom('2026-01-01', year)).toThrow(RangeError);
});
