import { sumHalalas } from '../money.ts';
import type { Halalas } from '../money.ts';
import { hasRevenue } from '../profiles/company-profile.ts';
import { factors } from './factors.ts';
import type { FactorName, ScoredFactor } from './factors.ts';
import { DETAILS, assertCreditInputs } from './inputs.ts';
import type { CreditInputs } from './inputs.ts';
import type { CreditPolicy, Grade } from './policy.ts';
import type { Improvement, Reason } from './reasons.ts';

type CreditFactor = Reason & {
  factor: FactorName;
  points: number;
  max_points: number;
  /** `points_gain`: what this change alone adds to the whole score; it may move more than one factor. */
  improvement: (Improvement & { points_gain: number }) | null;
};

/** What keeps the grade below that of the score, and what would end it. */
type GradeLimit = Reason & {
  /** `grade` and budget: what the whole assessment finds after this change alone. */
  improvement: Improvement & { grade: Grade; total_approval_budget_halalas: Halalas | null };
};

export type CreditAssessment = {
  model_version: string;
  grade: Grade;
  /** The sum of the factors' points, 0 to max_score. */
  score: number;
  max_score: number;
  /** null where the grade is that of the score. */
  grade_limit: GradeLimit | null;
  /** null where no month is above 0: a budget that is not set (SPEC section 5). 0 is set. */
  total_approval_budget_halalas: Halalas | null;
  is_preliminary: boolean;
  factors: CreditFactor[];
};

/**
 * The explainable scorecard: what a company is granted by a policy, and why. The same inputs always give the same
 * assessment. More revenue in any month never lowers the score or the budget, lateness never raises them, paying never
 * lowers them. Throws RangeError on impossible figures.
 */
export function assessCredit(inputs: CreditInputs, policy: CreditPolicy): CreditAssessment {
  assertCreditInputs(inputs);
  const { score, limit, grade, budget, is_preliminary } = resultOf(inputs, policy);
  return {
    model_version: policy.version,
    grade,
    score,
    max_score: policy.max_score,
    grade_limit: limit && explained(limit, inputs, policy),
    total_approval_budget_halalas: budget,
    is_preliminary,
    factors: scoredFactors(inputs, policy).map(([factor, scored]) => ({
      ...scored,
      factor,
      improvement: scored.improvement && {
        ...scored.improvement,
        points_gain: scoreOf(withImprovement(inputs, scored.improvement), policy) - score,
      },
    })),
  };
}

function explained(
  { reason, improvement }: Limit,
  inputs: CreditInputs,
  policy: CreditPolicy,
): GradeLimit {
  const after = resultOf(withImprovement(inputs, improvement), policy);
  return {
    ...reason,
    improvement: {
      ...improvement,
      grade: after.grade,
      total_approval_budget_halalas: after.budget,
    },
  };
}

/** The inputs after a change that a factor proposes, and nothing else changed. */
export function withImprovement(inputs: CreditInputs, improvement: Improvement): CreditInputs {
  const { repayments } = inputs;
  const eachMonth = (change: (month: Halalas, index: number) => Halalas): CreditInputs => ({
    ...inputs,
    revenue_halalas: inputs.revenue_halalas.map(change),
  });
  switch (improvement.code) {
    case 'every_month_higher':
      return eachMonth((month) => month + improvement.values.by_halalas);
    case 'recent_months_higher':
      return eachMonth((month, index) =>
        index >= inputs.revenue_halalas.length - improvement.values.months
          ? month + improvement.values.by_halalas
          : month,
      );
    case 'every_month_at_least':
      return eachMonth((month) => Math.max(month, improvement.values.at_least_halalas));
    case 'revenue_in_empty_months':
      return eachMonth((month) => Math.max(month, 1));
    case 'documents_added':
      return {
        ...inputs,
        documents: {
          company_registration_file: true,
          financial_statement_file: true,
          bank_statement_6m_file: true,
        },
      };
    case 'details_completed':
      return { ...inputs, details_filled: DETAILS };
    case 'more_paid_on_time': {
      const paid_on_time = repayments.paid_on_time + improvement.values.installments;
      return { ...inputs, repayments: { ...repayments, paid_on_time } };
    }
    case 'overdue_paid': {
      const paid_late = repayments.paid_late + repayments.overdue_now;
      return {
        ...inputs,
        repayments: {
          ...repayments,
          paid_late,
          overdue_now: 0,
          is_long_overdue: false,
          is_promise_broken: false,
        },
      };
    }
  }
}

function scoredFactors(inputs: CreditInputs, policy: CreditPolicy): [FactorName, ScoredFactor][] {
  const names = Object.keys(factors) as FactorName[];
  return names.map((name) => [name, factors[name](inputs, policy)]);
}

function scoreOf(inputs: CreditInputs, policy: CreditPolicy): number {
  return scoredFactors(inputs, policy).reduce((sum, [, scored]) => sum + scored.points, 0);
}

/** Score, grade, budget, and the limit that keeps the grade below that of the score. */
function resultOf(inputs: CreditInputs, policy: CreditPolicy) {
  const score = scoreOf(inputs, policy);
  const byScore = policy.grades.findIndex((one) => score >= one.min_score);
  const [limit = null] = limitsOf(inputs, policy)
    .filter(({ best }) => best > byScore)
    .toSorted((a, b) => b.best - a.best);
  const granted = policy.grades[limit?.best ?? byScore];
  if (!granted) throw new RangeError(`no grade for the score ${score}`);
  const is_preliminary = isPreliminary(inputs, policy);
  const budget = budgetOf(inputs, granted.share_percent, is_preliminary, policy);
  return { score, limit, grade: granted.grade, budget, is_preliminary };
}

/** `best`: the place in `grades` of the best grade that a company may have. */
type Limit = { best: number; reason: Reason; improvement: Improvement };

function limitsOf({ repayments }: CreditInputs, policy: CreditPolicy): Limit[] {
  const { paid_on_time, overdue_now, is_long_overdue, is_promise_broken } = repayments;
  const { long_overdue, broken_promise, paid_on_time_for_first_grade: needed } = policy;
  const placeOf = (best: Grade) => policy.grades.findIndex(({ grade }) => grade === best);
  const limits: Limit[] = [];
  if (is_promise_broken)
    limits.push({
      best: placeOf(broken_promise.best_grade),
      reason: { reason_code: 'promise_broken', reason_values: {} },
      improvement: { code: 'overdue_paid', values: { overdue_now } },
    });
  if (is_long_overdue)
    limits.push({
      best: placeOf(long_overdue.best_grade),
      reason: { reason_code: 'long_overdue', reason_values: { days: long_overdue.after_days } },
      improvement: { code: 'overdue_paid', values: { overdue_now } },
    });
  if (paid_on_time < needed)
    limits.push({
      best: 1,
      reason: { reason_code: 'too_few_paid_on_time', reason_values: { paid_on_time, needed } },
      improvement: { code: 'more_paid_on_time', values: { installments: needed - paid_on_time } },
    });
  return limits;
}

/** Until the company has proven itself with us, a budget rests on what it says of itself. */
function isPreliminary({ repayments }: CreditInputs, policy: CreditPolicy): boolean {
  return repayments.paid_on_time < policy.paid_on_time_to_lift_cap || repayments.overdue_now > 0;
}

/**
 * The grade's share of a dependable month, and more of what of it is proven, capped, rounded down. Each step only grows with
 * what goes into it; proof counts up to the revenue of its month.
 */
function budgetOf(
  { revenue_halalas: revenue, proven_halalas }: CreditInputs,
  share_percent: number,
  is_preliminary: boolean,
  policy: CreditPolicy,
): Halalas | null {
  if (!hasRevenue(revenue)) return null;
  const cap = is_preliminary
    ? policy.preliminary_budget_cap_halalas
    : policy.automatic_budget_cap_halalas;
  const shareOf = (months: readonly Halalas[]) =>
    Math.floor(dependableMonth(months, policy) / 100) * share_percent;
  const proven = revenue.map((month, index) => Math.min(month, proven_halalas[index] ?? 0));
  const extra = Math.floor(shareOf(proven) / 100) * policy.proven_extra_percent;
  const granted = Math.min(cap, shareOf(revenue) + extra);
  return granted - (granted % policy.budget_step_halalas);
}

/**
 * The revenue of a month to be counted on: the average in which recent months weigh more and peaks are cut.
 * A cut at a multiple of the average rises with every month, so it never turns more revenue into less.
 */
function dependableMonth(revenue: readonly Halalas[], policy: CreditPolicy): Halalas {
  const { recent_months, recent_month_weight, peak_cap_in_averages } = policy;
  const peak = Math.floor((peak_cap_in_averages * sumHalalas(revenue)) / revenue.length);
  const weights = revenue.map((_, index) =>
    index >= revenue.length - recent_months ? recent_month_weight : 1,
  );
  const weighted = revenue.map((month, index) => Math.min(month, peak) * (weights[index] ?? 1));
  return Math.floor(sumHalalas(weighted) / sumHalalas(weights));
}
