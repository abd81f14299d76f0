import type { Halalas } from '../money.ts';
import type { CreditPolicy } from './policy.ts';

const SAR: Halalas = 100;

/** The first policy: lateness costs points and limits no grade. */
export const scorecard1 = {
  version: 'scorecard-1',
  max_score: 100,
  // 20 points. What repays us is revenue, so its level weighs most. The steps about double, because the step from 20,000
  // to 50,000 says as much about a business as the step from 100,000 to 250,000.
  revenue_level: [
    { at_least_halalas: 5_000 * SAR, points: 4 },
    { at_least_halalas: 20_000 * SAR, points: 8 },
    { at_least_halalas: 50_000 * SAR, points: 12 },
    { at_least_halalas: 100_000 * SAR, points: 16 },
    { at_least_halalas: 250_000 * SAR, points: 20 },
  ],
  // The same steps, 15 points: the coming installments are paid from the coming months.
  revenue_trend: [
    { at_least_halalas: 5_000 * SAR, points: 3 },
    { at_least_halalas: 20_000 * SAR, points: 6 },
    { at_least_halalas: 50_000 * SAR, points: 9 },
    { at_least_halalas: 100_000 * SAR, points: 12 },
    { at_least_halalas: 250_000 * SAR, points: 15 },
  ],
  recent_months: 3,
  // 15 points at half of each step: a business is steady if its worst month is half an average one.
  revenue_stability: [
    { at_least_halalas: 2_500 * SAR, points: 3 },
    { at_least_halalas: 10_000 * SAR, points: 6 },
    { at_least_halalas: 25_000 * SAR, points: 9 },
    { at_least_halalas: 50_000 * SAR, points: 12 },
    { at_least_halalas: 125_000 * SAR, points: 15 },
  ],
  // 12 points for six months. An installment falls due every month.
  points_per_month_with_revenue: 2,
  // 18 points for three documents. Figures that a person can check are worth more than stated ones.
  points_per_document: 6,
  // 8 points for eight typed details. Whom we can reach we can remind.
  points_per_detail: 1,
  // Repayment to us: 12 points. Nobody begins at nothing, so that a first ticket is possible. A late payment costs more
  // than a punctual one earns. What is overdue now outweighs everything before it.
  repayment: {
    max_points: 12,
    points_without_history: 4,
    points_per_paid_on_time: 2,
    points_lost_per_paid_late: 3,
    min_points_unless_overdue: 1,
    points_while_overdue: 0,
  },
  // Even over the shortest term, one month, the best pay us half of what comes in, and the least proven a tenth.
  grades: [
    { grade: 'A', min_score: 80, share_percent: 50 },
    { grade: 'B', min_score: 65, share_percent: 40 },
    { grade: 'C', min_score: 50, share_percent: 30 },
    { grade: 'D', min_score: 35, share_percent: 20 },
    { grade: 'E', min_score: 0, share_percent: 10 },
  ],
  // No grade is limited.
  long_overdue: { after_days: 30, best_grade: 'A' },
  broken_promise: { best_grade: 'A' },
  paid_on_time_for_first_grade: 0,
  // Proven revenue adds no more.
  proven_extra_percent: 0,
  // A recent month weighs twice an older one: this is where a trend moves the budget.
  recent_month_weight: 2,
  // A single peak does not carry a budget.
  peak_cap_in_averages: 2,
  // Finer figures would claim a precision that six figures do not have.
  budget_step_halalas: 100 * SAR,
  // So that people can read it.
  shortfall_step_halalas: 100 * SAR,
  // All that a preliminary budget rests on was typed by the company itself within minutes; this is what we risk on it.
  preliminary_budget_cap_halalas: 250_000 * SAR,
  // Two financings over the longest term, repaid to us on time with nothing overdue, are proof enough to lift that cap.
  paid_on_time_to_lift_cap: 6,
  // More than this no figures alone may grant: a person decides.
  automatic_budget_cap_halalas: 1_000_000 * SAR,
  // Half of what staff confirmed is a whole grade or two less: nobody should request much more before staff have looked.
  proposal_floor_percent: 50,
  limits: {
    // A bank transfer takes a day or two, a weekend between them one more. A year is never.
    request_grace_days: { default: 3, min: 0, max: 365 },
    // Two weeks of reminders come first. After three months an installment counts as in default.
    payout_grace_days: { default: 14, min: 0, max: 90 },
    // About what the analysis offers a company that earns SAR 100,000 a month and has given its documents: one person alone
    // risks no more than the analysis would.
    unset_budget_limit_halalas: { default: 50_000 * SAR, min: 0, max: 1_000_000_000 * SAR },
    // Shares of our money mean something only once there is a stated amount.
    company_limit_halalas: { default: null, min: 1, max: 1_000_000_000 * SAR },
    agency_limit_halalas: { default: null, min: 1, max: 1_000_000_000 * SAR },
  },
  // We have no losses of our own to measure yet, so each step is a careful guess: most of what is late by some days is paid;
  // of what is late for over a month about one in seven riyals is not; and what is late for over three months counts as in
  // default, of which less than half comes back.
  loss_rates: { stage_1: 100, stage_2: 1_500, stage_3: 6_000 },
} as const satisfies CreditPolicy;
