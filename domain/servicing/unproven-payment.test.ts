import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { isBankDay } from '../payouts/bank-day.ts';
import { unprovenUntil } from './unproven-payment.ts';

test('a payment of a Sunday is a task on the next Sunday, and later by each holiday', () => {
  expect(unprovenUntil('2026-02-07', [])).toBe('2026-01-31');
  expect(unprovenUntil('2026-02-08', [])).toBe('2026-02-01');
  expect(unprovenUntil('2026-02-08', ['2026-02-03'])).toBe('2026-01-31');
});

test('between the last day that has waited long enough and today banks have worked on five days', () => {
  const day = fc.integer({ min: 0, max: 3000 }).map((n) => addDays('2026-01-01', n));
  fc.assert(
    fc.property(day, fc.array(day, { maxLength: 5 }), (today, holidays) => {
      let worked = 0;
      for (
        let one = addDays(unprovenUntil(today, holidays), 1);
        one <= today;
        one = addDays(one, 1)
      )
        if (isBankDay(one, holidays)) worked += 1;
      expect(worked).toBe(5);
    }),
  );
});
