import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalCrNumber } from './cr-number.ts';

test('a commercial registration number is ten digits, however they are typed', () => {
  for (const typed of [
    '1010123456',
    ' 1010 123-456 ',
    '١٠١٠١٢٣٤٥٦',
    '۱۰۱۰۱۲۳۴۵۶',
    '\u20661010123456\u2069',
  ])
    expect(normalCrNumber(typed)).toBe('1010123456');
  // The unified number takes its place.
  expect(normalCrNumber('7001234567')).toBe('7001234567');
});

test('nothing else is one', () => {
  for (const typed of [
    '',
    '101012345',
    '10101234567',
    '101012345A',
    'CR 1010123456',
    '1010.123456',
  ])
    expect(normalCrNumber(typed)).toBeNull();
});

test('what is stored is what the database takes, and stays as it is when it is saved again', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9٠-٩۰-۹ -]{8,14}$/), (typed) => {
      const stored = normalCrNumber(typed);
      if (stored === null) return;
      expect(stored).toMatch(/^[0-9]{10}$/);
      expect(normalCrNumber(stored)).toBe(stored);
    }),
  );
});
