import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkTicketRequest } from '../tickets/ticket-request.ts';
import { availableBudget, committedStatuses, heldStatuses } from './available-budget.ts';

const amount = fc.nat({ max: 10 ** 12 });
const funds = fc.record({
  budget_status: fc.constantFrom('Preliminary' as const, 'Confirmed' as const),
  total_approval_budget_halalas: amount,
  unrecovered_loss_halalas: fc.oneof(fc.constant(0), amount),
  held_halalas: amount,
  committed_halalas: amount,
});

test('pending tickets hold funds, approved and active ones commit them', () => {
  expect(heldStatuses).toEqual(['PendingAgencyApproval']);
  expect(committedStatuses).toEqual(['Approved', 'Active']);
  expect(
    availableBudget({
      total_approval_budget_halalas: 5_000_000,
      unrecovered_loss_halalas: 0,
      held_halalas: 1_500_000,
      committed_halalas: 2_000_000,
      budget_status: 'Confirmed',
    }),
  ).toBe(1_500_000);
});

test('a budget that is not set stays not set, and a budget of 0 is set', () => {
  const none = {
    unrecovered_loss_halalas: 0,
    held_halalas: 100,
    committed_halalas: 0,
    budget_status: 'Preliminary' as const,
  };
  expect(availableBudget({ ...none, total_approval_budget_halalas: null })).toBeNull();
  expect(availableBudget({ ...none, total_approval_budget_halalas: 0 })).toBe(0);
});

test('a loss that has not come back comes off the total: of SAR 50,000 with 40,000 lost 10,000 can be requested', () => {
  const budget = {
    total_approval_budget_halalas: 5_000_000,
    held_halalas: 0,
    committed_halalas: 0,
    budget_status: 'Preliminary' as const,
  };
  expect(availableBudget({ ...budget, unrecovered_loss_halalas: 4_000_000 })).toBe(1_000_000);
  expect(availableBudget({ ...budget, unrecovered_loss_halalas: 6_000_000 })).toBe(0);
  const none = { ...budget, total_approval_budget_halalas: null };
  expect(availableBudget({ ...none, unrecovered_loss_halalas: 4_000_000 })).toBeNull();
});

test('while a budget is suspended nothing is available, whether or not it is set', () => {
  for (const total_approval_budget_halalas of [null, 0, 5_000_000]) {
    const budget = {
      total_approval_budget_halalas,
      unrecovered_loss_halalas: 0,
      held_halalas: 0,
      committed_halalas: 0,
    };
    expect(availableBudget({ ...budget, budget_status: 'Suspended' })).toBe(0);
  }
});

test('the available budget lies between 0 and the total', () => {
  fc.assert(
    fc.property(funds, (given) => {
      const available = availableBudget(given)!;
      expect(available).toBeGreaterThanOrEqual(0);
      expect(available).toBeLessThanOrEqual(given.total_approval_budget_halalas);
      const spent = given.unrecovered_loss_halalas + given.held_halalas + given.committed_halalas;
      expect(available).toBe(Math.max(0, given.total_approval_budget_halalas - spent));
    }),
  );
});

test('however many tickets are accepted, together they never pass the total', () => {
  const requests = fc.array(fc.integer({ min: 100, max: 100_000 }));
  fc.assert(
    fc.property(fc.nat({ max: 500_000 }), requests, (total, amounts) => {
      let held = 0;
      for (const amount_halalas of amounts) {
        const budget = availableBudget({
          total_approval_budget_halalas: total,
          unrecovered_loss_halalas: 0,
          held_halalas: held,
          committed_halalas: 0,
          budget_status: 'Confirmed',
        });
        const request = { agency_id: '0199', amount_halalas, invoice_url: 'u/1_a.pdf', budget };
        if (checkTicketRequest({ ...request, is_stopped: false }) === null) held += amount_halalas;
      }
      expect(held).toBeLessThanOrEqual(total);
    }),
  );
});
