import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_AMOUNT_HALALAS } from '../money.ts';
import { factors } from './factors.ts';
import { DETAILS } from './inputs.ts';
import type { CreditInputs } from './inputs.ts';
import {
  creditPolicies,
  creditPolicyOf,
  defaultLimits,
  limitsOutOfBounds,
  newestPolicy,
  type CreditPolicy,
  type PolicyLimits,
} from './policy.ts';
import { improvementValueNames, reasonValueNames } from './reasons.ts';
import { scorecard1 } from './scorecard-1.ts';
import { scorecard2 } from './scorecard-2.ts';
import { scorecard3 } from './scorecard-3.ts';
import { assessCredit, withImprovement } from './scorecard.ts';

const SAR = 100;

const month = fc.oneof(
  fc.constant(0),
  fc.nat({ max: 400_000 * SAR }),
  fc.nat({ max: 5_000_000 * SAR }),
  fc.constantFrom(...[2_500, 5_000, 20_000, 50_000, 100_000, 250_000].map((sar) => sar * SAR)),
  fc.nat({ max: MAX_AMOUNT_HALALAS }),
);
const revenue = fc.array(month, { minLength: 6, maxLength: 6 });
const repayments = fc
  .record({
    paid_on_time: fc.nat({ max: 15 }),
    paid_late: fc.nat({ max: 8 }),
    overdue_now: fc.oneof(fc.constant(0), fc.nat({ max: 3 })),
    is_long_overdue: fc.boolean(),
    is_promise_broken: fc.boolean(),
  })
  .map((one) => ({
    ...one,
    is_long_overdue: one.is_long_overdue && one.overdue_now > 0,
    is_promise_broken: one.is_promise_broken && one.overdue_now > 0,
  }));
const documents = fc.record({
  company_registration_file: fc.boolean(),
  financial_statement_file: fc.boolean(),
  bank_statement_6m_file: fc.boolean(),
});
const credit: fc.Arbitrary<CreditInputs> = fc.record({
  revenue_halalas: revenue,
  proven_halalas: revenue,
  documents,
  details_filled: fc.nat({ max: DETAILS }),
  repayments,
  are_requests_stopped: fc.boolean(),
});

const MANY = { numRuns: 1000 };

const nothingRepaid = {
  paid_on_time: 0,
  paid_late: 0,
  overdue_now: 0,
  is_long_overdue: false,
  is_promise_broken: false,
};

function company(revenue_sar: number[], change: Partial<CreditInputs> = {}): CreditInputs {
  return {
    revenue_halalas: revenue_sar.map((sar) => sar * SAR),
    proven_halalas: [0, 0, 0, 0, 0, 0],
    documents: {
      company_registration_file: true,
      financial_statement_file: true,
      bank_statement_6m_file: true,
    },
    details_filled: DETAILS,
    repayments: nothingRepaid,
    are_requests_stopped: false,
    ...change,
  };
}

const noDocuments = {
  company_registration_file: false,
  financial_statement_file: false,
  bank_statement_6m_file: false,
};

/** SAR 20,000 a month and every document: 50 points without details and history. */
const small = (details_filled: number, history: Partial<CreditInputs['repayments']> = {}) =>
  company(Array<number>(6).fill(20_000), {
    details_filled,
    repayments: { ...nothingRepaid, ...history },
  });

const budgetOf = (inputs: CreditInputs, policy: CreditPolicy) =>
  assessCredit(inputs, policy).total_approval_budget_halalas ?? 0;

test('a new company with SAR 100,000 a month and a whole profile is an A with half a month', () => {
  const assessment = assessCredit(company(Array<number>(6).fill(100_000)), scorecard1);
  // level 16 + trend 12 + stability 12 + months 12 + documents 18 + details 8 + no history 4
  expect(assessment.score).toBe(82);
  expect(assessment.grade).toBe('A');
  expect(assessment.total_approval_budget_halalas).toBe(50_000 * SAR);
  expect(assessment.is_preliminary).toBe(true);
});

test('a small steady company is granted a smaller share', () => {
  const assessment = assessCredit(company(Array<number>(6).fill(20_000)), scorecard1);
  // 8 + 6 + 6 + 12 + 18 + 8 + 4
  expect(assessment.score).toBe(62);
  expect(assessment.grade).toBe('C');
  expect(assessment.total_approval_budget_halalas).toBe(6_000 * SAR);
});

test('without a month of revenue above 0 there is no budget, and with one there is', () => {
  const none = assessCredit(company([0, 0, 0, 0, 0, 0]), scorecard1);
  expect(none.total_approval_budget_halalas).toBeNull();
  // The average is 10,000 and the peak counts for twice that: 2 × 20,000 / 9 = 4,444.44. Score 4 + 6 + 0 + 2 + 30 = 42.
  const one = assessCredit(company([0, 0, 0, 0, 0, 60_000]), scorecard1);
  expect(one.grade).toBe('D');
  expect(one.total_approval_budget_halalas).toBe(800 * SAR);
});

test('a budget too small for SAR 100 is set, and 0', () => {
  const assessment = assessCredit(company([0, 0, 0, 0, 0, 1]), scorecard1);
  expect(assessment.total_approval_budget_halalas).toBe(0);
});

test('of two companies with the same revenue the growing one is granted more than the falling one', () => {
  const growing = company([100_000, 110_000, 120_000, 130_000, 140_000, 150_000]);
  const falling = company([150_000, 140_000, 130_000, 120_000, 110_000, 100_000]);
  expect(budgetOf(growing, scorecard1)).toBeGreaterThan(budgetOf(falling, scorecard1));
});

test('of two companies with the same revenue the steady one is granted more than the one of a single peak', () => {
  const steady = company([50_000, 50_000, 50_000, 50_000, 50_000, 50_000]);
  const peak = company([0, 0, 0, 0, 0, 300_000]);
  expect(budgetOf(steady, scorecard1)).toBeGreaterThan(budgetOf(peak, scorecard1));
});

test('a preliminary budget is capped until enough is repaid on time and nothing is overdue', () => {
  const large = Array<number>(6).fill(1_500_000);
  const repaid = (paid_on_time: number, overdue_now: number) =>
    assessCredit(
      company(large, { repayments: { ...nothingRepaid, paid_on_time, overdue_now } }),
      scorecard1,
    );
  expect(repaid(0, 0)).toMatchObject({
    is_preliminary: true,
    total_approval_budget_halalas: scorecard1.preliminary_budget_cap_halalas,
  });
  expect(repaid(5, 0).is_preliminary).toBe(true);
  expect(repaid(6, 0)).toMatchObject({
    is_preliminary: false,
    total_approval_budget_halalas: 750_000 * SAR,
  });
  expect(repaid(6, 1)).toMatchObject({
    is_preliminary: true,
    total_approval_budget_halalas: scorecard1.preliminary_budget_cap_halalas,
  });
});

test('what is overdue weighs more than everything repaid before', () => {
  const inputs = company([50_000, 50_000, 50_000, 50_000, 50_000, 50_000], {
    repayments: { ...nothingRepaid, paid_on_time: 10, overdue_now: 1 },
  });
  const history = assessCredit(inputs, scorecard1).factors.find(
    (one) => one.factor === 'repayment_history',
  );
  expect(history).toMatchObject({
    points: 0,
    reason_code: 'installments_overdue',
    reason_values: { overdue_now: 1 },
    // Paid late: 4 + 10 × 2 − 1 × 3 = 21, of which 12 count.
    improvement: { code: 'overdue_paid', values: { overdue_now: 1 }, points_gain: 12 },
  });
});

test.each([
  [0, 0, 4],
  [1, 0, 6],
  [4, 0, 12],
  [9, 0, 12],
  // Each late payment costs three points, and one point stays.
  [0, 1, 1],
  [2, 1, 5],
  [4, 1, 9],
  [4, 2, 6],
  [0, 5, 1],
])(
  'with %i installments paid on time and %i late the history earns %i of 12 points',
  (paid_on_time, paid_late, points) => {
    const inputs = company(Array<number>(6).fill(20_000), {
      repayments: { ...nothingRepaid, paid_on_time, paid_late },
    });
    const { score, factors: scored } = assessCredit(inputs, scorecard1);
    expect(scored.find((one) => one.factor === 'repayment_history')).toMatchObject({
      points,
      max_points: 12,
    });
    // All but the history: 8 + 6 + 6 + 12 + 18 + 8.
    expect(score).toBe(58 + points);
  },
);

test.each([
  // A whole profile with SAR 100,000 a month has 82 points, and one with SAR 20,000 has 62.
  [80, 'A', company(Array<number>(6).fill(100_000), { details_filled: DETAILS - 2 })],
  [79, 'B', company(Array<number>(6).fill(100_000), { details_filled: DETAILS - 3 })],
  [65, 'B', small(DETAILS - 1, { paid_on_time: 2 })],
  [64, 'C', small(DETAILS - 2, { paid_on_time: 2 })],
  [50, 'C', small(0, { overdue_now: 1 })],
  [
    49,
    'D',
    {
      ...small(1),
      documents: { ...noDocuments, financial_statement_file: true, bank_statement_6m_file: true },
    },
  ],
  [35, 'D', { ...small(3, { overdue_now: 1 }), documents: noDocuments }],
  [34, 'E', { ...small(2, { overdue_now: 1 }), documents: noDocuments }],
] as const)('a score of %i is a %s', (score, grade, inputs) => {
  expect(assessCredit(inputs, scorecard1)).toMatchObject({ score, grade });
});

test('a missing document says what it would add', () => {
  const inputs = company([20_000, 20_000, 20_000, 20_000, 20_000, 20_000], {
    documents: {
      company_registration_file: true,
      financial_statement_file: false,
      bank_statement_6m_file: false,
    },
  });
  expect(
    assessCredit(inputs, scorecard1).factors.find((one) => one.factor === 'documents'),
  ).toEqual({
    factor: 'documents',
    points: 6,
    max_points: 18,
    reason_code: 'documents_present',
    reason_values: { present: 1, of: 3 },
    improvement: { code: 'documents_added', values: { missing: 2 }, points_gain: 12 },
  });
});

const codesSeen = new Set<string>();

/** Random inputs seldom have what limits a grade. */
const rarelyMet = {
  long_overdue: company(Array<number>(6).fill(400_000), {
    repayments: { ...nothingRepaid, overdue_now: 1, is_long_overdue: true },
  }),
  promise_broken: company(Array<number>(6).fill(400_000), {
    repayments: { ...nothingRepaid, overdue_now: 1, is_promise_broken: true },
  }),
  too_few_paid_on_time: company(Array<number>(6).fill(400_000), {
    repayments: { ...nothingRepaid, paid_on_time: 2 },
  }),
};

type Installment = {
  ticket: number;
  due_in: number;
  state: 'due' | 'paid_on_time' | 'paid_late' | 'lost' | 'recovered';
};

const step = fc.record({
  what: fc.constantFrom(
    'days pass',
    'pay',
    'pay',
    'pay',
    'take back',
    'write off',
    'recover',
    'break a promise',
  ),
  of: fc.nat({ max: 35 }),
});

type Life = { installments: Installment[]; isPromiseBroken: boolean };

const isOverdue = ({ state, due_in }: Installment) => state === 'due' && due_in < 0;

/** What a credit analysis counts of these installments. */
function repaymentsOf(
  { installments, isPromiseBroken }: Life,
  { long_overdue }: CreditPolicy,
): CreditInputs['repayments'] {
  const count = (is: (one: Installment) => boolean) => installments.filter(is).length;
  return {
    paid_on_time: count(({ state }) => state === 'paid_on_time'),
    paid_late: count(({ state }) => state === 'paid_late' || state === 'recovered'),
    overdue_now: count((one) => one.state === 'lost' || isOverdue(one)),
    is_promise_broken: isPromiseBroken,
    is_long_overdue: installments.some(
      ({ state, due_in }) =>
        state === 'lost' || (state === 'due' && -due_in > long_overdue.after_days),
    ),
  };
}

/** Whether the step was a payment. A payment is taken back once its installment is late. */
function take(life: Life, what: string, of: number): boolean {
  const { installments } = life;
  const one = installments[of % installments.length]!;
  if (what === 'days pass') for (const each of installments) each.due_in -= of;
  if (what === 'pay' && one.state === 'due')
    one.state = one.due_in < 0 ? 'paid_late' : 'paid_on_time';
  if (what === 'take back' && one.state.startsWith('paid') && one.due_in < 0) one.state = 'due';
  for (const each of installments.filter(({ ticket }) => ticket === one.ticket)) {
    if (what === 'write off' && each.state === 'due') each.state = 'lost';
    if (what === 'recover' && each.state === 'lost') each.state = 'recovered';
  }
  // A promise is about what is overdue; once nothing is, it is past.
  life.isPromiseBroken ||= what === 'break a promise';
  life.isPromiseBroken &&= installments.some(isOverdue);
  return what === 'pay' || what === 'recover';
}

test.each([
  // A whole profile with SAR 100,000 a month has 82 points without history.
  ['a new company is no A', {}, 'B', 'too_few_paid_on_time', 'A'],
  ['nor is one that paid two on time', { paid_on_time: 2 }, 'B', 'too_few_paid_on_time', 'A'],
  ['three on time make an A', { paid_on_time: 3 }, 'A', undefined, undefined],
  [
    'up to 30 days late the score decides',
    { paid_on_time: 3, overdue_now: 1 },
    'B',
    undefined,
    undefined,
  ],
  [
    'more than 30 days late is no more than a D',
    { paid_on_time: 12, overdue_now: 4, is_long_overdue: true },
    'D',
    'long_overdue',
    'A',
  ],
  [
    'and paid late it is what the rest says',
    { overdue_now: 1, is_long_overdue: true },
    'D',
    'long_overdue',
    'B',
  ],
] as const)('by scorecard-2 %s', (_, history, grade, reason_code, after) => {
  const inputs = company(Array<number>(6).fill(100_000), {
    repayments: { ...nothingRepaid, ...history },
  });
  const assessment = assessCredit(inputs, scorecard2);
  expect(assessment.grade).toBe(grade);
  expect(assessment.grade_limit?.reason_code).toBe(reason_code);
  expect(assessment.grade_limit?.improvement.grade).toBe(after);
});

test('by scorecard-3 a broken promise is no more than a C until all that is overdue is paid, and long overdue still a D', () => {
  const late = { paid_on_time: 6, overdue_now: 1, is_promise_broken: true };
  const assessed = (history: Partial<CreditInputs['repayments']>, policy: CreditPolicy) =>
    assessCredit(
      company(Array<number>(6).fill(100_000), { repayments: { ...nothingRepaid, ...history } }),
      policy,
    );
  expect(assessed(late, scorecard3)).toMatchObject({
    grade: 'C',
    grade_limit: {
      reason_code: 'promise_broken',
      improvement: { code: 'overdue_paid', values: { overdue_now: 1 }, grade: 'A' },
    },
  });
  expect(assessed({ ...late, is_promise_broken: false }, scorecard3)).toMatchObject({ grade: 'B' });
  expect(assessed(late, scorecard2)).toMatchObject({ grade: 'B', grade_limit: null });
  expect(assessed({ ...late, is_long_overdue: true }, scorecard3)).toMatchObject({
    grade: 'D',
    grade_limit: { reason_code: 'long_overdue' },
  });
});

test('by scorecard-3 proven revenue adds a quarter more than typed revenue, up to what was typed', () => {
  const typed = Array<number>(6).fill(100_000);
  const budgetWith = (proven_sar: number, policy: CreditPolicy = scorecard3) =>
    budgetOf(company(typed, { proven_halalas: Array<number>(6).fill(proven_sar * SAR) }), policy);
  // 40 % of a month for a B, and 10 % of it more once all of it is proven.
  expect(budgetWith(0)).toBe(40_000 * SAR);
  expect(budgetWith(50_000)).toBe(45_000 * SAR);
  expect(budgetWith(100_000)).toBe(50_000 * SAR);
  expect(budgetWith(900_000)).toBe(50_000 * SAR);
  // An assessment of before says what it found.
  expect(budgetWith(100_000, scorecard2)).toBe(40_000 * SAR);
});

test('a version names one policy, and the newest is the last', () => {
  expect(new Set(creditPolicies.map(({ version }) => version)).size).toBe(creditPolicies.length);
  for (const policy of creditPolicies) expect(creditPolicyOf(policy.version)).toBe(policy);
  expect(creditPolicyOf('scorecard-0')).toBeUndefined();
  expect(newestPolicy).toBe(creditPolicies.at(-1));
});

describe.each(creditPolicies)('by $version', (policy) => {
  test('its usual limits are within its bounds, and what is outside of them is named', () => {
    const usual = defaultLimits(policy);
    expect(limitsOutOfBounds(usual, policy)).toEqual([]);
    for (const name of Object.keys(policy.limits) as (keyof PolicyLimits)[]) {
      const { min, max } = policy.limits[name];
      for (const inside of [min, max])
        expect(limitsOutOfBounds({ ...usual, [name]: inside }, policy)).toEqual([]);
      for (const outside of [min - 1, max + 1, NaN])
        expect(limitsOutOfBounds({ ...usual, [name]: outside }, policy)).toEqual([name]);
    }
    // Only what has no limit by itself may have none.
    const none = Object.fromEntries(Object.keys(usual).map((name) => [name, null]));
    expect(limitsOutOfBounds(none as unknown as PolicyLimits, policy)).toEqual([
      'request_grace_days',
      'payout_grace_days',
      'unset_budget_limit_halalas',
    ]);
  });

  test('later stages lose more, and none more than all', () => {
    const { stage_1, stage_2, stage_3 } = policy.loss_rates;
    const rates = [0, stage_1, stage_2, stage_3, 10_000];
    expect(rates).toEqual(rates.toSorted((a, b) => a - b));
  });

  test('proof never lowers a budget or a score, and never adds to what was not typed', () => {
    fc.assert(
      fc.property(credit, revenue, (inputs, more) => {
        const raised = inputs.proven_halalas.map((one, index) => Math.max(one, more[index]!));
        const after = { ...inputs, proven_halalas: raised };
        expect(budgetOf(after, policy)).toBeGreaterThanOrEqual(budgetOf(inputs, policy));
        expect(assessCredit(after, policy).score).toBe(assessCredit(inputs, policy).score);
        const capped = raised.map((one, index) => Math.min(one, inputs.revenue_halalas[index]!));
        expect(budgetOf({ ...after, proven_halalas: capped }, policy)).toBe(
          budgetOf(after, policy),
        );
      }),
      MANY,
    );
  });

  test('typed revenue above what is proven adds no more than proven revenue does', () => {
    fc.assert(
      fc.property(credit, revenue, (inputs, more) => {
        const revenue_halalas = inputs.revenue_halalas.map((one, index) =>
          Math.max(one, more[index]!),
        );
        const typed = budgetOf({ ...inputs, revenue_halalas }, policy);
        const proven_halalas = inputs.proven_halalas.map((one, index) =>
          Math.max(one, revenue_halalas[index]!),
        );
        const proven = budgetOf({ ...inputs, revenue_halalas, proven_halalas }, policy);
        expect(proven).toBeGreaterThanOrEqual(typed);
        expect(typed).toBeGreaterThanOrEqual(budgetOf(inputs, policy));
      }),
      MANY,
    );
  });

  test('the factors add up to the score, each within its most points', () => {
    fc.assert(
      fc.property(credit, (inputs) => {
        const { score, max_score, factors: scored } = assessCredit(inputs, policy);
        expect(scored.reduce((sum, one) => sum + one.points, 0)).toBe(score);
        expect(scored.reduce((sum, one) => sum + one.max_points, 0)).toBe(max_score);
        expect(scored.map((one) => one.factor)).toEqual(Object.keys(factors));
        expect(max_score).toBe(policy.max_score);
        for (const one of scored) {
          expect(Number.isInteger(one.points)).toBe(true);
          expect(one.points).toBeGreaterThanOrEqual(0);
          expect(one.points).toBeLessThanOrEqual(one.max_points);
        }
      }),
      MANY,
    );
  });

  test('more revenue in any months never lowers the score or the budget', () => {
    const more = fc.array(month, { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(credit, more, (inputs, added) => {
        const revenue_halalas = inputs.revenue_halalas.map((amount, index) =>
          Math.min(MAX_AMOUNT_HALALAS, amount + (added[index] ?? 0)),
        );
        const richer = { ...inputs, revenue_halalas };
        expect(assessCredit(richer, policy).score).toBeGreaterThanOrEqual(
          assessCredit(inputs, policy).score,
        );
        expect(budgetOf(richer, policy)).toBeGreaterThanOrEqual(budgetOf(inputs, policy));
      }),
      MANY,
    );
  });

  test('more revenue in a single month, however little or much, never lowers the budget', () => {
    const added = fc.oneof(fc.constant(1), fc.nat({ max: 1000 * SAR }), month);
    fc.assert(
      fc.property(credit, fc.nat({ max: 5 }), added, (inputs, where, more) => {
        const revenue_halalas = inputs.revenue_halalas.map((amount, index) =>
          index === where ? Math.min(MAX_AMOUNT_HALALAS, amount + more) : amount,
        );
        expect(budgetOf({ ...inputs, revenue_halalas }, policy)).toBeGreaterThanOrEqual(
          budgetOf(inputs, policy),
        );
      }),
      MANY,
    );
  });

  test('a document, a detail or a punctual payment more never lowers the budget; late and overdue ones never raise it', () => {
    fc.assert(
      fc.property(credit, documents, (inputs, others) => {
        const { repayments: history, details_filled } = inputs;
        const budget = budgetOf(inputs, policy);
        const both = {
          company_registration_file:
            inputs.documents.company_registration_file || others.company_registration_file,
          financial_statement_file:
            inputs.documents.financial_statement_file || others.financial_statement_file,
          bank_statement_6m_file:
            inputs.documents.bank_statement_6m_file || others.bank_statement_6m_file,
        };
        const withHistory = (change: Partial<typeof history>) =>
          budgetOf({ ...inputs, repayments: { ...history, ...change } }, policy);
        expect(budgetOf({ ...inputs, documents: both }, policy)).toBeGreaterThanOrEqual(budget);
        expect(
          budgetOf({ ...inputs, details_filled: Math.min(DETAILS, details_filled + 1) }, policy),
        ).toBeGreaterThanOrEqual(budget);
        expect(withHistory({ paid_on_time: history.paid_on_time + 1 })).toBeGreaterThanOrEqual(
          budget,
        );
        expect(withHistory({ paid_late: history.paid_late + 1 })).toBeLessThanOrEqual(budget);
        const overdue = { overdue_now: history.overdue_now + 1 };
        expect(withHistory(overdue)).toBeLessThanOrEqual(budget);
        for (const worse of [{ is_long_overdue: true }, { is_promise_broken: true }])
          expect(withHistory({ ...overdue, ...worse })).toBeLessThanOrEqual(withHistory(overdue));
      }),
      MANY,
    );
  });

  test('every proposed change is true: made alone, it adds exactly the points it promises', () => {
    fc.assert(
      fc.property(credit, (inputs) => {
        const { score, factors: scored } = assessCredit(inputs, policy);
        for (const { factor, points, improvement } of scored) {
          if (improvement === null) continue;
          const after = assessCredit(withImprovement(inputs, improvement), policy);
          expect(after.score - score).toBe(improvement.points_gain);
          expect(improvement.points_gain).toBeGreaterThan(0);
          const same = after.factors.find((one) => one.factor === factor);
          expect(same?.points).toBeGreaterThan(points);
        }
      }),
      MANY,
    );
  });

  test('only a factor at its most points proposes no change', () => {
    fc.assert(
      fc.property(credit, (inputs) => {
        for (const one of assessCredit(inputs, policy).factors) {
          expect(one.improvement === null).toBe(one.points === one.max_points);
        }
      }),
    );
  });

  test('a budget is a whole number of SAR 100 within its cap, and unset exactly without revenue', () => {
    fc.assert(
      fc.property(credit, (inputs) => {
        const { total_approval_budget_halalas: budget, is_preliminary } = assessCredit(
          inputs,
          policy,
        );
        const cap = is_preliminary
          ? policy.preliminary_budget_cap_halalas
          : policy.automatic_budget_cap_halalas;
        expect(budget === null).toBe(inputs.revenue_halalas.every((amount) => amount === 0));
        expect((budget ?? 0) % policy.budget_step_halalas).toBe(0);
        expect(budget ?? 0).toBeGreaterThanOrEqual(0);
        expect(budget ?? 0).toBeLessThanOrEqual(cap);
      }),
      MANY,
    );
  });

  test('what limits a grade is true: without it the grade is that of the score, and what would end it gives a better one', () => {
    fc.assert(
      fc.property(credit, (inputs) => {
        const { score, grade, grade_limit } = assessCredit(inputs, policy);
        const byScore = policy.grades.find((one) => score >= one.min_score)!.grade;
        expect(grade > byScore).toBe(grade_limit !== null);
        if (grade_limit === null) return;
        const { improvement } = grade_limit;
        const after = assessCredit(withImprovement(inputs, improvement), policy);
        expect(after).toMatchObject({
          grade: improvement.grade,
          total_approval_budget_halalas: improvement.total_approval_budget_halalas,
        });
        expect(after.grade < grade).toBe(true);
        expect(after.total_approval_budget_halalas ?? 0).toBeGreaterThanOrEqual(
          budgetOf(inputs, policy),
        );
      }),
      MANY,
    );
  });

  test('every reason and improvement carries exactly the figures that its code names, as whole numbers', () => {
    fc.assert(
      fc.property(credit, (inputs) => {
        const { factors: scored, grade_limit } = assessCredit(inputs, policy);
        for (const { reason_code, reason_values, improvement } of [
          ...scored,
          ...(grade_limit ? [grade_limit] : []),
        ]) {
          codesSeen.add(reason_code);
          expect(Object.keys(reason_values)).toEqual(reasonValueNames[reason_code]);
          expect(Object.values(reason_values).every(Number.isSafeInteger)).toBe(true);
          if (improvement === null) continue;
          codesSeen.add(improvement.code);
          expect(Object.keys(improvement.values)).toEqual(improvementValueNames[improvement.code]);
          expect(Object.values(improvement.values).every(Number.isSafeInteger)).toBe(true);
        }
      }),
      { ...MANY, examples: Object.values(rarelyMet).map((one): [CreditInputs] => [one]) },
    );
  });

  test('over any life of its installments lateness never raises a budget, and paying never lowers one', () => {
    fc.assert(
      fc.property(credit, fc.array(step, { maxLength: 60 }), (inputs, steps) => {
        const life: Life = {
          installments: Array.from({ length: 12 }, (_, n) => ({
            ticket: n % 4,
            due_in: n * 9,
            state: 'due',
          })),
          isPromiseBroken: false,
        };
        const budget = () =>
          budgetOf({ ...inputs, repayments: repaymentsOf(life, policy) }, policy);
        for (const { what, of } of steps) {
          const before = budget();
          const isPaying = take(life, what, of);
          const gained = budget() - before;
          expect(isPaying ? gained : -gained).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('the grades fall with the score and so do their shares', () => {
    expect(policy.grades.map((one) => one.grade)).toEqual(['A', 'B', 'C', 'D', 'E']);
    for (const key of ['min_score', 'share_percent'] as const) {
      const values = policy.grades.map((one) => one[key]);
      expect(values).toEqual(values.toSorted((a, b) => b - a));
    }
    expect(policy.grades.at(-1)?.min_score).toBe(0);
  });
});

test('a policy names every reason and improvement that there is', () => {
  const codes = [...Object.keys(reasonValueNames), ...Object.keys(improvementValueNames)];
  expect([...codesSeen].toSorted()).toEqual(codes.toSorted());
});
