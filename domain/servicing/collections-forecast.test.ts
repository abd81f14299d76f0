import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMonths } from '../calendar.ts';
import { sumHalalas } from '../money.ts';
import {
  FORECAST_MONTHS,
  forecastCollections,
  forecastStates,
  type CollectionRate,
  type ForecastState,
} from './collections-forecast.ts';

const nine = { open: 1_000_00, collected: 900_00 };
const half = { open: 10_00, collected: 5_00 };

test('due amounts are expected at their rate, and the rest a month later at the rate of late amounts', () => {
  const months = forecastCollections(
    '2026-11-01',
    {},
    new Map([
      ['2026-11-01', 100_00],
      ['2026-12-01', 200_00],
    ]),
    { due: nine, days_1_30: half },
  );
  expect(months.slice(0, 4)).toEqual([
    { from: '2026-11-01', due: 100_00, overdue: 0, expected: 90_00 },
    { from: '2026-12-01', due: 200_00, overdue: 10_00, expected: 185_00 },
    // 5.00 of November is 31 to 60 days late, a state without a rate.
    { from: '2027-01-01', due: 0, overdue: 25_00, expected: 10_00 },
    { from: '2027-02-01', due: 0, overdue: 15_00, expected: 0 },
  ]);
});

test("the current month's rate is applied to its remaining days, including today", () => {
  const due = new Map([['2026-11-01', 300_00]]);
  const expectedOn = (today: string) =>
    forecastCollections(today, {}, due, { due: { open: 1, collected: 1 } })[0]!.expected;
  expect(expectedOn('2026-11-01')).toBe(300_00);
  expect(expectedOn('2026-11-16')).toBe(150_00);
  expect(expectedOn('2026-11-30')).toBe(10_00);
});

test('what is late for more than 90 days stays so, and a part of a halala is not expected', () => {
  const rates = { days_61_90: half, days_90_plus: { open: 3, collected: 1 } };
  const months = forecastCollections(
    '2026-11-01',
    { days_61_90: 3, days_90_plus: 7 },
    new Map(),
    rates,
  );
  expect(months.map(({ overdue, expected }) => [overdue, expected])).toEqual([
    [10, 3],
    [7, 2],
    [5, 1],
    [4, 1],
    [3, 1],
    [2, 0],
  ]);
});

const amount = fc.integer({ min: 0, max: 9_000_000_000_000_00 });
const rate: fc.Arbitrary<CollectionRate> = fc
  .tuple(amount, amount)
  .map(([a, b]) => ({ open: Math.max(a, b), collected: Math.min(a, b) }));
const day = fc
  .integer({ min: 0, max: 2_000 })
  .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10));
const byState = <Value>(value: fc.Arbitrary<Value>) =>
  fc
    .array(fc.option(value, { nil: undefined }), { minLength: 5, maxLength: 5 })
    .map(
      (values) =>
        Object.fromEntries(forecastStates.map((state, n) => [state, values[n]])) as Partial<
          Record<ForecastState, Value>
        >,
    );
const small = fc.integer({ min: 0, max: 100_000_000_000_00 });

test('no month expects more than is due in it or overdue before it, nor all months more than is open', () => {
  fc.assert(
    fc.property(
      day,
      byState(small),
      fc.array(small, { maxLength: FORECAST_MONTHS }),
      byState(rate),
      (today, late, amounts, rates) => {
        const overdue = { ...late, due: 0 };
        const first = `${today.slice(0, 8)}01`;
        const due = new Map(amounts.map((one, n) => [addMonths(first, n), one]));
        const months = forecastCollections(today, overdue, due, rates);
        expect(months).toHaveLength(FORECAST_MONTHS);
        for (const month of months) {
          expect(month.expected).toBeGreaterThanOrEqual(0);
          expect(month.expected).toBeLessThanOrEqual(month.due + month.overdue);
        }
        // What is not expected is overdue in the next month: nothing is lost, and nothing counts twice.
        for (const [n, month] of months.slice(1).entries()) {
          const before = months[n]!;
          expect(month.overdue).toBe(before.due + before.overdue - before.expected);
        }
        const open = sumHalalas([...amounts, ...Object.values(overdue).map((one) => one ?? 0)]);
        expect(sumHalalas(months.map(({ expected }) => expected))).toBeLessThanOrEqual(open);
      },
    ),
  );
});

test('an empty portfolio gives nothing, whatever was collected before', () => {
  fc.assert(
    fc.property(day, byState(rate), (today, rates) => {
      for (const { due, overdue, expected } of forecastCollections(today, {}, new Map(), rates))
        expect([due, overdue, expected]).toEqual([0, 0, 0]);
    }),
  );
});
