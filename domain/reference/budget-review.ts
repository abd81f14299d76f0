import { canDecide, type BudgetToDecide } from '../budget/budget-decision.ts';
import { totalLessLoss } from './available-budget.ts';

/** Whether the budget waits for a decision: an amount that nobody has confirmed, or a proposal. */
export function needsDecision(budget: Omit<BudgetToDecide, 'is_suspended_for_loss'>): boolean {
  if (budget.budget_status === 'Suspended') return false;
  return canDecide('confirm', { ...budget, is_suspended_for_loss: false });
}

/**
 * Whether a confirmation of the budget speaks for a ticket: it was requested within a budget that was set, and what
 * nobody has reviewed fits the amount that stands now. Otherwise confirming a budget would pay out what it never held.
 */
export function isWithinBudget(ticket: {
  /** What was available when it was requested; null: no budget was set. */
  available_budget_before_halalas: number | null;
  /** The company's Approved and Active tickets that nobody of staff has reviewed, together. */
  unreviewed_halalas: number;
  /** null: not set. */
  total_approval_budget_halalas: number | null;
  /** What was written off of the company's tickets and has not come back. */
  unrecovered_loss_halalas: number;
}): boolean {
  const total = ticket.total_approval_budget_halalas;
  if (ticket.available_budget_before_halalas === null || total === null) return false;
  return ticket.unreviewed_halalas <= totalLessLoss(total, ticket.unrecovered_loss_halalas);
}
