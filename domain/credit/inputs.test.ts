import { expect, test } from 'vitest';
import { assertCreditInputs, creditInputs } from './inputs.ts';

const nothingRepaid = {
  paid_on_time: 0,
  paid_late: 0,
  overdue_now: 0,
  is_long_overdue: false,
  is_promise_broken: false,
};

test('an empty profile gives six months of 0, no documents and no details', () => {
  expect(creditInputs({}, nothingRepaid, false)).toEqual({
    revenue_halalas: [0, 0, 0, 0, 0, 0],
    proven_halalas: [0, 0, 0, 0, 0, 0],
    documents: {
      company_registration_file: false,
      financial_statement_file: false,
      bank_statement_6m_file: false,
    },
    details_filled: 0,
    repayments: nothingRepaid,
    are_requests_stopped: false,
  });
});

test('documents and revenue are counted by their own factors, not among the details', () => {
  const company = {
    name: 'شركة النخيل',
    website: 'https://nakheel.sa',
    phone: ' ',
    bank_statement_6m_file: 'u/bank_statement.pdf',
    revenue_last_6_months: [1, 2, 3, 4, 5, 6],
  };
  const inputs = creditInputs(company, { ...nothingRepaid, paid_on_time: 3, paid_late: 1 }, true);
  expect(inputs.details_filled).toBe(2);
  expect(inputs.documents.bank_statement_6m_file).toBe(true);
  expect(inputs.documents.financial_statement_file).toBe(false);
  expect(inputs.revenue_halalas).toEqual([1, 2, 3, 4, 5, 6]);
  expect(inputs.repayments.paid_on_time).toBe(3);
  expect(inputs.are_requests_stopped).toBe(true);
});

const sound = creditInputs({}, nothingRepaid, false);

test.each([
  { ...sound, revenue_halalas: [1, 2, 3] },
  { ...sound, revenue_halalas: [1, 2, 3, 4, 5, -6] },
  { ...sound, revenue_halalas: [1, 2, 3, 4, 5, 10 ** 14] },
  { ...sound, proven_halalas: [1] },
  { ...sound, details_filled: 9 },
  { ...sound, details_filled: 0.5 },
  { ...sound, repayments: { ...nothingRepaid, paid_late: -1 } },
  { ...sound, repayments: { ...nothingRepaid, is_long_overdue: true } },
  { ...sound, repayments: { ...nothingRepaid, is_promise_broken: true } },
])('figures that no company can have are refused: %j', (inputs) => {
  expect(() => assertCreditInputs(inputs)).toThrow(RangeError);
});
