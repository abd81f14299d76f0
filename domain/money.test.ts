import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  MAX_AMOUNT_HALALAS,
  decimalFromHalalas,
  decimalFromTyped,
  halalasFromDecimal,
  isNegativeSar,
  parseSar,
  signedHalalasFromDecimal,
  sumHalalas,
} from './money.ts';

const amount = fc.oneof(
  fc.nat({ max: MAX_AMOUNT_HALALAS }),
  fc.nat({ max: 100_000 }),
  fc.constantFrom(0, 1, 99, 100, MAX_AMOUNT_HALALAS, Number.MAX_SAFE_INTEGER),
);

const arabicDigits = (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));

const persianDigits = (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(0x6f0 + Number(digit)));

test.each([
  [0, '0.00'],
  [1, '0.01'],
  [10, '0.10'],
  [100, '1.00'],
  [150_000, '1500.00'],
  [MAX_AMOUNT_HALALAS, '999999999999.99'],
])('%i halalas travel as "%s"', (halalas, decimal) => {
  expect(decimalFromHalalas(halalas)).toBe(decimal);
  expect(halalasFromDecimal(decimal)).toBe(halalas);
});

test('every amount survives the wire unchanged', () => {
  fc.assert(
    fc.property(amount, (halalas) => {
      expect(halalasFromDecimal(decimalFromHalalas(halalas))).toBe(halalas);
    }),
  );
});

test.each([
  '',
  '1500',
  '1500.0',
  '1500.000',
  '01500.00',
  '-1.00',
  '+1.00',
  '1,500.00',
  ' 1.00',
  '1.00\n',
  '1e3.00',
  '١.٠٠',
  '99999999999999999.99',
])('the wire form %j is refused', (decimal) => {
  expect(() => halalasFromDecimal(decimal)).toThrow(RangeError);
});

test.each([-1, 0.5, NaN, Infinity, 2 ** 53])('%d is no amount in halalas', (value) => {
  expect(() => decimalFromHalalas(value)).toThrow(RangeError);
});

test.each([
  ['1500', 150_000],
  ['1500.5', 150_050],
  ['1500.', 150_000],
  ['.5', 50],
  ['0', 0],
  ['007', 700],
  [' 1,500.00 ', 150_000],
  ['1 500', 150_000],
  ['1\u00A0500\u202F000', 150_000_000],
  ['1,234,567.89', 123_456_789],
  ['١٥٠٠', 150_000],
  ['١٬٥٠٠٫٢٥', 150_025],
  ['١،٥٠٠', 150_000],
  ['۱۵۰۰', 150_000],
  ['SAR 1,500', 150_000],
  ['1500 sar', 150_000],
  ['1500SAR', 150_000],
  ['١٥٠٠ ر.س', 150_000],
  ['\u200F١٥٠٠٫٠٠ ر.س.\u200F', 150_000],
  ['\u20C1 1,500', 150_000],
])('a person who types %j means %i halalas', (text, halalas) => {
  expect(parseSar(text)).toBe(halalas);
});

test('a typed amount below zero is told from one that cannot be read', () => {
  const below = ['-5', '−5', '5-', ' -1,500.00', '٥-'];
  expect(below.filter((text) => !isNegativeSar(text))).toEqual([]);
  expect(['5', '-', 'abc', '-abc', '1-5', ''].filter(isNegativeSar)).toEqual([]);
});

test.each([
  '',
  ' ',
  '.',
  'SAR',
  'abc',
  '-5',
  '−5',
  '5-',
  '(5)',
  '1.234',
  '1.500.000',
  '1,5',
  '1,50',
  '15,00',
  '1,5000',
  '1,500 000',
  ',500',
  '1500,',
  '1..5',
  '1.5.0',
  '1e3',
  '5%',
  'USD 5',
  'SAR SAR 5',
])('a person who types %j is asked again', (text) => {
  expect(parseSar(text)).toBeNull();
});

test('an amount that a person types is sent as SAR with two decimals, and one that cannot be read is not sent', () => {
  expect(decimalFromTyped('١٢٬٥٠٠٫٥')).toBe('12500.50');
  expect(decimalFromTyped('1,5')).toBeNull();
});

test('an amount past what a number holds is too large for every limit, not unreadable', () => {
  expect(parseSar('99999999999999999')).toBeGreaterThan(MAX_AMOUNT_HALALAS);
  expect(parseSar('9'.repeat(400))).toBe(Number.MAX_SAFE_INTEGER);
});

test('an amount is understood the same in Latin, Arabic-Indic and Persian digits, grouped or not', () => {
  fc.assert(
    fc.property(amount, (halalas) => {
      const plain = decimalFromHalalas(halalas);
      const grouped = plain.replace(/\B(?=(\d{3})+\.)/g, ',');
      const arabic = arabicDigits(grouped).replaceAll(',', '٬').replace('.', '٫');
      for (const text of [plain, grouped, arabic, persianDigits(plain), `${arabic} ر.س`]) {
        expect(parseSar(text)).toBe(halalas);
      }
    }),
  );
});

test('whatever is typed gives a whole number of halalas or nothing', () => {
  const keys = fc.constantFrom(...Array.from('0123456789٠٣٩.,٫٬، -SAR'));
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: keys })), (text) => {
      const halalas = parseSar(text);
      expect(halalas === null || (Number.isSafeInteger(halalas) && halalas >= 0)).toBe(true);
    }),
  );
});

test('amounts add up to the halala in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 10 ** 12 }), { maxLength: 50 }), (amounts) => {
      const exact = amounts.reduce((sum, one) => sum + BigInt(one), 0n);
      expect(BigInt(sumHalalas(amounts))).toBe(exact);
      expect(sumHalalas(amounts.toReversed())).toBe(sumHalalas(amounts));
    }),
  );
});

test('a sum that a number cannot hold exactly is refused rather than rounded', () => {
  expect(() => sumHalalas([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError);
});

test('a negative figure is read with its sign', () => {
  expect(signedHalalasFromDecimal('-20.05')).toBe(-2005);
  expect(signedHalalasFromDecimal('20.05')).toBe(2005);
  expect(() => signedHalalasFromDecimal('--1.00')).toThrow(RangeError);
});
