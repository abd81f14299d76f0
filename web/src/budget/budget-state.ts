import type { CompanyDashboard } from '#api/dashboards.ts';
import { halalasFromDecimal, type Halalas } from '#domain/money.ts';
import { hasRevenue } from '#domain/profiles/company-profile.ts';

/** What the dashboard can say of a company's budget. */
export type BudgetState =
  /** No revenue month above 0 (SPEC section 5). */
  | 'not_set'
  /** Revenue is saved and no budget stands yet: the analysis of the saved profile is under way. */
  | 'on_its_way'
  | 'set';

export function budgetState({ company, budget }: CompanyDashboard): BudgetState {
  const revenue = (company.revenue_last_6_months ?? []).map(halalasFromDecimal);
  if (!hasRevenue(revenue)) return 'not_set';
  return budget.available_budget === null ? 'on_its_way' : 'set';
}

/** What can still be requested, null while no budget is set: it then limits nothing. */
export function availableOf(dashboard: CompanyDashboard): Halalas | null {
  const { available_budget } = dashboard.budget;
  return budgetState(dashboard) === 'set' && available_budget !== null
    ? halalasFromDecimal(available_budget)
    : null;
}
