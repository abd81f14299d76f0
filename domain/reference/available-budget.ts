import type { Halalas } from '../money.ts';
import type { TicketStatus } from '../tickets/ticket.ts';
import type { BudgetStatus } from '../budget/budget-decision.ts';

/** Tickets whose amounts are held funds, and those whose amounts are committed funds (SPEC section 5). */
export const heldStatuses = ['PendingAgencyApproval'] as const satisfies TicketStatus[];
export const committedStatuses = ['Approved', 'Active'] as const satisfies TicketStatus[];

/** The budget after losses: the total less the unrecovered loss, at least 0. */
export function totalLessLoss(
  total_approval_budget_halalas: Halalas,
  loss_halalas: Halalas,
): Halalas {
  return Math.max(0, total_approval_budget_halalas - loss_halalas);
}

/**
 * What a company can still request: total − held − committed, never below 0 (SPEC section 5). A loss comes off the total.
 * null where no total budget is set; a total of 0 is set. While staff have suspended the budget nothing is available.
 */
export function availableBudget(funds: {
  total_approval_budget_halalas: Halalas | null;
  loss_halalas: Halalas;
  held_halalas: Halalas;
  committed_halalas: Halalas;
  budget_status: BudgetStatus;
}): Halalas | null {
  const total = funds.total_approval_budget_halalas;
  if (funds.budget_status === 'Suspended') return 0;
  if (total === null) return null;
  const standing = totalLessLoss(total, funds.loss_halalas);
  return Math.max(0, standing - funds.held_halalas - funds.committed_halalas);
}
