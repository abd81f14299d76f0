/**
 * Why a factor has its points, and what limits a grade: stable codes and the names of their figures, all whole numbers.
 * The words stand in each language's catalogue, which maps every code here.
 */
export const reasonValueNames = {
  average_monthly_revenue: ['average_halalas'],
  recent_monthly_revenue: ['average_halalas', 'months'],
  lowest_monthly_revenue: ['lowest_halalas'],
  months_with_revenue: ['months', 'of'],
  documents_present: ['present', 'of'],
  details_filled: ['filled', 'of'],
  no_repayments_yet: [],
  repayments_made: ['paid_on_time', 'paid_late'],
  installments_overdue: ['overdue_now'],
  /** Limits the grade: something is more than `days` late. */
  long_overdue: ['days'],
  /** Limits the grade: something is overdue, and the promise to pay it is broken. */
  promise_broken: [],
  /** Limits the grade: `needed` installments paid on time earn the best one. */
  too_few_paid_on_time: ['paid_on_time', 'needed'],
} as const satisfies Record<string, readonly string[]>;

/** What would raise the score: codes and figures, in the same way. Each names one change and nothing else. */
export const improvementValueNames = {
  /** Each of the six months higher by this. */
  every_month_higher: ['by_halalas'],
  /** Each of the last `months` months higher by this. */
  recent_months_higher: ['by_halalas', 'months'],
  /** No month below this. */
  every_month_at_least: ['at_least_halalas'],
  /** Any revenue, even one halala, in each of the `months` months that have none. */
  revenue_in_empty_months: ['months'],
  /** The `missing` documents added. */
  documents_added: ['missing'],
  /** The `missing` details filled. */
  details_completed: ['missing'],
  /** This many more installments paid on time. */
  more_paid_on_time: ['installments'],
  /** All `overdue_now` installments paid. */
  overdue_paid: ['overdue_now'],
} as const satisfies Record<string, readonly string[]>;

export type ReasonCode = keyof typeof reasonValueNames;
export type ImprovementCode = keyof typeof improvementValueNames;

/** A reason with its code and exactly the figures of that code. */
export type Reason = {
  [Code in ReasonCode]: {
    reason_code: Code;
    reason_values: Record<(typeof reasonValueNames)[Code][number], number>;
  };
}[ReasonCode];

/** An improvement with its code and exactly the figures of that code. */
export type Improvement = {
  [Code in ImprovementCode]: {
    code: Code;
    values: Record<(typeof improvementValueNames)[Code][number], number>;
  };
}[ImprovementCode];
