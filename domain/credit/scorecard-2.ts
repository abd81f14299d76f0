import type { CreditPolicy } from './policy.ts';
import { scorecard1 } from './scorecard-1.ts';

/** Lateness limits the grade, and the best grade is earned by repaying. All other numbers are those of scorecard 1. */
export const scorecard2 = {
  ...scorecard1,
  version: 'scorecard-2',
  // A month late is a whole installment behind: twelve points of a hundred do not say that. D still has a budget,
  // because the rule that stops requests is another one (lateness.ts).
  long_overdue: { after_days: 30, best_grade: 'D' },
  // One financing over the longest term. Before it an A would rest on what the company says of itself.
  paid_on_time_for_first_grade: 3,
} as const satisfies CreditPolicy;
