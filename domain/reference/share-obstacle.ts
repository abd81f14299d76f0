import type { Halalas } from '../money.ts';

/** Why a limit keeps a payout from being paid, null when none does. `unpaid`: with this payout. */
export function shareObstacle(
  unpaid: { company_halalas: Halalas; agency_halalas: Halalas },
  /** null: no limit. */
  limits: { company_halalas: Halalas | null; agency_halalas: Halalas | null },
): 'company_share' | 'agency_share' | null {
  const isAbove = (amount: Halalas, limit: Halalas | null) => limit !== null && amount > limit;
  if (isAbove(unpaid.company_halalas, limits.company_halalas)) return 'company_share';
  return isAbove(unpaid.agency_halalas, limits.agency_halalas) ? 'agency_share' : null;
}
