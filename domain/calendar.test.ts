import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  daysBetween,
  isIsoDate,
  revenueMonths,
  riyadhDate,
} from './calendar.ts';

const date = fc
  .date({
    min: new Date('1900-01-01T00:00:00Z'),
    max: new Date('2199-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((instant) => instant.toISOString().slice(0, 10));

const monthOf = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));

test.each([
  ['2026-11-20T20:59:59.999Z', '2026-11-20'],
  ['2026-11-20T21:00:00.000Z', '2026-11-21'],
  ['2026-12-31T21:00:00.000Z', '2027-01-01'],
  ['2026-07-01T20:59:59.999Z', '2026-07-01'],
])('at %s it is %s in Riyadh', (instant, day) => {
  expect(riyadhDate(new Date(instant))).toBe(day);
});

test('the Riyadh day agrees with the time zone database', () => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Riyadh', dateStyle: 'short' });
  const instants = fc.date({
    min: new Date('2000-01-01T00:00:00Z'),
    max: new Date('2099-12-31T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(instants, (instant) => {
      expect(riyadhDate(instant)).toBe(format.format(instant));
    }),
  );
});

test.each(['2026-02-28', '2024-02-29', '2000-02-29', '2026-12-31', '0001-01-01'])(
  '%s is a date',
  (text) => {
    expect(isIsoDate(text)).toBe(true);
  },
);

test.each([
  '2026-02-29',
  '1900-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-1-1',
  '20260101',
  '2026-01-01T00:00:00Z',
  '+02026-01-01',
  '',
])('%j is no date', (text) => {
  expect(isIsoDate(text)).toBe(false);
  expect(() => addDays(text, 1)).toThrow(RangeError);
  expect(() => addMonths(text, 1)).toThrow(RangeError);
});

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2026-01-31', 2, '2026-03-31'],
  ['2026-10-31', 1, '2026-11-30'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2026-01-15', -1, '2025-12-15'],
  ['2026-03-31', -1, '2026-02-28'],
])('%s and %i months is %s', (from, months, to) => {
  expect(addMonths(from, months)).toBe(to);
});

test('months move the month by exactly their number and keep the day or the last day of the month', () => {
  fc.assert(
    fc.property(date, fc.integer({ min: -36, max: 36 }), (from, months) => {
      const to = addMonths(from, months);
      expect(isIsoDate(to)).toBe(true);
      expect(monthOf(to) - monthOf(from)).toBe(months);
      const clamped = addDays(to, 1).endsWith('-01') && to.slice(8) < from.slice(8);
      expect(to.slice(8) === from.slice(8) || clamped).toBe(true);
    }),
  );
});

test('days added are the days between', () => {
  fc.assert(
    fc.property(date, fc.integer({ min: -5000, max: 5000 }), (from, days) => {
      const to = addDays(from, days);
      expect(isIsoDate(to)).toBe(true);
      expect(daysBetween(from, to)).toBe(days);
      expect(addDays(to, -days)).toBe(from);
    }),
  );
});

test('a day outside the calendar is refused', () => {
  expect(() => addDays('9999-12-31', 1)).toThrow(RangeError);
  expect(() => addMonths('9999-12-31', 1)).toThrow(RangeError);
  expect(() => addMonths('0000-01-01', -1)).toThrow(RangeError);
});

test('the revenue months are the six full months before this one, oldest first', () => {
  expect(revenueMonths('2026-11-20')).toEqual([
    '2026-05',
    '2026-06',
    '2026-07',
    '2026-08',
    '2026-09',
    '2026-10',
  ]);
  expect(revenueMonths('2026-03-31')).toEqual([
    '2025-09',
    '2025-10',
    '2025-11',
    '2025-12',
    '2026-01',
    '2026-02',
  ]);
});
