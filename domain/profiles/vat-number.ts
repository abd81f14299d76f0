import { latinDigits } from '../digits.ts';

/** A Saudi VAT number: 15 digits, the first and the last of them 3. */
const VAT_NUMBER = /^3\d{13}3$/;

/** How long a typed one may be, in characters: spaces and dashes between the digits are left out. */
export const VAT_NUMBER_MAX_LENGTH = 40;

/** The fifteen Latin digits of what people type (Arabic-Indic digits, spaces, dashes), or null where it is no such number. */
export function normalVatNumber(typed: string): string | null {
  const compact = latinDigits(typed).replace(/[\s\u200e\u200f\u2066-\u2069-]/gu, '');
  return VAT_NUMBER.test(compact) ? compact : null;
}
