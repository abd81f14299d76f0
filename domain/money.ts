import { latinDigits } from './digits.ts';

/** An amount of money: a whole number of halalas. SAR 1 is 100 halalas. */
export type Halalas = number;

/** The largest amount a column numeric(14,2) holds: SAR 999,999,999,999.99. */
export const MAX_AMOUNT_HALALAS: Halalas = 99_999_999_999_999;

/**
 * Halalas of an amount as it travels on the wire: SAR with exactly two decimals, "1500.00".
 * Totals may pass MAX_AMOUNT_HALALAS; throws RangeError on any other form, on a sign, and past 2^53 − 1 halalas.
 */
export function halalasFromDecimal(decimal: string): Halalas {
  const halalas = /^(?:0|[1-9]\d*)\.\d{2}$/.test(decimal) ? Number(decimal.replace('.', '')) : NaN;
  if (!Number.isSafeInteger(halalas)) throw new RangeError(`not an amount in SAR: ${decimal}`);
  return halalas;
}

/** The same of a figure that may stand below zero: "-20.00". */
export function signedHalalasFromDecimal(decimal: string): Halalas {
  return decimal.startsWith('-')
    ? -halalasFromDecimal(decimal.slice(1))
    : halalasFromDecimal(decimal);
}

/** The wire form of an amount: 150000 → "1500.00". Throws RangeError unless it is a whole number of halalas from 0 up. */
export function decimalFromHalalas(halalas: Halalas): string {
  assertHalalas(halalas);
  const digits = String(halalas).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The same of a JSON number in SAR: 1500.5 → "1500.50"; a number with more than two decimals keeps them, and is no amount. */
export function decimalFromNumber(sar: number): string {
  const decimal = sar.toFixed(2);
  return Number(decimal) === sar ? decimal : String(sar);
}

const CURRENCY = '(?:SAR|ر\\.?س\\.?|\u20C1|\uFDFC)';
const GROUPED = '\\d{1,3}(?:(?<separator>[,٬، ])\\d{3})(?:\\k<separator>\\d{3})*';
const TYPED_AMOUNT = new RegExp(
  `^(?:${CURRENCY} ?)?(?<whole>${GROUPED}|\\d+)?(?:[.٫](?<fraction>\\d{0,2}))?(?: ?${CURRENCY})?$`,
  'iu',
);

/**
 * Parses an amount typed in SAR; null when it is ambiguous or no amount.
 * Understands Latin, Arabic-Indic and Persian digits, "." and "٫" before the halalas, and ",", "٬", "،" or a space
 * between groups of three. A comma never stands for the decimal point: "1,5" is null, not SAR 1.50 or SAR 15.
 * Null too for a negative amount and for more than two decimals. What lies past 2^53 − 1 halalas reads as that figure,
 * which is above every limit: an amount too large is not one that cannot be read.
 */
export function parseSar(text: string): Halalas | null {
  const plain = latinDigits(text)
    .replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  const { whole = '', fraction = '' } = TYPED_AMOUNT.exec(plain)?.groups ?? {};
  if (whole === '' && fraction === '') return null;
  const halalas = Number(whole.replace(/\D/gu, '') + fraction.padEnd(2, '0'));
  return Math.min(halalas, Number.MAX_SAFE_INTEGER);
}

/** Whether a person typed an amount below zero: the sign stands before it or, as Arabic may have it, after it. */
export function isNegativeSar(text: string): boolean {
  return /^\s*[-−]|[-−]\s*$/u.test(text) && parseSar(text.replace(/[-−]/u, '')) !== null;
}

/** What a person typed in SAR, as it travels on the wire: "1,500" → "1500.00"; null where parseSar cannot tell it. */
export function decimalFromTyped(text: string): string | null {
  const halalas = parseSar(text);
  return halalas === null ? null : decimalFromHalalas(halalas);
}

/** The exact sum of amounts; 0 for none. Throws RangeError where a float would begin to round. */
export function sumHalalas(amounts: Iterable<Halalas>): Halalas {
  let sum = 0;
  for (const amount of amounts) {
    sum += amount;
    assertHalalas(sum);
  }
  return sum;
}

/** Throws RangeError unless the value is one amount: whole halalas from 0 up to MAX_AMOUNT_HALALAS. */
export function assertAmount(value: number): void {
  assertHalalas(value);
  if (value > MAX_AMOUNT_HALALAS) throw new RangeError('amount above the maximum');
}

/** Throws RangeError unless the value is a whole number of halalas, 0 or more, that a number holds exactly. */
export function assertHalalas(value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new RangeError(`not an amount in halalas: ${value}`);
  }
}
