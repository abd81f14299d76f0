import { latinDigits } from './digits.ts';

/** An IBAN as it was typed, without spaces, dashes and direction marks, in capitals and Latin digits. */
export function compactIban(typed: string): string {
  return latinDigits(typed)
    .replace(/[\s\u200e\u200f\u2066-\u2069-]/gu, '')
    .toUpperCase();
}

/** "SA0380000000608010167519" → "SA03 8000 0000 6080 1016 7519", whatever spaces and digits were typed. */
export function groupedIban(typed: string): string {
  return compactIban(typed).replace(/(.{4})(?=.)/gu, '$1 ');
}

/** A Saudi IBAN: check digits, the bank's two digits, and the account, which may have letters. */
const SAUDI_IBAN = /^SA\d{4}[\dA-Z]{18}$/;

/**
 * Whether an IBAN, in capitals and without spaces, is a Saudi one whose check digits fit (ISO 13616, mod 97).
 * An agency without such a one cannot be paid.
 */
export function isSaudiIban(iban: string): boolean {
  return SAUDI_IBAN.test(iban) && mod97(iban.slice(4) + iban.slice(0, 4)) === 1;
}

/** The two digits of a Saudi IBAN that are its bank's. */
export const bankOfIban = (iban: string): string => iban.slice(4, 6);

/** The remainder by 97 of a text of capitals and digits, A standing for 10 and Z for 35 (ISO 7064). */
export function mod97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97;
  }
  return remainder;
}
