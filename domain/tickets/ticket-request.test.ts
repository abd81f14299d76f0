import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_AMOUNT_HALALAS, parseSar } from '../money.ts';
import { checkTicketRequest } from './ticket-request.ts';
import type { TicketRequest } from './ticket-request.ts';

const whole: TicketRequest = {
  agency_id: '0199',
  amount_halalas: 150_000,
  invoice_url: 'user/1_invoice.pdf',
  budget: 150_000,
  stopped_by: null,
};

test('a ticket with an agency, an amount within the budget and an invoice is accepted', () => {
  expect(checkTicketRequest(whole)).toBeNull();
});

test('the checks answer in the order agency, amount, invoice, budget, and what is overdue comes after them', () => {
  const nothing = {
    agency_id: null,
    amount_halalas: null,
    invoice_url: null,
    budget: 0,
    stopped_by: 'payment_being_verified' as const,
  };
  expect(checkTicketRequest(nothing)).toBe('agency_required');
  const chosen = { ...nothing, agency_id: '0199' };
  expect(checkTicketRequest(chosen)).toBe('amount_below_minimum');
  const priced = { ...chosen, amount_halalas: 100 };
  expect(checkTicketRequest(priced)).toBe('invoice_required');
  const invoiced = { ...priced, invoice_url: 'user/1_invoice.pdf' };
  expect(checkTicketRequest(invoiced)).toBe('not_enough_available_budget');
  const fitting = { ...invoiced, budget: 100 };
  expect(checkTicketRequest(fitting)).toBe('payment_being_verified');
  expect(checkTicketRequest({ ...fitting, stopped_by: null })).toBeNull();
});

test('the smallest amount is SAR 1.00', () => {
  expect(checkTicketRequest({ ...whole, amount_halalas: 99 })).toBe('amount_below_minimum');
  expect(checkTicketRequest({ ...whole, amount_halalas: 100 })).toBeNull();
});

test('an amount the database cannot hold is refused after the four checks, and is not called too small', () => {
  const huge = { ...whole, amount_halalas: MAX_AMOUNT_HALALAS + 1 };
  expect(checkTicketRequest({ ...huge, invoice_url: null })).toBe('invoice_required');
  expect(checkTicketRequest(huge)).toBe('not_enough_available_budget');
  expect(checkTicketRequest({ ...huge, budget: null })).toBe('amount_above_maximum');
  const typed = parseSar('99999999999999999999');
  expect(checkTicketRequest({ ...whole, amount_halalas: typed, budget: null })).toBe(
    'amount_above_maximum',
  );
  const largest = { ...whole, amount_halalas: MAX_AMOUNT_HALALAS, budget: null };
  expect(checkTicketRequest(largest)).toBeNull();
});

test('a budget of 0 refuses every ticket, and a budget that is not set refuses none', () => {
  expect(checkTicketRequest({ ...whole, budget: 0 })).toBe('not_enough_available_budget');
  expect(checkTicketRequest({ ...whole, budget: null })).toBeNull();
});

test('blank text is no agency and no invoice', () => {
  expect(checkTicketRequest({ ...whole, agency_id: ' ' })).toBe('agency_required');
  expect(checkTicketRequest({ ...whole, invoice_url: '' })).toBe('invoice_required');
});

test('an accepted ticket has everything and fits the budget', () => {
  const amount = fc.nat({ max: 1000 });
  const requests = fc.record({
    agency_id: fc.constantFrom(null, '', '0199'),
    amount_halalas: fc.option(amount),
    invoice_url: fc.constantFrom(null, '', 'user/1_invoice.pdf'),
    budget: fc.option(amount),
    stopped_by: fc.constantFrom(null, 'installments_overdue' as const),
  });
  fc.assert(
    fc.property(requests, (request) => {
      const fits = request.budget === null || (request.amount_halalas ?? 0) <= request.budget;
      const complete =
        Boolean(request.agency_id) &&
        (request.amount_halalas ?? 0) >= 100 &&
        Boolean(request.invoice_url);
      expect(checkTicketRequest(request) === null).toBe(complete && fits && !request.stopped_by);
    }),
  );
});

test('while the budget is suspended nothing passes, and the reason is not the amount', () => {
  expect(checkTicketRequest({ ...whole, budget: 'suspended' })).toBe('budget_suspended');
});
