import { expect, test } from 'vitest';
import { formatHijriDate, formatIsoDate, formatRelativeDate } from '#domain/date-format.ts';
import { amountInSentence, amountText } from './money.tsx';

test.each([
  ['0.00', 'SAR 0.00'],
  ['999.99', 'SAR 999.99'],
  ['1500.00', 'SAR 1,500.00'],
  ['1234567.05', 'SAR 1,234,567.05'],
  ['999999999999.99', 'SAR 999,999,999,999.99'],
])('the amount %s reads %s', (decimal, text) => {
  expect(amountText(decimal)).toBe(text);
});

test('within a sentence an amount is one piece: unbreakable, and isolated from its direction', () => {
  expect(amountInSentence('1500.00')).toBe('\u2066SAR\u00a01,500.00\u2069');
});

test('a due date reads the same wherever the reader is', () => {
  expect(formatIsoDate('2026-11-20', 'en')).toBe('20 Nov 2026');
  expect(formatIsoDate('2026-11-20', 'en', 'long')).toBe('20 November 2026');
});

test('a moment belongs to its day in Riyadh', () => {
  expect(formatIsoDate('2026-11-20T20:59:59Z', 'en')).toBe('20 Nov 2026');
  expect(formatIsoDate('2026-11-20T21:00:00Z', 'en')).toBe('21 Nov 2026');
});

test('an Arabic date has Arabic months and Latin digits', () => {
  expect(formatIsoDate('2026-11-20', 'ar')).toBe('20 نوفمبر 2026');
});

test.each([
  ['2026-11-20', '10 Jumada II 1448', '10 جمادى الآخرة 1448 هـ'],
  ['2022-03-03', '30 Rajab 1443', '30 رجب 1443 هـ'],
])('%s is %s in the Umm al-Qura calendar', (date, english, arabic) => {
  expect(formatHijriDate(date, 'en')).toBe(english);
  expect(formatHijriDate(date, 'ar')).toBe(arabic);
});

test.each([
  ['2026-11-20', 'today', 'اليوم'],
  ['2026-11-19', 'yesterday', 'أمس'],
  ['2026-12-02', 'in 12 days', 'خلال 12 يومًا'],
  ['2026-09-30', '51 days ago', 'قبل 51 يومًا'],
  ['2027-02-20', 'in 3 months', 'خلال 3 أشهر'],
])('seen from 20 November 2026, %s is %s', (date, english, arabic) => {
  expect(formatRelativeDate(date, '2026-11-20', 'en')).toBe(english);
  expect(formatRelativeDate(date, '2026-11-20', 'ar')).toBe(arabic);
});
