import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { budgetStatuses, canDecide } from '../budget/budget-decision.ts';
import {
  budgetObstacle,
  isReviewCounted,
  isWithinBudget,
  needsDecision,
  takesTwoReviewers,
} from './budget-review.ts';

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

test('a payout waits until the budget is confirmed or the ticket reviewed, and for a suspended budget in any case', () => {
  const obstacles = (isSet: boolean, isWithin: boolean) =>
    budgetStatuses.map((status) =>
      [false, true].map((isReviewed) =>
        budgetObstacle({ status, isSet }, { isReviewed, isWithinBudget: isWithin }),
      ),
    );
  expect(obstacles(true, true)).toEqual([
    ['budget_not_confirmed', null],
    [null, null],
    ['budget_suspended', 'budget_suspended'],
  ]);
  // A confirmation does not speak for what the budget does not hold.
  expect(obstacles(true, false)).toEqual([
    ['budget_not_confirmed', null],
    ['budget_not_confirmed', null],
    ['budget_suspended', 'budget_suspended'],
  ]);
  // Without a budget nothing but a review lets it be paid.
  expect(obstacles(false, true)).toEqual([
    ['budget_not_set', null],
    ['budget_not_set', null],
    ['budget_suspended', 'budget_suspended'],
  ]);
});

const unset = { total_approval_budget_halalas: null, available_budget_before_halalas: null };

test('above the limit, in sum over open tickets, one review is not enough without a set budget', () => {
  const takesTwo = (open_halalas: number, ticket = {}, unrecovered_loss_halalas = 0) =>
    takesTwoReviewers(
      { ...unset, isReviewedByTwo: false, ...ticket },
      { open_halalas, limit_halalas: 5_000_000, unrecovered_loss_halalas },
    );
  expect(takesTwo(5_000_000)).toBe(false);
  expect(takesTwo(5_000_001)).toBe(true);
  expect(takesTwo(5_000_001, { isReviewedByTwo: true })).toBe(false);
  const set = { total_approval_budget_halalas: 0, available_budget_before_halalas: 9_000_000 };
  expect(takesTwo(5_000_001, set)).toBe(false);
  // Set since the request: as far as it holds them.
  const since = (total_approval_budget_halalas: number) => ({ total_approval_budget_halalas });
  expect(takesTwo(5_000_001, since(0))).toBe(true);
  expect(takesTwo(5_000_001, since(5_000_001))).toBe(false);
  expect(takesTwo(5_000_001, since(5_000_001), 1)).toBe(true);
});

test('whatever one person reviews alone, a company without a set budget has open tickets up to the limit', () => {
  const positive = fc.nat({ max: 10 ** 9 });
  fc.assert(
    fc.property(positive, fc.array(positive), (limit_halalas, tickets) => {
      let open_halalas = 0;
      let reviewedAlone = 0;
      for (const one of tickets) {
        open_halalas += one;
        const company = { open_halalas, limit_halalas, unrecovered_loss_halalas: 0 };
        const isAlone = !takesTwoReviewers({ ...unset, isReviewedByTwo: false }, company);
        if (isAlone) reviewedAlone = open_halalas;
      }
      expect(reviewedAlone).toBeLessThanOrEqual(limit_halalas);
    }),
  );
});

test('without a set budget a review is of the accepted documents, and not before a decision about the budget', () => {
  const review = (isOfAcceptedDocuments: boolean, isBeforeBudgetDecision: boolean) => ({
    isOfAcceptedDocuments,
    isBeforeBudgetDecision,
  });
  const set = { total_approval_budget_halalas: 0, available_budget_before_halalas: 0 };
  expect(isReviewCounted(set, null)).toBe(false);
  expect(isReviewCounted(set, review(false, true))).toBe(true);
  expect(isReviewCounted(unset, review(true, false))).toBe(true);
  expect(isReviewCounted(unset, review(false, false))).toBe(false);
  expect(isReviewCounted(unset, review(true, true))).toBe(false);
  const setSince = { ...set, available_budget_before_halalas: null };
  expect(isReviewCounted(setSince, review(true, true))).toBe(true);
  expect(isReviewCounted(setSince, review(false, false))).toBe(false);
});
