import type { CompanyDashboard } from '#api/dashboards.ts';
import { budgetState, type BudgetState } from '#domain/budget/budget-state.ts';
import { halalasFromDecimal, type Halalas } from '#domain/money.ts';

/** What the dashboard can say of its company's budget. */
export function budgetStateOf({ company, budget }: CompanyDashboard): BudgetState {
  const { total_approval_budget } = budget;
  return budgetState({
    revenue: (company.revenue_last_6_months ?? []).map(halalasFromDecimal),
    total_approval_budget_halalas:
      total_approval_budget === null ? null : halalasFromDecimal(total_approval_budget),
  });
}

/** What can still be requested, null while no budget is set: it then limits nothing. */
export function availableOf(dashboard: CompanyDashboard): Halalas | null {
  const { available_budget } = dashboard.budget;
  return budgetStateOf(dashboard) === 'set' && available_budget !== null
    ? halalasFromDecimal(available_budget)
    : null;
}
