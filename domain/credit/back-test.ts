import type { IsoDate } from '../calendar.ts';
import type { Halalas } from '../money.ts';
import { isBeyondGrace } from '../installments/lateness.ts';
import type { CreditInputs } from './inputs.ts';
import type { CreditPolicy, Grade, PolicyLimits } from './policy.ts';
import { assessCredit } from './scorecard.ts';

/** A company as it stands. */
export type BackTestCompany = {
  company_id: string;
  company_name: string | null;
  inputs: CreditInputs;
  /** By the other policy, whose days may be others. */
  is_long_overdue_after: boolean;
  overdue_since: IsoDate | null;
  /** What staff have confirmed, which no policy changes; `is_confirmed` is false: nobody has. */
  is_confirmed: boolean;
  confirmed_halalas: Halalas | null;
  /** What it owes, open payout runs included. */
  exposure_halalas: Halalas;
  open_tickets_halalas: Halalas;
};

/** A policy with the limits that are set. */
export type SetPolicy = { policy: CreditPolicy; limits: PolicyLimits };

/** What the companies are by one policy. */
export type BackTestSide = {
  companies_by_grade: Record<Grade, number>;
  /** The budgets that count: what staff have confirmed, else what the analysis finds. */
  budgets_halalas: Halalas;
  /** The most that the companies could owe: each its budget, or what it owes now where that is more. */
  possible_exposure_halalas: Halalas;
  /** How many companies are overdue for longer than each grace. */
  late_for_requests: number;
  late_for_payouts: number;
  /** How many companies without a set budget have open tickets above what one person may review. */
  above_unset_budget_limit: number;
  /** How many companies owe more than one may. */
  above_company_limit: number;
};

/** A company of which the policies find different budgets. */
type BackTestChange = {
  company_id: string;
  company_name: string | null;
  is_confirmed: boolean;
  grade_before: Grade;
  grade_after: Grade;
  budget_before_halalas: Halalas | null;
  budget_after_halalas: Halalas | null;
};

/** Companies whose analysis finds more, or less. */
export type BackTestGroup = {
  count: number;
  /** Of these: what staff have confirmed stays, and the difference is a proposal. */
  confirmed_count: number;
  /** What the analyses find more, or less, in sum. */
  difference_halalas: Halalas;
  /** Those of the greatest difference. */
  top: BackTestChange[];
};

type BackTest = {
  companies: number;
  exposure_halalas: Halalas;
  before: BackTestSide;
  after: BackTestSide;
  gain: BackTestGroup;
  lose: BackTestGroup;
};

/** How many companies of each group are named. */
const TOP = 10;

const emptySide = (): BackTestSide => ({
  companies_by_grade: { A: 0, B: 0, C: 0, D: 0, E: 0 },
  budgets_halalas: 0,
  possible_exposure_halalas: 0,
  late_for_requests: 0,
  late_for_payouts: 0,
  above_unset_budget_limit: 0,
  above_company_limit: 0,
});
const emptyGroup = (): BackTestGroup => ({
  count: 0,
  confirmed_count: 0,
  difference_halalas: 0,
  top: [],
});

/** Before any company. */
export const emptyBackTest = (): BackTest => ({
  companies: 0,
  exposure_halalas: 0,
  before: emptySide(),
  after: emptySide(),
  gain: emptyGroup(),
  lose: emptyGroup(),
});

/** Adds a company to what a change of the policy would do: both policies assess it as it stands today. */
export function addToBackTest(
  test: BackTest,
  company: BackTestCompany,
  before: SetPolicy,
  after: SetPolicy,
  today: IsoDate,
): void {
  const { inputs, is_long_overdue_after } = company;
  const had = assessCredit(inputs, before.policy);
  const has = assessCredit(
    { ...inputs, repayments: { ...inputs.repayments, is_long_overdue: is_long_overdue_after } },
    after.policy,
  );
  test.companies += 1;
  test.exposure_halalas += company.exposure_halalas;
  addToSide(test.before, company, had.grade, had.total_approval_budget_halalas, before, today);
  addToSide(test.after, company, has.grade, has.total_approval_budget_halalas, after, today);
  const difference =
    (has.total_approval_budget_halalas ?? 0) - (had.total_approval_budget_halalas ?? 0);
  if (difference === 0) return;
  const group = difference > 0 ? test.gain : test.lose;
  group.count += 1;
  if (company.is_confirmed) group.confirmed_count += 1;
  group.difference_halalas += Math.abs(difference);
  group.top.push({
    company_id: company.company_id,
    company_name: company.company_name,
    is_confirmed: company.is_confirmed,
    grade_before: had.grade,
    grade_after: has.grade,
    budget_before_halalas: had.total_approval_budget_halalas,
    budget_after_halalas: has.total_approval_budget_halalas,
  });
  group.top.sort((a, b) => differenceOf(b) - differenceOf(a));
  group.top.length = Math.min(group.top.length, TOP);
}

const differenceOf = ({ budget_before_halalas, budget_after_halalas }: BackTestChange) =>
  Math.abs((budget_after_halalas ?? 0) - (budget_before_halalas ?? 0));

function addToSide(
  side: BackTestSide,
  company: BackTestCompany,
  grade: Grade,
  found: Halalas | null,
  { limits }: SetPolicy,
  today: IsoDate,
): void {
  const { exposure_halalas, overdue_since } = company;
  const budget = company.is_confirmed ? company.confirmed_halalas : found;
  side.companies_by_grade[grade] += 1;
  side.budgets_halalas += budget ?? 0;
  side.possible_exposure_halalas += Math.max(budget ?? 0, exposure_halalas);
  if (isBeyondGrace(overdue_since, today, limits.request_grace_days)) side.late_for_requests += 1;
  if (isBeyondGrace(overdue_since, today, limits.payout_grace_days)) side.late_for_payouts += 1;
  if (budget === null && company.open_tickets_halalas > limits.unset_budget_limit_halalas)
    side.above_unset_budget_limit += 1;
  if (exposure_halalas > (limits.company_limit_halalas ?? Infinity)) side.above_company_limit += 1;
}
