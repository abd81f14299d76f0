import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  budgetDecisions,
  canDecide,
  type BudgetDecision,
  type BudgetStatus,
} from './budget-decision.ts';

const decisions = Object.keys(budgetDecisions) as BudgetDecision[];
const amount = fc.option(fc.nat({ max: 10 ** 9 }), { nil: null });

test('a budget is confirmed, adjusted or suspended; after a suspension is lifted it waits for confirmation again', () => {
  const table = decisions.map(
    (name) => `${name}: ${budgetDecisions[name].from.join(' | ')} → ${budgetDecisions[name].to}`,
  );
  expect(table).toEqual([
    'confirm: Preliminary | Confirmed → Confirmed',
    'adjust: Preliminary | Confirmed → Confirmed',
    'suspend: Preliminary | Confirmed → Suspended',
    'lift: Suspended → Preliminary',
  ]);
});

test('a budget that is not set can be suspended, not confirmed or adjusted', () => {
  const none = {
    budget_status: 'Preliminary' as const,
    total_approval_budget_halalas: null,
    proposed_budget_halalas: null,
    is_suspended_for_loss: false,
  };
  expect(decisions.filter((decision) => canDecide(decision, none))).toEqual(['suspend']);
});

test('a confirmed budget is confirmed again only where a newer analysis proposes another', () => {
  const confirmed = {
    budget_status: 'Confirmed' as const,
    total_approval_budget_halalas: 500_000,
    proposed_budget_halalas: null,
    is_suspended_for_loss: false,
  };
  expect(canDecide('confirm', confirmed)).toBe(false);
  const proposed = { ...confirmed, proposed_budget_halalas: 700_000 };
  expect(canDecide('confirm', proposed)).toBe(true);
});

test('whatever is decided, a suspended budget is only lifted', () => {
  const made = fc.array(fc.constantFrom(...decisions));
  fc.assert(
    fc.property(amount, amount, made, (total, proposed, all) => {
      let budget_status: BudgetStatus = 'Preliminary';
      for (const decision of all) {
        const budget = {
          budget_status,
          total_approval_budget_halalas: total,
          proposed_budget_halalas: proposed,
          is_suspended_for_loss: false,
        };
        const isTaken = canDecide(decision, budget);
        expect(isTaken && decision === 'lift').toBe(
          decision === 'lift' && budget_status === 'Suspended',
        );
        budget_status = isTaken ? budgetDecisions[decision].to : budget_status;
      }
    }),
  );
});

test('one person alone cannot lift a suspension caused by a write-off', () => {
  const budget = {
    budget_status: 'Suspended' as const,
    total_approval_budget_halalas: 500_000,
    proposed_budget_halalas: 700_000,
  };
  const possible = (is_suspended_for_loss: boolean) =>
    decisions.filter((decision) => canDecide(decision, { ...budget, is_suspended_for_loss }));
  expect(possible(false)).toEqual(['lift']);
  expect(possible(true)).toEqual([]);
});
