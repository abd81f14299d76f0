import { describe, expect, test } from 'vitest';
import {
  budgetRequestStatuses,
  mayAppeal,
  wrongFieldOfDecision,
  type DecisionOnRequest,
} from './budget-request.ts';

const figures = { asked: 100, total: 40 };
const counter = (change: Partial<DecisionOnRequest> = {}): DecisionOnRequest => ({
  decision: 'counter',
  amount_halalas: 70,
  condition: null,
  value: null,
  ...change,
});

describe('a decision about a request for a higher budget', () => {
  test.each([
    [counter(), null],
    [counter({ amount_halalas: null }), 'amount_sar'],
    [counter({ amount_halalas: 40 }), 'amount_sar'],
    [counter({ amount_halalas: 41 }), null],
    [counter({ amount_halalas: 101 }), 'amount_sar'],
    // All that was asked for, without a condition, is no counter-offer.
    [counter({ amount_halalas: 100 }), 'condition'],
    [counter({ amount_halalas: 100, condition: 'nothing_overdue' }), null],
    [counter({ condition: 'nothing_overdue', value: 1 }), 'condition_value'],
    [counter({ condition: 'paid_on_time' }), 'condition_value'],
    [counter({ condition: 'paid_on_time', value: 0 }), 'condition_value'],
    [counter({ condition: 'paid_on_time', value: 12 }), null],
    [counter({ condition: 'paid_on_time', value: 13 }), 'condition_value'],
    [counter({ condition: 'max_term', value: 2 }), null],
    [counter({ condition: 'max_term', value: 3 }), 'condition_value'],
  ])('%j is wrong in %j', (decision, wrong) => {
    expect(wrongFieldOfDecision(decision, figures)).toBe(wrong);
  });

  test('nothing is granted that would not raise the budget, and anything may be declined', () => {
    const empty = { amount_halalas: null, condition: null, value: null };
    const grant = { decision: 'grant' as const, ...empty };
    expect(wrongFieldOfDecision(grant, figures)).toBeNull();
    expect(wrongFieldOfDecision(grant, { asked: 100, total: 100 })).toBe('decision');
    const decline = { decision: 'decline' as const, ...empty };
    expect(wrongFieldOfDecision(decline, { asked: 100, total: 100 })).toBeNull();
  });
});

test('a company appeals once, against its latest request, where it was declined or offered less', () => {
  const may = (status: (typeof budgetRequestStatuses)[number], isAppealed = false) =>
    mayAppeal({ status, isAppealed, isLatest: true });
  expect(budgetRequestStatuses.filter((status) => may(status))).toEqual([
    'Offered',
    'Declined',
    'OfferDeclined',
  ]);
  expect(budgetRequestStatuses.filter((status) => may(status, true))).toEqual([]);
  expect(mayAppeal({ status: 'Declined', isAppealed: false, isLatest: false })).toBe(false);
});
