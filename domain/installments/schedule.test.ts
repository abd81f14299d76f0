import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, addMonths, isIsoDate } from '../calendar.ts';
import { MAX_AMOUNT_HALALAS, sumHalalas } from '../money.ts';
import { installmentSchedule } from './schedule.ts';

test('SAR 1,000.00 over 3 months is 333.33, 333.33 and 333.34, one due a month from today', () => {
  expect(
    installmentSchedule({ amount_halalas: 100_000, term_months: 3, start: '2026-11-20' }),
  ).toEqual([
    { seq: 1, due_date: '2026-12-20', amount_halalas: 33_333, status: 'Due' },
    { seq: 2, due_date: '2027-01-20', amount_halalas: 33_333, status: 'Due' },
    { seq: 3, due_date: '2027-02-20', amount_halalas: 33_334, status: 'Due' },
  ]);
});

test('a day that a month lacks becomes its last day, and returns in the next longer month', () => {
  const schedule = installmentSchedule({
    amount_halalas: 300,
    term_months: 3,
    start: '2025-12-31',
  });
  expect(schedule.map((one) => one.due_date)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
});

test('over one month the whole amount is due at once', () => {
  expect(installmentSchedule({ amount_halalas: 101, term_months: 1, start: '2024-01-31' })).toEqual(
    [{ seq: 1, due_date: '2024-02-29', amount_halalas: 101, status: 'Due' }],
  );
});

test('a company repays exactly the amount, in equal parts, whatever the amount, the term and the day', () => {
  const financing = fc.record({
    amount_halalas: fc.oneof(
      fc.nat({ max: MAX_AMOUNT_HALALAS }),
      fc.nat({ max: 1000 }),
      fc.constant(MAX_AMOUNT_HALALAS),
    ),
    term_months: fc.constantFrom(1 as const, 2 as const, 3 as const),
    start: fc.nat({ max: 3000 }).map((days) => addDays('2023-01-01', days)),
  });
  fc.assert(
    fc.property(financing, ({ amount_halalas, term_months, start }) => {
      const schedule = installmentSchedule({ amount_halalas, term_months, start });
      const parts = schedule.map((one) => one.amount_halalas);
      expect(sumHalalas(parts)).toBe(amount_halalas);
      expect(schedule.map((one) => one.seq)).toEqual([1, 2, 3].slice(0, term_months));
      for (const part of parts.slice(0, -1)) {
        expect(BigInt(part)).toBe(BigInt(amount_halalas) / BigInt(term_months));
      }
      expect(parts.at(-1)! - parts[0]!).toBeGreaterThanOrEqual(0);
      expect(parts.at(-1)! - parts[0]!).toBeLessThan(term_months);
      for (const one of schedule) {
        expect(isIsoDate(one.due_date)).toBe(true);
        expect(one.due_date).toBe(addMonths(start, one.seq));
        expect(one.status).toBe('Due');
      }
    }),
  );
});

test.each([-1, 0.5, NaN])('%d halalas cannot be repaid in installments', (amount_halalas) => {
  expect(() =>
    installmentSchedule({ amount_halalas, term_months: 3, start: '2026-11-20' }),
  ).toThrow(RangeError);
});
