import type { Halalas } from '../money.ts';

/** Every number of the credit policy, with its reason. A change of any of them is a new MODEL_VERSION. */
export const MODEL_VERSION = 'scorecard-1';

/** What the factors' most points add up to. */
export const MAX_SCORE = 100;

export type Grade = 'A' | 'B' | 'C' | 'D' | 'E';

const SAR: Halalas = 100;

/** Points for reaching an amount; below the first step none. */
export type Ladder = readonly { at_least_halalas: Halalas; points: number }[];

/**
 * Average of the six months: 20 points. What repays us is revenue, so its level weighs most. The steps about double,
 * because the step from 20,000 to 50,000 says as much about a business as the step from 100,000 to 250,000.
 */
export const REVENUE_LEVEL: Ladder = [
  { at_least_halalas: 5_000 * SAR, points: 4 },
  { at_least_halalas: 20_000 * SAR, points: 8 },
  { at_least_halalas: 50_000 * SAR, points: 12 },
  { at_least_halalas: 100_000 * SAR, points: 16 },
  { at_least_halalas: 250_000 * SAR, points: 20 },
];

/** Average of the last three months, the same steps, 15 points: the coming installments are paid from the coming months. */
export const REVENUE_TREND: Ladder = [
  { at_least_halalas: 5_000 * SAR, points: 3 },
  { at_least_halalas: 20_000 * SAR, points: 6 },
  { at_least_halalas: 50_000 * SAR, points: 9 },
  { at_least_halalas: 100_000 * SAR, points: 12 },
  { at_least_halalas: 250_000 * SAR, points: 15 },
];
export const RECENT_MONTHS = 3;

/** The lowest month, 15 points at half of each step: a business is steady if its worst month is half an average one. */
export const REVENUE_STABILITY: Ladder = [
  { at_least_halalas: 2_500 * SAR, points: 3 },
  { at_least_halalas: 10_000 * SAR, points: 6 },
  { at_least_halalas: 25_000 * SAR, points: 9 },
  { at_least_halalas: 50_000 * SAR, points: 12 },
  { at_least_halalas: 125_000 * SAR, points: 15 },
];

/** Each of the six months with any revenue: 12 points. An installment falls due every month. */
export const POINTS_PER_MONTH_WITH_REVENUE = 2;

/** Each of the three documents: 18 points. Figures that a person can check are worth more than stated ones. */
export const POINTS_PER_DOCUMENT = 6;

/** Each of the eight typed details: 8 points. Whom we can reach we can remind. */
export const POINTS_PER_DETAIL = 1;

/**
 * Repayment to us: 12 points. Nobody begins at nothing, so that a first ticket is possible. A late payment costs more
 * than a punctual one earns. What is overdue now outweighs everything before it.
 */
export const REPAYMENT = {
  max_points: 12,
  points_without_history: 4,
  points_per_paid_on_time: 2,
  points_lost_per_paid_late: 3,
  min_points_unless_overdue: 1,
  points_while_overdue: 0,
} as const;

/**
 * From the best down. The share is of one dependable month: even over the shortest term, one month, the best pay us
 * half of what comes in, and the least proven a tenth.
 */
export const GRADES: readonly { grade: Grade; min_score: number; share_percent: number }[] = [
  { grade: 'A', min_score: 80, share_percent: 50 },
  { grade: 'B', min_score: 65, share_percent: 40 },
  { grade: 'C', min_score: 50, share_percent: 30 },
  { grade: 'D', min_score: 35, share_percent: 20 },
  { grade: 'E', min_score: 0, share_percent: 10 },
];

/** In the dependable month a recent month weighs twice an older one: this is where a trend moves the budget. */
export const RECENT_MONTH_WEIGHT = 2;

/** … and no month counts for more than twice the average: a single peak does not carry a budget. */
export const PEAK_CAP_IN_AVERAGES = 2;

/** Budgets are rounded down to whole SAR 100: finer figures would claim a precision that six figures do not have. */
export const BUDGET_STEP_HALALAS: Halalas = 100 * SAR;

/** What revenue lacks to its next step is rounded up to whole SAR 100, so that people can read it. */
export const SHORTFALL_STEP_HALALAS: Halalas = 100 * SAR;

/** All that a preliminary budget rests on was typed by the company itself within minutes; this is what we risk on it. */
export const PRELIMINARY_BUDGET_CAP_HALALAS: Halalas = 250_000 * SAR;

/** Two financings over the longest term, repaid to us on time with nothing overdue, are proof enough to lift that cap. */
export const PAID_ON_TIME_TO_LIFT_CAP = 6;

/** More than this no figures alone may grant: a person decides. */
export const AUTOMATIC_BUDGET_CAP_HALALAS: Halalas = 1_000_000 * SAR;
