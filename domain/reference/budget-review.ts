import { canDecide, type BudgetStatus, type BudgetToDecide } from '../budget/budget-decision.ts';
import type { Halalas } from '../money.ts';
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
  loss_halalas: number;
}): boolean {
  const total = ticket.total_approval_budget_halalas;
  if (ticket.available_budget_before_halalas === null || total === null) return false;
  return ticket.unreviewed_halalas <= totalLessLoss(total, ticket.loss_halalas);
}

/** The budget of a ticket's company now, and when it was requested; null: not set. */
export interface BudgetsOfTicket {
  total_approval_budget_halalas: Halalas | null;
  available_budget_before_halalas: Halalas | null;
}

/**
 * Whether a ticket has no set budget: none is set, or none was when it was requested. Otherwise whoever types one riyal of
 * revenue would be spared what a ticket without a budget needs.
 */
export const isWithoutBudget = (ticket: BudgetsOfTicket): boolean =>
  ticket.total_approval_budget_halalas === null || ticket.available_budget_before_halalas === null;

/**
 * Whether a review of a ticket counts. Without a set budget it was made with the documents that the company has accepted,
 * and, while none is set, not before the last decision about the budget, which may have suspended it meanwhile. Release 0.2.0
 * took reviews without documents once a budget was set since the request: those count, and one person is enough for them.
 */
export function isReviewCounted(
  ticket: BudgetsOfTicket,
  review: { isOfAcceptedDocuments: boolean; isBeforeBudgetDecision: boolean } | null,
): boolean {
  if (review === null) return false;
  if (!isWithoutBudget(ticket)) return true;
  const isSet = ticket.total_approval_budget_halalas !== null;
  return review.isOfAcceptedDocuments && (isSet || !review.isBeforeBudgetDecision);
}

/**
 * Whether one person's review of a ticket is not enough: it has no set budget, and its company's open tickets, held and
 * committed, are together above the limit, and above a budget that was set since.
 */
export function takesTwoReviewers(
  ticket: BudgetsOfTicket & { isReviewedByTwo: boolean },
  company: { open_halalas: Halalas; limit_halalas: Halalas; loss_halalas: Halalas },
): boolean {
  const { total_approval_budget_halalas: total } = ticket;
  const set = total === null ? 0 : totalLessLoss(total, company.loss_halalas);
  return (
    isWithoutBudget(ticket) &&
    !ticket.isReviewedByTwo &&
    company.open_halalas > Math.max(company.limit_halalas, set)
  );
}

/**
 * Why the budget keeps a ticket's payout from being sent, null when it does not: either staff have confirmed the budget
 * and the ticket lies within it, or they have reviewed the ticket; a suspended budget pays nothing out.
 */
export function budgetObstacle(
  budget: { status: BudgetStatus; isSet: boolean },
  ticket: { isReviewed: boolean; isWithinBudget: boolean },
): 'budget_suspended' | 'budget_not_set' | 'budget_not_confirmed' | null {
  if (budget.status === 'Suspended') return 'budget_suspended';
  if (ticket.isReviewed) return null;
  if (!budget.isSet) return 'budget_not_set';
  return budget.status === 'Confirmed' && ticket.isWithinBudget ? null : 'budget_not_confirmed';
}
