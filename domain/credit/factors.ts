import { REVENUE_MONTHS } from '../calendar.ts';
import { sumHalalas } from '../money.ts';
import type { Halalas } from '../money.ts';
import { DETAILS } from './inputs.ts';
import type { CreditInputs } from './inputs.ts';
import {
  POINTS_PER_DETAIL,
  POINTS_PER_DOCUMENT,
  POINTS_PER_MONTH_WITH_REVENUE,
  RECENT_MONTHS,
  REPAYMENT,
  REVENUE_LEVEL,
  REVENUE_STABILITY,
  REVENUE_TREND,
  SHORTFALL_STEP_HALALAS,
} from './policy.ts';
import type { Ladder } from './policy.ts';
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
} as const satisfies Record<string, (inputs: CreditInputs) => ScoredFactor>;

export type FactorName = keyof typeof factors;

function revenueLevel({ revenue_halalas }: CreditInputs): ScoredFactor {
  const average_halalas = averageOf(revenue_halalas);
  const goal = nextStep(REVENUE_LEVEL, average_halalas);
  return {
    ...pointsOn(REVENUE_LEVEL, average_halalas),
    reason_code: 'average_monthly_revenue',
    reason_values: { average_halalas },
    improvement:
      goal === null
        ? null
        : {
            code: 'every_month_higher',
            values: { by_halalas: shownShortfall(goal - average_halalas) },
          },
  };
}

function revenueTrend({ revenue_halalas }: CreditInputs): ScoredFactor {
  const average_halalas = averageOf(revenue_halalas.slice(-RECENT_MONTHS));
  const goal = nextStep(REVENUE_TREND, average_halalas);
  return {
    ...pointsOn(REVENUE_TREND, average_halalas),
    reason_code: 'recent_monthly_revenue',
    reason_values: { average_halalas, months: RECENT_MONTHS },
    improvement:
      goal === null
        ? null
        : {
            code: 'recent_months_higher',
            values: { by_halalas: shownShortfall(goal - average_halalas), months: RECENT_MONTHS },
          },
  };
}

function revenueStability({ revenue_halalas }: CreditInputs): ScoredFactor {
  const lowest_halalas = Math.min(...revenue_halalas);
  const goal = nextStep(REVENUE_STABILITY, lowest_halalas);
  return {
    ...pointsOn(REVENUE_STABILITY, lowest_halalas),
    reason_code: 'lowest_monthly_revenue',
    reason_values: { lowest_halalas },
    improvement:
      goal === null ? null : { code: 'every_month_at_least', values: { at_least_halalas: goal } },
  };
}

function monthsWithRevenue({ revenue_halalas }: CreditInputs): ScoredFactor {
  const months = revenue_halalas.filter((month) => month > 0).length;
  const empty = REVENUE_MONTHS - months;
  return {
    points: months * POINTS_PER_MONTH_WITH_REVENUE,
    max_points: REVENUE_MONTHS * POINTS_PER_MONTH_WITH_REVENUE,
    reason_code: 'months_with_revenue',
    reason_values: { months, of: REVENUE_MONTHS },
    improvement: empty > 0 ? { code: 'revenue_in_empty_months', values: { months: empty } } : null,
  };
}

function documentsPresent({ documents }: CreditInputs): ScoredFactor {
  const all = Object.values(documents);
  const present = all.filter(Boolean).length;
  const missing = all.length - present;
  return {
    points: present * POINTS_PER_DOCUMENT,
    max_points: all.length * POINTS_PER_DOCUMENT,
    reason_code: 'documents_present',
    reason_values: { present, of: all.length },
    improvement: missing > 0 ? { code: 'documents_added', values: { missing } } : null,
  };
}

function profileDetails({ details_filled }: CreditInputs): ScoredFactor {
  const missing = DETAILS - details_filled;
  return {
    points: details_filled * POINTS_PER_DETAIL,
    max_points: DETAILS * POINTS_PER_DETAIL,
    reason_code: 'details_filled',
    reason_values: { filled: details_filled, of: DETAILS },
    improvement: missing > 0 ? { code: 'details_completed', values: { missing } } : null,
  };
}

function repaymentHistory({ repayments }: CreditInputs): ScoredFactor {
  const { paid_on_time, paid_late, overdue_now } = repayments;
  const { max_points } = REPAYMENT;
  if (overdue_now > 0) {
    return {
      points: REPAYMENT.points_while_overdue,
      max_points,
      reason_code: 'installments_overdue',
      reason_values: { overdue_now },
      improvement: { code: 'overdue_paid', values: { overdue_now } },
    };
  }
  const earned =
    REPAYMENT.points_without_history +
    paid_on_time * REPAYMENT.points_per_paid_on_time -
    paid_late * REPAYMENT.points_lost_per_paid_late;
  const points = Math.min(max_points, Math.max(REPAYMENT.min_points_unless_overdue, earned));
  // After many late payments the first punctual ones only make up for them: so many that the points rise.
  const installments = Math.floor((points - earned) / REPAYMENT.points_per_paid_on_time) + 1;
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
function shownShortfall(shortfall: Halalas): Halalas {
  return Math.ceil(shortfall / SHORTFALL_STEP_HALALAS) * SHORTFALL_STEP_HALALAS;
}
