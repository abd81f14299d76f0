import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween } from '../calendar.ts';
import { sumHalalas } from '../money.ts';
import { installmentStatuses } from './installment.ts';
import type { InstallmentStatus } from './installment.ts';
import { nextPayments, positionOnAxis, timelineAxis, timelineDays } from './timeline.ts';

const TODAY = '2026-11-20';

const installments = fc.array(
  fc.record({
    id: fc.uuid(),
    due_date: fc.nat({ max: 20 }).map((days) => addDays(TODAY, days)),
    amount_halalas: fc.nat({ max: 1_000_000 }),
    status: fc.constantFrom(...installmentStatuses),
  }),
);

function installment(due_date: string, amount_halalas: number, status: InstallmentStatus) {
  return { due_date, amount_halalas, status };
}

test('installments of one day share a dot with their count and total', () => {
  const first = installment('2026-12-20', 33_333, 'Due');
  const second = installment('2026-12-20', 50_000, 'Due');
  const later = installment('2027-01-20', 33_334, 'Paid');
  expect(timelineDays([later, first, second])).toEqual([
    {
      due_date: '2026-12-20',
      total_halalas: 83_333,
      count: 2,
      status: 'Due',
      items: [first, second],
    },
    { due_date: '2027-01-20', total_halalas: 33_334, count: 1, status: 'Paid', items: [later] },
  ]);
});

test.each<[InstallmentStatus[], InstallmentStatus]>([
  [['Due'], 'Due'],
  [['Due', 'Paid'], 'Paid'],
  [['Paid', 'Due'], 'Paid'],
  [['Paid', 'Overdue'], 'Overdue'],
  [['Due', 'Paid', 'Overdue'], 'Overdue'],
])('a day with %j shows %s', (statuses, dot) => {
  const day = statuses.map((status) => installment(TODAY, 100, status));
  expect(timelineDays(day)[0]?.status).toBe(dot);
});

test('the timeline shows every installment once, under its own date, earliest first', () => {
  fc.assert(
    fc.property(installments, (all) => {
      const days = timelineDays(all);
      const dates = days.map((day) => day.due_date);
      expect(dates).toEqual([...new Set(all.map((one) => one.due_date))].toSorted());
      expect(days.flatMap((day) => day.items)).toHaveLength(all.length);
      expect(sumHalalas(days.map((day) => day.total_halalas))).toBe(
        sumHalalas(all.map((one) => one.amount_halalas)),
      );
      for (const day of days) {
        expect(day.items).toEqual(all.filter((one) => one.due_date === day.due_date));
        expect(day.count).toBe(day.items.length);
      }
    }),
  );
});

test('the axis starts today and spans at least 7 days', () => {
  expect(timelineAxis(TODAY, [])).toEqual({ start: TODAY, end: '2026-11-27' });
  expect(timelineAxis(TODAY, ['2026-11-22'])).toEqual({ start: TODAY, end: '2026-11-27' });
  expect(timelineAxis(TODAY, ['2027-01-20', '2026-12-20'])).toEqual({
    start: TODAY,
    end: '2027-01-20',
  });
});

test('today stands at the start of the axis and the last due date at its end', () => {
  const axis = timelineAxis(TODAY, ['2026-11-30']);
  expect(positionOnAxis(axis, TODAY)).toBe(0);
  expect(positionOnAxis(axis, '2026-11-25')).toBe(0.5);
  expect(positionOnAxis(axis, '2026-11-30')).toBe(1);
  expect(positionOnAxis(axis, '2026-11-01')).toBe(0);
  expect(positionOnAxis(axis, '2027-11-01')).toBe(1);
});

test('every due date has a place on the axis, in the order of the dates', () => {
  const days = fc.array(
    fc.nat({ max: 100 }).map((count) => addDays(TODAY, count)),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(days, (dates) => {
      const axis = timelineAxis(TODAY, dates);
      expect(daysBetween(axis.start, axis.end)).toBeGreaterThanOrEqual(7);
      const places = dates.toSorted().map((date) => positionOnAxis(axis, date));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(places.every((place) => place >= 0 && place <= 1)).toBe(true);
    }),
  );
});

test('the next payments are the first three that are not paid', () => {
  const paid = installment('2026-11-25', 100, 'Paid');
  const overdue = installment('2026-11-21', 100, 'Overdue');
  const second = installment('2026-12-01', 100, 'Due');
  const third = installment('2026-12-02', 100, 'Due');
  const fourth = installment('2026-12-03', 100, 'Due');
  expect(nextPayments([fourth, paid, third, overdue, second])).toEqual([overdue, second, third]);
  expect(nextPayments([paid])).toEqual([]);
});

test('no unpaid installment comes before one of the next payments', () => {
  fc.assert(
    fc.property(installments, (all) => {
      const next = nextPayments(all);
      const open = all.filter((one) => one.status !== 'Paid');
      expect(next).toHaveLength(Math.min(3, open.length));
      const left = open.filter((one) => !next.includes(one));
      for (const one of left) expect(one.due_date >= next.at(-1)!.due_date).toBe(true);
    }),
  );
});
