import { REVENUE_MONTHS } from '../calendar.ts';
import { sumHalalas } from '../money.ts';
import type { Halalas } from '../money.ts';
import { DETAILS } from './inputs.ts';
import type { CreditInputs } from './inputs.ts';
import type { CreditPolicy, Ladder } from './policy.ts';
import type { Improvement, Reason } from './reasons.ts';

/** A factor's points, why it has them, and the nearest change that would give it more; null at its most points. */
export type ScoredFactor = Reason & {
  points: number;
  max_points: number;
  improvement: Improvement | null;
};

/**
 * The factors, in the order they are shown.
 *
 * More revenue in any month must never lower a budget. A trend measured as recent over older months falls when an older
 * month rises, and volatility measured as spread rises with a peak; both would punish revenue. So every factor measures
 * what can only grow with each month: the average, the average of the recent months, the lowest month, the months with
 * revenue. A falling business still shows in a lower recent average, an unsteady one in a lower lowest month.
 */
export const factors = {
  revenue_level: revenueLevel,
  revenue_trend: revenueTrend,
  revenue_stability: revenueStability,
  revenue_months: monthsWithRevenue,
  documents: documentsPresent,
  profile_details: profileDetails,
  repayment_history: repaymentHistory,
} as const satisfies Record<string, (inputs: CreditInputs, policy: CreditPolicy) => ScoredFactor>;

export type FactorName = keyof typeof factors;

function revenueLevel({ revenue_halalas }: CreditInputs, policy: CreditPolicy): ScoredFactor {
  const average_halalas = averageOf(revenue_halalas);
  const goal = nextStep(policy.revenue_level, average_halalas);
  return {
    ...pointsOn(policy.revenue_level, average_halalas),
    reason_code: 'average_monthly_revenue',
    reason_values: { average_halalas },
    improvement:
      goal === null
        ? null
        : {
            code: 'every_month_higher',
            values: { by_halalas: shownShortfall(goal - average_halalas, policy) },
          },
  };
}

function revenueTrend({ revenue_halalas }: CreditInputs, policy: CreditPolicy): ScoredFactor {
  const average_halalas = averageOf(revenue_halalas.slice(-policy.recent_months));
  const goal = nextStep(policy.revenue_trend, average_halalas);
  return {
    ...pointsOn(policy.revenue_trend, average_halalas),
    reason_code: 'recent_monthly_revenue',
    reason_values: { average_halalas, months: policy.recent_months },
    improvement:
      goal === null
        ? null
        : {
            code: 'recent_months_higher',
            values: {
              by_halalas: shownShortfall(goal - average_halalas, policy),
              months: policy.recent_months,
            },
          },
  };
}

function revenueStability({ revenue_halalas }: CreditInputs, policy: CreditPolicy): ScoredFactor {
  const lowest_halalas = Math.min(...revenue_halalas);
  const goal = nextStep(policy.revenue_stability, lowest_halalas);
  return {
    ...pointsOn(policy.revenue_stability, lowest_halalas),
    reason_code: 'lowest_monthly_revenue',
    reason_values: { lowest_halalas },
    improvement:
      goal === null ? null : { code: 'every_month_at_least', values: { at_least_halalas: goal } },
  };
}

function monthsWithRevenue({ revenue_halalas }: CreditInputs, policy: CreditPolicy): ScoredFactor {
  const months = revenue_halalas.filter((month) => month > 0).length;
  const empty = REVENUE_MONTHS - months;
  return {
    points: months * policy.points_per_month_with_revenue,
    max_points: REVENUE_MONTHS * policy.points_per_month_with_revenue,
    reason_code: 'months_with_revenue',
    reason_values: { months, of: REVENUE_MONTHS },
    improvement: empty > 0 ? { code: 'revenue_in_empty_months', values: { months: empty } } : null,
  };
}

function documentsPresent({ documents }: CreditInputs, policy: CreditPolicy): ScoredFactor {
  const all = Object.values(documents);
  const present = all.filter(Boolean).length;
  const missing = all.length - present;
  return {
    points: present * policy.points_per_document,
    max_points: all.length * policy.points_per_document,
    reason_code: 'documents_present',
    reason_values: { present, of: all.length },
    improvement: missing > 0 ? { code: 'documents_added', values: { missing } } : null,
  };
}

function profileDetails({ details_filled }: CreditInputs, policy: CreditPolicy): ScoredFactor {
  const missing = DETAILS - details_filled;
  return {
    points: details_filled * policy.points_per_detail,
    max_points: DETAILS * policy.points_per_detail,
    reason_code: 'details_filled',
    reason_values: { filled: details_filled, of: DETAILS },
    improvement: missing > 0 ? { code: 'details_completed', values: { missing } } : null,
  };
}

function repaymentHistory({ repayments }: CreditInputs, policy: CreditPolicy): ScoredFactor {
  const { paid_on_time, paid_late, overdue_now } = repayments;
  const { repayment } = policy;
  const { max_points } = repayment;
  if (overdue_now > 0) {
    return {
      points: repayment.points_while_overdue,
      max_points,
      reason_code: 'installments_overdue',
      reason_values: { overdue_now },
      improvement: { code: 'overdue_paid', values: { overdue_now } },
    };
  }
  const earned =
    repayment.points_without_history +
    paid_on_time * repayment.points_per_paid_on_time -
    paid_late * repayment.points_lost_per_paid_late;
  const points = Math.min(max_points, Math.max(repayment.min_points_unless_overdue, earned));
  // After many late payments the first punctual ones only make up for them: so many that the points rise.
  const installments = Math.floor((points - earned) / repayment.points_per_paid_on_time) + 1;
  const reason: Reason =
    paid_on_time + paid_late === 0
      ? { reason_code: 'no_repayments_yet', reason_values: {} }
      : { reason_code: 'repayments_made', reason_values: { paid_on_time, paid_late } };
  return {
    points,
    max_points,
    ...reason,
    improvement:
      points < max_points ? { code: 'more_paid_on_time', values: { installments } } : null,
  };
}

function averageOf(months: readonly Halalas[]): Halalas {
  return Math.floor(sumHalalas(months) / months.length);
}

function pointsOn(ladder: Ladder, amount: Halalas): { points: number; max_points: number } {
  const points = ladder.findLast((step) => amount >= step.at_least_halalas)?.points ?? 0;
  return { points, max_points: ladder.at(-1)?.points ?? 0 };
}

function nextStep(ladder: Ladder, amount: Halalas): Halalas | null {
  return ladder.find((step) => amount < step.at_least_halalas)?.at_least_halalas ?? null;
}

/** Rounded up, so that the rounded figure still reaches the step. */
function shownShortfall(
  shortfall: Halalas,
  { shortfall_step_halalas: step }: CreditPolicy,
): Halalas {
  return Math.ceil(shortfall / step) * step;
}
