import { sumHalalas } from '../money.ts';
import type { Halalas } from '../money.ts';
import { hasRevenue } from '../profiles/company-profile.ts';
import { factors } from './factors.ts';
import type { FactorName, ScoredFactor } from './factors.ts';
import { DETAILS, assertCreditInputs } from './inputs.ts';
import type { CreditInputs } from './inputs.ts';
import {
  AUTOMATIC_BUDGET_CAP_HALALAS,
  BUDGET_STEP_HALALAS,
  GRADES,
  MAX_SCORE,
  MODEL_VERSION,
  PAID_ON_TIME_TO_LIFT_CAP,
  PEAK_CAP_IN_AVERAGES,
  PRELIMINARY_BUDGET_CAP_HALALAS,
  RECENT_MONTHS,
  RECENT_MONTH_WEIGHT,
} from './policy.ts';
import type { Grade } from './policy.ts';
import type { Improvement, Reason } from './reasons.ts';

type CreditFactor = Reason & {
  factor: FactorName;
  points: number;
  max_points: number;
  /** `points_gain`: what this change alone adds to the whole score; it may move more than one factor. */
  improvement: (Improvement & { points_gain: number }) | null;
};

export type CreditAssessment = {
  model_version: string;
  grade: Grade;
  /** The sum of the factors' points, 0 to max_score. */
  score: number;
  max_score: number;
  /** null where no month is above 0: a budget that is not set (SPEC section 5). 0 is set. */
  total_approval_budget_halalas: Halalas | null;
  is_preliminary: boolean;
  factors: CreditFactor[];
};

/**
 * The explainable scorecard: what a company is granted, and why. The same inputs always give the same assessment.
 * More revenue in any month never lowers the score or the budget. Throws RangeError on impossible figures.
 */
export function assessCredit(inputs: CreditInputs): CreditAssessment {
  assertCreditInputs(inputs);
  const score = scoreOf(inputs);
  const { grade, share_percent } = gradeOf(score);
  const is_preliminary = isPreliminary(inputs);
  return {
    model_version: MODEL_VERSION,
    grade,
    score,
    max_score: MAX_SCORE,
    total_approval_budget_halalas: budgetOf(inputs.revenue_halalas, share_percent, is_preliminary),
    is_preliminary,
    factors: scoredFactors(inputs).map(([factor, scored]) => ({
      ...scored,
      factor,
      improvement: scored.improvement && {
        ...scored.improvement,
        points_gain: scoreOf(withImprovement(inputs, scored.improvement)) - score,
      },
    })),
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
        isRecent(index, inputs.revenue_halalas) ? month + improvement.values.by_halalas : month,
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
      return { ...inputs, repayments: { ...repayments, paid_late, overdue_now: 0 } };
    }
  }
}

function scoredFactors(inputs: CreditInputs): [FactorName, ScoredFactor][] {
  const names = Object.keys(factors) as FactorName[];
  return names.map((name) => [name, factors[name](inputs)]);
}

function scoreOf(inputs: CreditInputs): number {
  return scoredFactors(inputs).reduce((sum, [, scored]) => sum + scored.points, 0);
}

function gradeOf(score: number): (typeof GRADES)[number] {
  const found = GRADES.find((one) => score >= one.min_score);
  if (!found) throw new RangeError(`no grade for the score ${score}`);
  return found;
}

/** Until the company has proven itself with us, a budget rests on what it says of itself. */
function isPreliminary({ repayments }: CreditInputs): boolean {
  return repayments.paid_on_time < PAID_ON_TIME_TO_LIFT_CAP || repayments.overdue_now > 0;
}

/** The grade's share of a dependable month, capped, rounded down. Each step only grows with what goes into it. */
function budgetOf(
  revenue: readonly Halalas[],
  share_percent: number,
  is_preliminary: boolean,
): Halalas | null {
  if (!hasRevenue(revenue)) return null;
  const cap = is_preliminary ? PRELIMINARY_BUDGET_CAP_HALALAS : AUTOMATIC_BUDGET_CAP_HALALAS;
  const share = Math.floor(dependableMonth(revenue) / 100) * share_percent;
  const granted = Math.min(cap, share);
  return granted - (granted % BUDGET_STEP_HALALAS);
}

/**
 * The revenue of a month to be counted on: the average in which recent months weigh more and peaks are cut.
 * A cut at a multiple of the average rises with every month, so it never turns more revenue into less.
 */
function dependableMonth(revenue: readonly Halalas[]): Halalas {
  const peak = Math.floor((PEAK_CAP_IN_AVERAGES * sumHalalas(revenue)) / revenue.length);
  const weights = revenue.map((_, index) => (isRecent(index, revenue) ? RECENT_MONTH_WEIGHT : 1));
  const weighted = revenue.map((month, index) => Math.min(month, peak) * (weights[index] ?? 1));
  return Math.floor(sumHalalas(weighted) / sumHalalas(weights));
}

function isRecent(index: number, revenue: readonly Halalas[]): boolean {
  return index >= revenue.length - RECENT_MONTHS;
}
