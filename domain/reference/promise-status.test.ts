import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { promiseStatuses } from '../installments/payment-promise.ts';
import { promiseStatus, type PromiseFacts } from './promise-status.ts';

const day = '2026-05-10';
const after = addDays(day, 1);
const open: PromiseFacts = {
  status: 'Open',
  promised_for: day,
  rest_halalas: 300_00,
  is_missed: false,
  reported_halalas: 0,
};

test('a promise is open until its day is over, and broken then', () => {
  expect(promiseStatus(open, day)).toBe('Open');
  expect(promiseStatus(open, after)).toBe('Broken');
});

test('it is kept once all of it is paid by its day, whenever that is recorded', () => {
  const paid = { ...open, rest_halalas: 0 };
  expect(promiseStatus(paid, day)).toBe('Kept');
  expect(promiseStatus({ ...paid, status: 'Broken' }, addDays(day, 9))).toBe('Kept');
  expect(promiseStatus({ ...open, rest_halalas: 1 }, after)).toBe('Broken');
});

test('what was paid after its day, or written off, does not keep it', () => {
  const missed = { ...open, rest_halalas: 0, is_missed: true };
  expect(promiseStatus(missed, after)).toBe('Broken');
  expect(promiseStatus({ ...missed, reported_halalas: 900_00 }, after)).toBe('Broken');
});

test('reported transfers of all that is missing keep it open while they are checked, and open no broken one', () => {
  expect(promiseStatus({ ...open, reported_halalas: 300_00 }, after)).toBe('Open');
  expect(promiseStatus({ ...open, reported_halalas: 299_99 }, after)).toBe('Broken');
  expect(promiseStatus({ ...open, reported_halalas: 300_00, status: 'Broken' }, after)).toBe(
    'Broken',
  );
});

test('a kept promise whose payment is taken back is open until its day is over, and broken then', () => {
  expect(promiseStatus({ ...open, status: 'Kept' }, day)).toBe('Open');
  expect(promiseStatus({ ...open, status: 'Kept' }, after)).toBe('Broken');
});

test('more money paid in time never makes a promise worse', () => {
  const order = ['Broken', 'Open', 'Kept'];
  const facts = fc.record({
    status: fc.constantFrom(...promiseStatuses),
    promised_for: fc.constant(day),
    rest_halalas: fc.nat({ max: 5 }),
    is_missed: fc.boolean(),
    reported_halalas: fc.nat({ max: 5 }),
  });
  fc.assert(
    fc.property(facts, fc.nat({ max: 5 }), fc.nat({ max: 2 }), (one, paid, days) => {
      const rest_halalas = Math.max(0, one.rest_halalas - paid);
      const today = addDays(day, days);
      const place = (of: PromiseFacts) => order.indexOf(promiseStatus(of, today));
      expect(place({ ...one, rest_halalas })).toBeGreaterThanOrEqual(place(one));
    }),
  );
});
