import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_AMOUNT_HALALAS } from '../money.ts';
import { factors } from './factors.ts';
import { DETAILS } from './inputs.ts';
import type { CreditInputs } from './inputs.ts';
import {
  AUTOMATIC_BUDGET_CAP_HALALAS,
  BUDGET_STEP_HALALAS,
  GRADES,
  MAX_SCORE,
  PRELIMINARY_BUDGET_CAP_HALALAS,
} from './policy.ts';
import { improvementValueNames, reasonValueNames } from './reasons.ts';
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
const repayments = fc.record({
  paid_on_time: fc.nat({ max: 15 }),
  paid_late: fc.nat({ max: 8 }),
  overdue_now: fc.oneof(fc.constant(0), fc.nat({ max: 3 })),
});
const documents = fc.record({
  company_registration_file: fc.boolean(),
  financial_statement_file: fc.boolean(),
  bank_statement_6m_file: fc.boolean(),
});
const credit: fc.Arbitrary<CreditInputs> = fc.record({
  revenue_halalas: revenue,
  documents,
  details_filled: fc.nat({ max: DETAILS }),
  repayments,
});

const MANY = { numRuns: 2000 };

function company(revenue_sar: number[], change: Partial<CreditInputs> = {}): CreditInputs {
  return {
    revenue_halalas: revenue_sar.map((sar) => sar * SAR),
    documents: {
      company_registration_file: true,
      financial_statement_file: true,
      bank_statement_6m_file: true,
    },
    details_filled: DETAILS,
    repayments: { paid_on_time: 0, paid_late: 0, overdue_now: 0 },
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
    repayments: { paid_on_time: 0, paid_late: 0, overdue_now: 0, ...history },
  });

const budgetOf = (inputs: CreditInputs) => assessCredit(inputs).total_approval_budget_halalas ?? 0;

test('a new company with SAR 100,000 a month and a whole profile is an A with half a month', () => {
  const assessment = assessCredit(company(Array<number>(6).fill(100_000)));
  // level 16 + trend 12 + stability 12 + months 12 + documents 18 + details 8 + no history 4
  expect(assessment.score).toBe(82);
  expect(assessment.grade).toBe('A');
  expect(assessment.total_approval_budget_halalas).toBe(50_000 * SAR);
  expect(assessment.is_preliminary).toBe(true);
});

test('a small steady company is granted a smaller share', () => {
  const assessment = assessCredit(company(Array<number>(6).fill(20_000)));
  // 8 + 6 + 6 + 12 + 18 + 8 + 4
  expect(assessment.score).toBe(62);
  expect(assessment.grade).toBe('C');
  expect(assessment.total_approval_budget_halalas).toBe(6_000 * SAR);
});

test('without a month of revenue above 0 there is no budget, and with one there is', () => {
  const none = assessCredit(company([0, 0, 0, 0, 0, 0]));
  expect(none.total_approval_budget_halalas).toBeNull();
  // The average is 10,000 and the peak counts for twice that: 2 × 20,000 / 9 = 4,444.44. Score 4 + 6 + 0 + 2 + 30 = 42.
  const one = assessCredit(company([0, 0, 0, 0, 0, 60_000]));
  expect(one.grade).toBe('D');
  expect(one.total_approval_budget_halalas).toBe(800 * SAR);
});

test('a budget too small for SAR 100 is set, and 0', () => {
  const assessment = assessCredit(company([0, 0, 0, 0, 0, 1]));
  expect(assessment.total_approval_budget_halalas).toBe(0);
});

test('of two companies with the same revenue the growing one is granted more than the falling one', () => {
  const growing = company([100_000, 110_000, 120_000, 130_000, 140_000, 150_000]);
  const falling = company([150_000, 140_000, 130_000, 120_000, 110_000, 100_000]);
  expect(budgetOf(growing)).toBeGreaterThan(budgetOf(falling));
});

test('of two companies with the same revenue the steady one is granted more than the one of a single peak', () => {
  const steady = company([50_000, 50_000, 50_000, 50_000, 50_000, 50_000]);
  const peak = company([0, 0, 0, 0, 0, 300_000]);
  expect(budgetOf(steady)).toBeGreaterThan(budgetOf(peak));
});

test('a preliminary budget is capped until enough is repaid on time and nothing is overdue', () => {
  const large = Array<number>(6).fill(1_500_000);
  const repaid = (paid_on_time: number, overdue_now: number) =>
    assessCredit(company(large, { repayments: { paid_on_time, paid_late: 0, overdue_now } }));
  expect(repaid(0, 0)).toMatchObject({
    is_preliminary: true,
    total_approval_budget_halalas: PRELIMINARY_BUDGET_CAP_HALALAS,
  });
  expect(repaid(5, 0).is_preliminary).toBe(true);
  expect(repaid(6, 0)).toMatchObject({
    is_preliminary: false,
    total_approval_budget_halalas: 750_000 * SAR,
  });
  expect(repaid(6, 1)).toMatchObject({
    is_preliminary: true,
    total_approval_budget_halalas: PRELIMINARY_BUDGET_CAP_HALALAS,
  });
});

test('what is overdue weighs more than everything repaid before', () => {
  const inputs = company([50_000, 50_000, 50_000, 50_000, 50_000, 50_000], {
    repayments: { paid_on_time: 10, paid_late: 0, overdue_now: 1 },
  });
  const history = assessCredit(inputs).factors.find((one) => one.factor === 'repayment_history');
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
      repayments: { paid_on_time, paid_late, overdue_now: 0 },
    });
    const { score, factors: scored } = assessCredit(inputs);
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
  expect(assessCredit(inputs)).toMatchObject({ score, grade });
});

test('a missing document says what it would add', () => {
  const inputs = company([20_000, 20_000, 20_000, 20_000, 20_000, 20_000], {
    documents: {
      company_registration_file: true,
      financial_statement_file: false,
      bank_statement_6m_file: false,
    },
  });
  expect(assessCredit(inputs).factors.find((one) => one.factor === 'documents')).toEqual({
    factor: 'documents',
    points: 6,
    max_points: 18,
    reason_code: 'documents_present',
    reason_values: { present: 1, of: 3 },
    improvement: { code: 'documents_added', values: { missing: 2 }, points_gain: 12 },
  });
});

test('the factors add up to the score, each within its most points', () => {
  fc.assert(
    fc.property(credit, (inputs) => {
      const { score, max_score, factors: scored } = assessCredit(inputs);
      expect(scored.reduce((sum, one) => sum + one.points, 0)).toBe(score);
      expect(scored.reduce((sum, one) => sum + one.max_points, 0)).toBe(max_score);
      expect(scored.map((one) => one.factor)).toEqual(Object.keys(factors));
      expect(max_score).toBe(MAX_SCORE);
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
      expect(assessCredit(richer).score).toBeGreaterThanOrEqual(assessCredit(inputs).score);
      expect(budgetOf(richer)).toBeGreaterThanOrEqual(budgetOf(inputs));
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
      expect(budgetOf({ ...inputs, revenue_halalas })).toBeGreaterThanOrEqual(budgetOf(inputs));
    }),
    MANY,
  );
});

test('a document, a detail or a punctual payment more never lowers the budget; late and overdue ones never raise it', () => {
  fc.assert(
    fc.property(credit, documents, (inputs, others) => {
      const { repayments: history, details_filled } = inputs;
      const budget = budgetOf(inputs);
      const both = {
        company_registration_file:
          inputs.documents.company_registration_file || others.company_registration_file,
        financial_statement_file:
          inputs.documents.financial_statement_file || others.financial_statement_file,
        bank_statement_6m_file:
          inputs.documents.bank_statement_6m_file || others.bank_statement_6m_file,
      };
      const withHistory = (change: Partial<typeof history>) =>
        budgetOf({ ...inputs, repayments: { ...history, ...change } });
      expect(budgetOf({ ...inputs, documents: both })).toBeGreaterThanOrEqual(budget);
      expect(
        budgetOf({ ...inputs, details_filled: Math.min(DETAILS, details_filled + 1) }),
      ).toBeGreaterThanOrEqual(budget);
      expect(withHistory({ paid_on_time: history.paid_on_time + 1 })).toBeGreaterThanOrEqual(
        budget,
      );
      expect(withHistory({ paid_late: history.paid_late + 1 })).toBeLessThanOrEqual(budget);
      expect(withHistory({ overdue_now: history.overdue_now + 1 })).toBeLessThanOrEqual(budget);
    }),
    MANY,
  );
});

test('every proposed change is true: made alone, it adds exactly the points it promises', () => {
  fc.assert(
    fc.property(credit, (inputs) => {
      const { score, factors: scored } = assessCredit(inputs);
      for (const { factor, points, improvement } of scored) {
        if (improvement === null) continue;
        const after = assessCredit(withImprovement(inputs, improvement));
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
      for (const one of assessCredit(inputs).factors) {
        expect(one.improvement === null).toBe(one.points === one.max_points);
      }
    }),
  );
});

test('a budget is a whole number of SAR 100 within its cap, and unset exactly without revenue', () => {
  fc.assert(
    fc.property(credit, (inputs) => {
      const { total_approval_budget_halalas: budget, is_preliminary } = assessCredit(inputs);
      const cap = is_preliminary ? PRELIMINARY_BUDGET_CAP_HALALAS : AUTOMATIC_BUDGET_CAP_HALALAS;
      expect(budget === null).toBe(inputs.revenue_halalas.every((amount) => amount === 0));
      expect((budget ?? 0) % BUDGET_STEP_HALALAS).toBe(0);
      expect(budget ?? 0).toBeGreaterThanOrEqual(0);
      expect(budget ?? 0).toBeLessThanOrEqual(cap);
    }),
    MANY,
  );
});

test('every reason and improvement carries exactly the figures that its code names, as whole numbers', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(credit, (inputs) => {
      for (const { reason_code, reason_values, improvement } of assessCredit(inputs).factors) {
        seen.add(reason_code);
        expect(Object.keys(reason_values)).toEqual(reasonValueNames[reason_code]);
        expect(Object.values(reason_values).every(Number.isSafeInteger)).toBe(true);
        if (improvement === null) continue;
        seen.add(improvement.code);
        expect(Object.keys(improvement.values)).toEqual(improvementValueNames[improvement.code]);
        expect(Object.values(improvement.values).every(Number.isSafeInteger)).toBe(true);
      }
    }),
    MANY,
  );
  const codes = [...Object.keys(reasonValueNames), ...Object.keys(improvementValueNames)];
  expect([...seen].toSorted()).toEqual(codes.toSorted());
});

test('the grades fall with the score and so do their shares', () => {
  expect(GRADES.map((one) => one.grade)).toEqual(['A', 'B', 'C', 'D', 'E']);
  for (const key of ['min_score', 'share_percent'] as const) {
    const values = GRADES.map((one) => one[key]);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
  }
  expect(GRADES.at(-1)?.min_score).toBe(0);
});
