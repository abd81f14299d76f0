import type { CompanyDashboard } from '#api/dashboards.ts';
import { budgetState, type BudgetState } from '#domain/budget/budget-state.ts';
import { halalasFromDecimal, type Halalas } from '#domain/money.ts';
import type { RequestableBudget } from '#domain/tickets/ticket-request.ts';

/** What the dashboard can say of its company's budget. */
export function budgetStateOf({ company, budget }: CompanyDashboard): BudgetState {
  const { total_approval_budget } = budget;
  return budgetState({
    revenue: (company.revenue_last_6_months ?? []).map(halalasFromDecimal),
    total_approval_budget_halalas:
      total_approval_budget === null ? null : halalasFromDecimal(total_approval_budget),
  });
}

/** What a new request is measured against. */
export const requestableOf = (dashboard: CompanyDashboard): RequestableBudget =>
  dashboard.budget.budget_status === 'Suspended' ? 'suspended' : availableOf(dashboard);

/** What can still be requested, null while no budget is set: it then limits nothing. */
export function availableOf(dashboard: CompanyDashboard): Halalas | null {
  const { available_budget, budget_status } = dashboard.budget;
  if (budget_status === 'Suspended') return 0;
  return budgetStateOf(dashboard) === 'set' && available_budget !== null
    ? halalasFromDecimal(available_budget)
    : null;
}
