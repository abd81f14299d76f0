import { expect, test } from 'vitest';
import { MAX_AMOUNT_HALALAS } from '../money.ts';
import { isReportedDay, isTransferAmount, isTransferDay } from './transfer.ts';

test('a transfer is of more than nothing and of no more than the database holds', () => {
  expect([1, MAX_AMOUNT_HALALAS].every(isTransferAmount)).toBe(true);
  expect([null, 0, MAX_AMOUNT_HALALAS + 1].some(isTransferAmount)).toBe(false);
});

test('a transfer reached its account today or earlier', () => {
  expect(isTransferDay('2026-03-31', '2026-03-31')).toBe(true);
  expect(isTransferDay('2026-04-01', '2026-03-31')).toBe(false);
  expect(isTransferDay('', '2026-03-31')).toBe(false);
  expect(isTransferDay('2026-02-30', '2026-03-31')).toBe(false);
});

test('a company reports transfers of today and of the last 400 days', () => {
  const today = '2026-11-22';
  const isReported = (day: string) => isReportedDay(day, today);
  expect([today, '2025-10-18'].every(isReported)).toBe(true);
  expect(['2026-11-23', '2025-10-17', '0026-11-22', ''].some(isReported)).toBe(false);
});
