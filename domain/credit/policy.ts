import type { LossStage } from '../ledger/loss-allowance.ts';
import type { Halalas } from '../money.ts';
import { scorecard1 } from './scorecard-1.ts';
import { scorecard2 } from './scorecard-2.ts';
import { scorecard3 } from './scorecard-3.ts';

export type Grade = 'A' | 'B' | 'C' | 'D' | 'E';

/** Points for reaching an amount; below the first step none. */
export type Ladder = readonly { at_least_halalas: Halalas; points: number }[];

/** What an operator sets when a policy is activated. */
export type PolicyLimits = {
  /** How many days an installment may be overdue before new requests stop. */
  request_grace_days: number;
  /** How many days an installment may be overdue before the company's tickets are not paid out. */
  payout_grace_days: number;
  /** Up to this, in sum over the open tickets of a company without a set budget, one person's review is enough. */
  unset_budget_limit_halalas: Halalas;
  /** What one company, and one agency's tickets, may owe us at once; null: no limit. */
  company_limit_halalas: Halalas | null;
  agency_limit_halalas: Halalas | null;
};

/** `default`: where the operator has set nothing. `min` and `max` bound what an operator sets. */
type Bounds<Value> = { default: Value; min: number; max: number };

/**
 * Every number of a credit policy. Each version is a file, with the reason beside each number; a version that has been
 * used is never changed.
 */
export type CreditPolicy = {
  version: string;
  /** What the factors' most points add up to. */
  max_score: number;
  /** Average of the six months. */
  revenue_level: Ladder;
  /** Average of the last `recent_months`. */
  revenue_trend: Ladder;
  recent_months: number;
  /** The lowest month. */
  revenue_stability: Ladder;
  points_per_month_with_revenue: number;
  points_per_document: number;
  points_per_detail: number;
  repayment: {
    max_points: number;
    points_without_history: number;
    points_per_paid_on_time: number;
    points_lost_per_paid_late: number;
    min_points_unless_overdue: number;
    points_while_overdue: number;
  };
  /** From the best down; the share is of one dependable month. */
  grades: readonly { grade: Grade; min_score: number; share_percent: number }[];
  /** The best grade while an installment is more than `after_days` late or a loss has not come back. */
  long_overdue: { after_days: number; best_grade: Grade };
  /** The best grade while something is overdue that the company has promised to pay and has not. */
  broken_promise: { best_grade: Grade };
  /** How many installments must have been paid on time for the first of `grades`. */
  paid_on_time_for_first_grade: number;
  /** How much more of its share proven revenue adds than typed revenue does. */
  proven_extra_percent: number;
  /** How much more a recent month weighs in the dependable month. */
  recent_month_weight: number;
  /** How many averages a month counts for at most in the dependable month. */
  peak_cap_in_averages: number;
  /** Budgets are rounded down to whole steps. */
  budget_step_halalas: Halalas;
  /** What revenue lacks to its next step is rounded up to whole steps. */
  shortfall_step_halalas: Halalas;
  preliminary_budget_cap_halalas: Halalas;
  /** How many installments paid on time lift that cap. */
  paid_on_time_to_lift_cap: number;
  automatic_budget_cap_halalas: Halalas;
  /** Staff decide first on a proposal below this share of the amount that they confirmed. */
  proposal_floor_percent: number;
  limits: { [Name in keyof PolicyLimits]: Bounds<PolicyLimits[Name]> };
  /** The share of a stage of what companies owe that is expected to be lost, in basis points. */
  loss_rates: Readonly<Record<LossStage, number>>;
};

/** Every policy that can count, the oldest first. Which one does is data (credit_policies). */
export const creditPolicies: readonly CreditPolicy[] = [scorecard1, scorecard2, scorecard3];

/** With this a new database begins. */
export const newestPolicy: CreditPolicy = scorecard3;

/** The policy of a version; undefined: there is none. */
export const creditPolicyOf = (version: string): CreditPolicy | undefined =>
  creditPolicies.find((one) => one.version === version);

/** The field of each limit on the wire and in the form, where amounts are in SAR. */
export const policyLimitFields = {
  request_grace_days: 'request_grace_days',
  payout_grace_days: 'payout_grace_days',
  unset_budget_limit_halalas: 'unset_budget_limit_sar',
  company_limit_halalas: 'company_limit_sar',
  agency_limit_halalas: 'agency_limit_sar',
} as const satisfies Record<keyof PolicyLimits, string>;

const limitNames = Object.keys(newestPolicy.limits) as (keyof PolicyLimits)[];

/** A policy's limits when the operator has set none. */
export function defaultLimits({ limits }: CreditPolicy): PolicyLimits {
  return Object.fromEntries(limitNames.map((name) => [name, limits[name].default])) as PolicyLimits;
}

/** The limits that are outside of a policy's bounds, in their order. */
export function limitsOutOfBounds(set: PolicyLimits, { limits }: CreditPolicy) {
  return limitNames.filter((name) => {
    const value = set[name];
    const { default: usual, min, max } = limits[name];
    return value === null ? usual !== null : !(value >= min && value <= max);
  });
}
