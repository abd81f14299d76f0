/** Preliminary: nobody of staff answers for it. Confirmed: somebody does. Suspended: nothing can be requested with it. */
export const budgetStatuses = ['Preliminary', 'Confirmed', 'Suspended'] as const;

export type BudgetStatus = (typeof budgetStatuses)[number];

type Decision = {
  from: readonly BudgetStatus[];
  to: BudgetStatus;
  /** What it must say besides. */
  says: readonly ('amount' | 'reason')[];
};

/** What staff can decide about a company's budget. From the first decision on, a new analysis only proposes. */
export const budgetDecisions = {
  /** Makes the current amount, or the one that a newer analysis proposes, final. */
  confirm: { from: ['Preliminary', 'Confirmed'], to: 'Confirmed', says: ['amount'] },
  /** Another amount than the analysis found. */
  adjust: { from: ['Preliminary', 'Confirmed'], to: 'Confirmed', says: ['amount', 'reason'] },
  /** The company reads the reason. */
  suspend: { from: ['Preliminary', 'Confirmed'], to: 'Suspended', says: ['reason'] },
  /** Applies the budget again; it must be confirmed again, because the suspension questioned all of it. */
  lift: { from: ['Suspended'], to: 'Preliminary', says: ['reason'] },
} as const satisfies Record<string, Decision>;

export type BudgetDecision = keyof typeof budgetDecisions;

/** In characters; ours. */
export const DECISION_REASON_MAX_LENGTH = 1000;

/** What a decision is taken about; amounts in halalas. */
export interface BudgetToDecide {
  budget_status: BudgetStatus;
  /** null: not set. */
  total_approval_budget_halalas: number | null;
  /** What an analysis found after staff had decided, where it differs; null: nothing. */
  proposed_budget_halalas: number | null;
  /** Whether a write-off has suspended it: then two people lift the suspension. */
  is_suspended_for_loss: boolean;
}

/**
 * Whether staff can take the decision now. An amount is confirmed or adjusted only where an analysis has found one: a
 * company without revenue has no budget (SPEC section 5), and its tickets are reviewed one by one.
 */
export function canDecide(decision: BudgetDecision, budget: BudgetToDecide): boolean {
  const from: readonly BudgetStatus[] = budgetDecisions[decision].from;
  if (!from.includes(budget.budget_status)) return false;
  const hasProposal = budget.proposed_budget_halalas !== null;
  const isSet = budget.total_approval_budget_halalas !== null;
  if (decision === 'confirm') return hasProposal || (isSet && budget.budget_status !== 'Confirmed');
  if (decision === 'adjust') return isSet || hasProposal;
  return decision === 'suspend' || !budget.is_suspended_for_loss;
}
