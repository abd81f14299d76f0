import type { CreditPolicy } from './policy.ts';
import { scorecard2 } from './scorecard-2.ts';

/**
 * A broken promise to pay limits the grade, and revenue that staff have compared with the bank's statements adds more. All
 * other numbers are those of scorecard 2.
 */
export const scorecard3 = {
  ...scorecard2,
  version: 'scorecard-3',
  // Who says when it pays and does not is a greater risk than who is a few days late, and a smaller one than who is a
  // month late (D).
  broken_promise: { best_grade: 'C' },
  // The shares are careful because the company types the figures itself. What its bank shows carries a quarter more: the
  // best grade then has five eighths of a dependable month, which one month's revenue still repays.
  proven_extra_percent: 25,
} as const satisfies CreditPolicy;
