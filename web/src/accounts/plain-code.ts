import { latinDigits } from '#domain/digits.ts';

/** Latin digits, whichever were typed. */
export function plainCode(text: string): string {
  return latinDigits(text).trim();
}
