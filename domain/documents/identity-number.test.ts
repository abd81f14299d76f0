import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastDigitsOf, normalIdentityNumber } from './identity-number.ts';

test('a national id begins with 1 and an Iqama number with 2, however they are typed', () => {
  for (const typed of ['1012345672', ' 1012 345-672 ', '١٠١٢٣٤٥٦٧٢', '\u20661012345672\u2069'])
    expect(normalIdentityNumber(typed)).toBe('1012345672');
  expect(normalIdentityNumber('2012345670')).toBe('2012345670');
  expect(lastDigitsOf('1012345672')).toBe('5672');
});

test('nothing else is an identity number', () => {
  for (const typed of [
    '',
    '101234567',
    '10123456720',
    '101234567A',
    '1012.345672',
    // The check digit does not fit.
    '1012345673',
    '2012345672',
    // Its check digit fits, and it begins with 3: no person's.
    '3012345678',
    '0012345674',
  ])
    expect(normalIdentityNumber(typed)).toBeNull();
});

/** The check digit by the definition of Luhn, from the left: independent of the rule's code. */
function checkDigit(nine: string): string {
  let sum = 0;
  for (let place = 0; place < 9; place += 1) {
    const value = Number(nine[place]);
    sum += place % 2 === 0 ? Math.floor((value * 2) / 10) + ((value * 2) % 10) : value;
  }
  return String((10 - (sum % 10)) % 10);
}

const valid = fc
  .tuple(fc.constantFrom('1', '2'), fc.stringMatching(/^\d{8}$/))
  .map(([first, rest]) => `${first}${rest}${checkDigit(first + rest)}`);

test('for nine digits that begin with 1 or 2 exactly one check digit is valid', () => {
  fc.assert(
    fc.property(valid, (number) => {
      const fitting = Array.from({ length: 10 }, (_, last) => number.slice(0, 9) + last).filter(
        (one) => normalIdentityNumber(one) !== null,
      );
      expect(fitting).toEqual([number]);
    }),
  );
});

test('one wrong digit in an identity number is always noticed', () => {
  fc.assert(
    fc.property(valid, fc.nat(9), fc.integer({ min: 1, max: 9 }), (number, place, change) => {
      const digits = Array.from(number, Number);
      digits[place] = (digits[place]! + change) % 10;
      expect(normalIdentityNumber(digits.join(''))).toBeNull();
    }),
  );
});
