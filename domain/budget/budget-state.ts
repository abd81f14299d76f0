import type { Halalas } from '../money.ts';
import { hasRevenue } from '../profiles/company-profile.ts';

/** What can be said of a company's budget. */
export type BudgetState =
  /** No revenue month above 0 (SPEC section 5). */
  | 'not_set'
  /** Revenue is saved and there is no budget yet: the analysis of the profile is under way. */
  | 'on_its_way'
  /** 0 is set too. */
  | 'set';

/** `revenue`: oldest month first. */
export function budgetState(company: {
  revenue: readonly Halalas[];
  total_approval_budget_halalas: Halalas | null;
}): BudgetState {
  if (!hasRevenue(company.revenue)) return 'not_set';
  return company.total_approval_budget_halalas === null ? 'on_its_way' : 'set';
}
