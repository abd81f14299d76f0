import { ticketOfReference } from './payment-reference.ts';
import { latinDigits } from '../digits.ts';

/** The ticket that somebody typed: by its number ("hm 100001") or by its payment reference; null for neither. */
export function ticketNumberOf(typed: string): string | null {
  const plain = latinDigits(typed)
    .replace(/[\s\-\u061C\u200E\u200F\u2066-\u2069]/gu, '')
    .toUpperCase();
  const digits = /^HM(\d{6,12})$/.exec(plain)?.[1];
  return digits === undefined ? ticketOfReference(typed) : `HM-${digits}`;
}
