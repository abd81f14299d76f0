import type { Halalas } from './money.ts';

/** A part of a whole in tenths of a percent, half up: 125 is 12.5%. Of nothing, or of less, it is 0. */
export function shareOf(part: Halalas, whole: Halalas): number {
  if (whole <= 0 || part <= 0) return 0;
  return Number((BigInt(part) * 2000n + BigInt(whole)) / (BigInt(whole) * 2n));
}

/** "12.5%" of 125. */
export function shareText(share: number): string {
  return `${Math.floor(share / 10)}.${share % 10}%`;
}
