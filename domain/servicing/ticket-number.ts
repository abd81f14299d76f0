import { ticketOfReference } from './payment-reference.ts';
import { latinDigits } from '../digits.ts';

/** The ticket that somebody typed: by its number ("hm 100001") or by its payment reference; null for neither. */
export const ticketNumberOf = (typed: string): string | null =>
  typedNumber(typed, 'HM') ?? ticketOfReference(typed);

/** The number of a series that somebody typed, "hm 100001" as "HM-100001"; null where it is none. */
export function typedNumber(typed: string, series: 'HM' | 'HP' | 'HC'): string | null {
  const plain = latinDigits(typed)
    .replace(/[\s\-\u061C\u200E\u200F\u2066-\u2069]/gu, '')
    .toUpperCase();
  const digits = new RegExp(`^${series}(\\d{6,12})$`).exec(plain)?.[1];
  return digits === undefined ? null : `${series}-${digits}`;
}
