import { latinDigits } from '../digits.ts';

/** A Saudi national id begins with 1, an Iqama (the id of a resident) with 2; both have ten digits. */
const IDENTITY_NUMBER = /^[12]\d{9}$/;

/** How long a typed one may be, in characters: spaces and dashes between the digits are left out. */
export const IDENTITY_NUMBER_MAX_LENGTH = 40;

/**
 * The ten Latin digits of a national id or Iqama number as people type it (Arabic-Indic digits, spaces, dashes); null
 * where it is none: another first digit, another length, or a check digit that does not fit.
 */
export function normalIdentityNumber(typed: string): string | null {
  const compact = latinDigits(typed).replace(/[\s\u200e\u200f\u2066-\u2069-]/gu, '');
  return IDENTITY_NUMBER.test(compact) && isLuhn(compact) ? compact : null;
}

/** What is shown of an identity number: its last four digits. */
export const lastDigitsOf = (identityNumber: string): string => identityNumber.slice(-4);

/** Whether the last digit fits the others (Luhn, ISO/IEC 7812-1). */
function isLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
