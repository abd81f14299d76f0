import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { ticketStatuses, type TicketStatus } from '../tickets/ticket.ts';
import { canMove } from '../moves.ts';
import type { InstallmentStatus } from '../installments/installment.ts';
import { installmentStatus, installmentMoves, statusAfterReversal } from './installment-status.ts';

test('an installment is paid when due or overdue, falls overdue when due, and reopens when its payment is reversed', () => {
  const table = Object.values(installmentMoves).map(
    ({ from, to, actor }) => `${actor}: ${from.join(', ')} → ${to}`,
  );
  expect(table).toEqual([
    'staff: Due, Overdue → Paid',
    'system: Due → Overdue',
    'staff: Paid → Due',
    'staff: Paid → Overdue',
    'staff: Overdue → Due',
  ]);
});

interface Moment {
  paid_halalas: number;
  days: number;
  ticketStatus: TicketStatus;
}

test('however what is paid, the day and its ticket change, an installment makes a move that there is', () => {
  const moment = fc.record({
    paid_halalas: fc.nat({ max: 3 }),
    days: fc.nat({ max: 3 }),
    ticketStatus: fc.constantFrom(...ticketStatuses),
  });
  const stateAt = ({ paid_halalas, days, ticketStatus }: Moment) =>
    installmentStatus(
      { due_date: '2026-03-02', amount_halalas: 3, paid_halalas },
      addDays('2026-03-01', days),
      ticketStatus,
    );
  fc.assert(
    fc.property(moment, moment, (before, after) => {
      const [from, to] = [stateAt(before), stateAt(after)];
      const legal = Object.values(installmentMoves).some(
        (move) => canMove<InstallmentStatus>(move, from) && move.to === to,
      );
      expect(legal).toBe(from !== to);
    }),
  );
});

const third = { due_date: '2026-03-01', amount_halalas: 333_333, paid_halalas: 0 };

test('an installment of an active ticket is due until its day has ended, then overdue, until all of it is paid', () => {
  expect(installmentStatus(third, '2026-03-01', 'Active')).toBe('Due');
  expect(installmentStatus(third, '2026-03-02', 'Active')).toBe('Overdue');
  expect(installmentStatus({ ...third, paid_halalas: 333_332 }, '2026-03-02', 'Active')).toBe(
    'Overdue',
  );
  expect(installmentStatus({ ...third, paid_halalas: 333_333 }, '2026-03-02', 'Active')).toBe(
    'Paid',
  );
});

test("an installment whose payment is reversed stays due until the day's close, even after its due date", () => {
  const part = { ...third, paid_halalas: 1 };
  expect(statusAfterReversal('Due', part, '2026-03-02', 'Active')).toBe('Due');
  expect(statusAfterReversal('Paid', part, '2026-03-02', 'Active')).toBe('Overdue');
  expect(statusAfterReversal('Paid', part, '2026-03-01', 'Active')).toBe('Due');
  expect(statusAfterReversal('Overdue', part, '2026-03-02', 'Active')).toBe('Overdue');
  expect(statusAfterReversal('Overdue', part, '2026-03-02', 'Approved')).toBe('Due');
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
      const state = installmentStatus(one, addDays('2026-01-01', days), ticketStatus);
      expect(state === 'Paid').toBe(one.paid_halalas >= one.amount_halalas);
      expect(state === 'Overdue' && ticketStatus !== 'Active').toBe(false);
    }),
  );
});
