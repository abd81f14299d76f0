import { expect, test } from 'vitest';
import { addToBackTest, emptyBackTest, type BackTestCompany } from './back-test.ts';
import { DETAILS } from './inputs.ts';
import { creditPolicies, defaultLimits, type CreditPolicy, type PolicyLimits } from './policy.ts';
import { scorecard1 } from './scorecard-1.ts';
import { scorecard3 } from './scorecard-3.ts';

const SAR = 100;
const today = '2026-05-20';

/** SAR 100,000 a month with a whole profile: an A by scorecard-1 (50,000), a B by scorecard-3 (40,000). */
function company(change: Partial<BackTestCompany> = {}): BackTestCompany {
  return {
    company_id: 'najd',
    company_name: 'Najd',
    inputs: {
      revenue_halalas: Array<number>(6).fill(100_000 * SAR),
      proven_halalas: Array<number>(6).fill(0),
      documents: {
        company_registration_file: true,
        financial_statement_file: true,
        bank_statement_6m_file: true,
      },
      details_filled: DETAILS,
      repayments: {
        paid_on_time: 0,
        paid_late: 0,
        overdue_now: 0,
        is_long_overdue: false,
        is_promise_broken: false,
      },
      are_requests_stopped: false,
    },
    is_long_overdue_after: false,
    overdue_since: null,
    is_confirmed: false,
    confirmed_halalas: null,
    exposure_halalas: 0,
    open_tickets_halalas: 0,
    ...change,
  };
}

function backTest(
  companies: readonly BackTestCompany[],
  before: CreditPolicy,
  after: CreditPolicy,
  limits: Partial<PolicyLimits> = {},
) {
  const result = emptyBackTest();
  for (const one of companies)
    addToBackTest(
      result,
      one,
      { policy: before, limits: defaultLimits(before) },
      { policy: after, limits: { ...defaultLimits(after), ...limits } },
      today,
    );
  return result;
}

test('companies that lose budget are named with the budgets of both policies', () => {
  const result = backTest([company()], scorecard1, scorecard3);
  expect(result.gain).toMatchObject({ count: 0, top: [] });
  expect(result.lose).toEqual({
    count: 1,
    confirmed_count: 0,
    difference_halalas: 10_000 * SAR,
    top: [
      {
        company_id: 'najd',
        company_name: 'Najd',
        is_confirmed: false,
        grade_before: 'A',
        grade_after: 'B',
        budget_before_halalas: 50_000 * SAR,
        budget_after_halalas: 40_000 * SAR,
      },
    ],
  });
  expect(result.before).toMatchObject({
    companies_by_grade: { A: 1, B: 0 },
    budgets_halalas: 50_000 * SAR,
  });
  expect(result.after).toMatchObject({
    companies_by_grade: { A: 0, B: 1 },
    budgets_halalas: 40_000 * SAR,
  });
});

test('what staff have confirmed stays, and the most that a company could owe is never less than what it owes', () => {
  const confirmed = company({ is_confirmed: true, confirmed_halalas: 90_000 * SAR });
  const owing = company({ exposure_halalas: 45_000 * SAR });
  const result = backTest([confirmed, owing], scorecard1, scorecard3);
  expect(result.lose).toMatchObject({ count: 2, confirmed_count: 1 });
  expect(result.exposure_halalas).toBe(45_000 * SAR);
  expect(result.before).toMatchObject({
    budgets_halalas: 140_000 * SAR,
    possible_exposure_halalas: 140_000 * SAR,
  });
  expect(result.after).toMatchObject({
    budgets_halalas: 130_000 * SAR,
    possible_exposure_halalas: 135_000 * SAR,
  });
});

test('limits show whom they would stop or hold', () => {
  const late = company({ overdue_since: '2026-05-09', exposure_halalas: 2_000 * SAR });
  const unset = company({ open_tickets_halalas: 60_000 * SAR });
  unset.inputs = { ...unset.inputs, revenue_halalas: Array<number>(6).fill(0) };
  const result = backTest([late, unset], scorecard3, scorecard3, {
    request_grace_days: 11,
    payout_grace_days: 10,
    unset_budget_limit_halalas: 60_000 * SAR,
    company_limit_halalas: 1_999 * SAR,
  });
  expect(result.before).toMatchObject({
    late_for_requests: 1,
    late_for_payouts: 0,
    above_unset_budget_limit: 1,
    above_company_limit: 0,
  });
  expect(result.after).toMatchObject({
    late_for_requests: 0,
    late_for_payouts: 1,
    above_unset_budget_limit: 0,
    above_company_limit: 1,
  });
});

test('long overdue is read by the days of each policy', () => {
  const late = company({ is_long_overdue_after: true, overdue_since: '2026-05-01' });
  const overdue = { ...late.inputs.repayments, overdue_now: 1 };
  late.inputs = { ...late.inputs, repayments: overdue };
  const { before, after } = backTest([late], scorecard3, scorecard3);
  expect(before.companies_by_grade).toMatchObject({ B: 1 });
  expect(after.companies_by_grade).toMatchObject({ D: 1 });
});

test('ten companies of the greatest difference are named', () => {
  const many = Array.from({ length: 15 }, (_, n) => {
    const one = company({ company_id: `company ${n}` });
    one.inputs = { ...one.inputs, revenue_halalas: Array<number>(6).fill((100 + n) * 1_000 * SAR) };
    return one;
  });
  const { lose } = backTest(many, scorecard1, scorecard3);
  expect(lose.count).toBe(15);
  expect(lose.top.map(({ company_id }) => company_id)).toEqual(
    Array.from({ length: 10 }, (_, n) => `company ${14 - n}`),
  );
});

test.each(creditPolicies)('the same policy changes nothing: $version', (policy) => {
  const result = backTest([company(), company({ is_confirmed: true })], policy, policy);
  expect(result.after).toEqual(result.before);
  expect([result.gain.count, result.lose.count]).toEqual([0, 0]);
});
