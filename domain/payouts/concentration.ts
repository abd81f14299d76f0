import type { Halalas } from '../money.ts';

/**
 * The most that a share in whole percent of a base allows, down to a halala. Concentration is how much one company, and one
 * agency's tickets, may owe us at once. It counts what was paid out and is not repaid, without what was written off, and
 * what stands in payout runs that are not answered; of a payout that is looked at, its own ticket too.
 */
export function shareLimit(base_halalas: Halalas, percent: number): Halalas {
  return Math.floor((base_halalas * percent) / 100);
}
