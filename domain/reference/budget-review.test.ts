import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { budgetStatuses, canDecide } from '../budget/budget-decision.ts';
import { isWithinBudget, needsDecision } from './budget-review.ts';

const amount = fc.option(fc.nat({ max: 10 ** 9 }), { nil: null });

test('a budget waits for a decision only where there is an amount that nobody has confirmed', () => {
  const none = {
    budget_status: 'Preliminary' as const,
    total_approval_budget_halalas: null,
    proposed_budget_halalas: null,
  };
  expect(needsDecision(none)).toBe(false);
  const confirmed = {
    budget_status: 'Confirmed' as const,
    total_approval_budget_halalas: 500_000,
    proposed_budget_halalas: null,
  };
  expect(needsDecision(confirmed)).toBe(false);
  expect(needsDecision({ ...confirmed, proposed_budget_halalas: 700_000 })).toBe(true);
});

test('whatever budget waits for a decision can be confirmed', () => {
  const status = fc.constantFrom(...budgetStatuses);
  fc.assert(
    fc.property(amount, amount, status, (total, proposed, budget_status) => {
      const budget = {
        budget_status,
        total_approval_budget_halalas: total,
        proposed_budget_halalas: proposed,
        is_suspended_for_loss: false,
      };
      expect(canDecide('confirm', budget) || !needsDecision(budget)).toBe(true);
    }),
  );
});

test('a ticket lies within a budget that was set before it and holds everything unreviewed', () => {
  const ticket = {
    available_budget_before_halalas: 500_000,
    unreviewed_halalas: 100_000,
    total_approval_budget_halalas: 100_000,
    unrecovered_loss_halalas: 0,
  };
  expect(isWithinBudget(ticket)).toBe(true);
  expect(isWithinBudget({ ...ticket, unreviewed_halalas: 100_001 })).toBe(false);
  expect(isWithinBudget({ ...ticket, available_budget_before_halalas: null })).toBe(false);
  expect(isWithinBudget({ ...ticket, total_approval_budget_halalas: null })).toBe(false);
  // A loss comes off what the confirmed amount holds.
  expect(isWithinBudget({ ...ticket, unrecovered_loss_halalas: 1 })).toBe(false);
});

test('whatever tickets a confirmation speaks for, together they fit the budget', () => {
  const tickets = fc.array(
    fc.record({ amount: fc.nat({ max: 10 ** 6 }), isReviewed: fc.boolean(), before: amount }),
  );
  fc.assert(
    fc.property(fc.nat({ max: 10 ** 6 }), tickets, (total, all) => {
      const sum = (some: typeof all) => some.reduce((so_far, one) => so_far + one.amount, 0);
      const unreviewed = all.filter(({ isReviewed }) => !isReviewed);
      const paid = unreviewed.filter(({ before }) =>
        isWithinBudget({
          unrecovered_loss_halalas: 0,
          available_budget_before_halalas: before,
          unreviewed_halalas: sum(unreviewed),
          total_approval_budget_halalas: total,
        }),
      );
      expect(sum(paid)).toBeLessThanOrEqual(total);
    }),
  );
});
