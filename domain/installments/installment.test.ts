import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { ticketStatuses } from '../tickets/ticket.ts';
import { canBecome, dueState, installmentStatuses } from './installment.ts';

test('an installment is paid when due or overdue, falls overdue when due, and reopens when its payment is reversed', () => {
  const possible = installmentStatuses.flatMap((from) =>
    installmentStatuses.filter((to) => canBecome(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(possible.toSorted()).toEqual([
    'Due → Overdue',
    'Due → Paid',
    'Overdue → Due',
    'Overdue → Paid',
    'Paid → Due',
    'Paid → Overdue',
  ]);
});

test('nothing becomes what it already is', () => {
  for (const status of installmentStatuses) expect(canBecome(status, status)).toBe(false);
});

const third = { due_date: '2026-03-01', amount_halalas: 333_333, paid_halalas: 0 };

test('an installment of an active ticket is due until its day has ended, then overdue, until all of it is paid', () => {
  expect(dueState(third, '2026-03-01', 'Active')).toBe('Due');
  expect(dueState(third, '2026-03-02', 'Active')).toBe('Overdue');
  expect(dueState({ ...third, paid_halalas: 333_332 }, '2026-03-02', 'Active')).toBe('Overdue');
  expect(dueState({ ...third, paid_halalas: 333_333 }, '2026-03-02', 'Active')).toBe('Paid');
});

test('nothing is overdue of a ticket that is not active', () => {
  const any = fc.record({
    due_date: fc.nat({ max: 400 }).map((days) => addDays('2026-01-01', days)),
    amount_halalas: fc.integer({ min: 1, max: 1e9 }),
    paid_halalas: fc.nat({ max: 1e9 }),
  });
  const status = fc.constantFrom(...ticketStatuses);
  fc.assert(
    fc.property(any, fc.nat({ max: 400 }), status, (one, days, ticketStatus) => {
      const state = dueState(one, addDays('2026-01-01', days), ticketStatus);
      expect(state === 'Paid').toBe(one.paid_halalas >= one.amount_halalas);
      expect(state === 'Overdue' && ticketStatus !== 'Active').toBe(false);
    }),
  );
});
