import { expect, test } from 'vitest';
import { budgetState } from './budget-state.ts';

test('without a revenue month above 0 the budget is not set, whatever total stands', () => {
  for (const revenue of [[], [0, 0, 0, 0, 0, 0]]) {
    expect(budgetState({ revenue, total_approval_budget_halalas: null })).toBe('not_set');
    expect(budgetState({ revenue, total_approval_budget_halalas: 500_000 })).toBe('not_set');
  }
});

test('with revenue the budget is being analysed until it has a total, and a total of 0 is a set budget', () => {
  const revenue = [0, 0, 0, 0, 0, 1];
  expect(budgetState({ revenue, total_approval_budget_halalas: null })).toBe('on_its_way');
  expect(budgetState({ revenue, total_approval_budget_halalas: 0 })).toBe('set');
  expect(budgetState({ revenue, total_approval_budget_halalas: 500_000 })).toBe('set');
});
