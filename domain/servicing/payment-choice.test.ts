import { describe, expect, test } from 'vitest';
import {
  choose,
  chosenAtFirst,
  dueThisMonth,
  keyOfPayable,
  lateItems,
  ofTicket,
  unchoose,
} from './payment-choice.ts';
import type { Payable } from './payment-request.ts';

const today = '2026-11-26';

const item = (id: string, due_date: string, more: Partial<Payable> = {}): Payable => ({
  kind: 'installment',
  id,
  ticket_number: `HM-10000${id[0]}`,
  due_date,
  open_sar: '100.00',
  being_checked_sar: '0.00',
  request_number: null,
  ...more,
});
const ids = (items: readonly Payable[]) => items.map(({ id }) => id);

// Tickets a, b and c; the longest due first.
const [a1, loss, b1, a2, c1, b2, a3] = [
  item('a1', '2026-09-30'),
  item('d', '2026-10-15', { kind: 'loss' }),
  item('b1', '2026-11-26'),
  item('a2', '2026-11-30'),
  item('c1', '2026-12-03'),
  item('b2', '2026-12-26'),
  item('a3', '2026-12-30'),
] as const;
const items = [a1, loss, b1, a2, c1, b2, a3];

describe('what is chosen at first', () => {
  test('is what is overdue, in default or owed back', () => {
    const refund = item('r', today, { kind: 'refund', ticket_number: null });
    expect(ids(chosenAtFirst([...items, refund], today))).toEqual(['a1', 'd', 'r']);
  });

  test('is what is due within seven days where nothing is late', () => {
    expect(ids(chosenAtFirst([b1, a2, c1, b2], today))).toEqual(['b1', 'a2', 'c1']);
  });

  test('leaves out what is being checked and what an open request holds', () => {
    const checked = { ...a1, being_checked_sar: '100.00' };
    const requested = { ...loss, request_number: 'HP-100001' };
    expect(ids(chosenAtFirst([checked, requested, c1], today))).toEqual(['c1']);
    expect(ids(lateItems([{ ...a1, being_checked_sar: '99.00' }], today))).toEqual(['a1']);
  });
});

test('everything due this month ends with the last day of the month', () => {
  const last = item('e1', '2026-11-30');
  const first = item('f1', '2026-12-01');
  expect(ids(dueThisMonth([a1, last, first], today))).toEqual(['a1', 'e1']);
  expect(ids(dueThisMonth([item('g1', '2028-02-29')], '2028-02-10'))).toEqual(['g1']);
});

test('a later installment brings the earlier ones of its ticket, and no other ticket', () => {
  expect(ids(choose(items, [], [a3]))).toEqual(['a1', 'a2', 'a3']);
  expect(ids(choose(items, [c1], [b2]))).toEqual(['b1', 'c1', 'b2']);
});

test('removing an earlier installment removes the later ones of its ticket', () => {
  expect(ids(unchoose(items, [a2]))).toEqual(['a1', 'd', 'b1', 'c1', 'b2']);
  expect(ids(unchoose([a1, c1], [c1]))).toEqual(['a1']);
});

test('the amount in default of a ticket is chosen on its own', () => {
  const lossOfA = { ...loss, ticket_number: a1.ticket_number };
  expect(ids(unchoose([lossOfA, a1], [lossOfA]))).toEqual(['a1']);
});

test('a refund owed back and its written-off part are two items', () => {
  const refund = item('r', '2026-10-01', { kind: 'refund', ticket_number: null });
  const written = { ...refund, kind: 'refund_loss' as const };
  expect(keyOfPayable(refund)).not.toBe(keyOfPayable(written));
  expect(choose([refund, written], [], [refund])).toEqual([refund]);
});

test('a whole ticket is all of its installments that can be chosen', () => {
  const checked = { ...a1, being_checked_sar: '100.00' };
  expect(ids(ofTicket([checked, loss, b1, a2, a3], 'HM-10000a'))).toEqual(['a2', 'a3']);
});
