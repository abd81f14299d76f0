import { latinDigits } from '../digits.ts';

/** A Saudi commercial registration number, or the unified number that takes its place: ten digits. */
const CR_NUMBER = /^\d{10}$/;

/** How long a typed one may be, in characters: spaces and dashes between the digits are left out. */
export const CR_NUMBER_MAX_LENGTH = 40;

/** The ten Latin digits of what people type (Arabic-Indic digits, spaces, dashes), or null where it is no such number. */
export function normalCrNumber(typed: string): string | null {
  const compact = latinDigits(typed).replace(/[\s\u200e\u200f\u2066-\u2069-]/gu, '');
  return CR_NUMBER.test(compact) ? compact : null;
}
