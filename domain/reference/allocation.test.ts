import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { sumHalalas } from '../money.ts';
import { allocate as allocateOn, type OpenItem } from './allocation.ts';

const today = '2026-03-01';

const allocate = <Open extends OpenItem>(
  amount: number,
  open: readonly Open[],
  named_ticket: string | null = null,
) => allocateOn(amount, open, { named_ticket, value_date: today, today });

const one = (
  due_date: string,
  ticket_number: string | null,
  seq: number,
  open_halalas: number,
) => ({
  due_date,
  ticket_number,
  seq,
  open_halalas,
});

test('SAR 500.00 pays 333.33 of March, then 166.67 of April, and leaves the rest of April open', () => {
  const march = one('2026-03-01', 'HM-100001', 1, 33_333);
  const april = one('2026-04-01', 'HM-100001', 2, 33_333);
  expect(allocate(50_000, [april, march])).toEqual({
    parts: [
      { item: march, amount_halalas: 33_333 },
      { item: april, amount_halalas: 16_667 },
    ],
    credit_halalas: 0,
  });
});

test('the rest after all installments is credit', () => {
  const only = one('2026-03-01', 'HM-100001', 1, 10_000);
  expect(allocate(10_001, [only])).toMatchObject({ credit_halalas: 1 });
  expect(allocate(10_001, [])).toEqual({ parts: [], credit_halalas: 10_001 });
});

test('of installments due on one day the earlier ticket is paid first, also past a million tickets', () => {
  const later = one('2026-03-01', 'HM-1000000', 1, 100);
  const earlier = one('2026-03-01', 'HM-999999', 1, 100);
  expect(allocate(150, [later, earlier]).parts.map((part) => part.item)).toEqual([earlier, later]);
});

test('the ticket that the payer named is paid first, the rest the longest due first', () => {
  const named = one('2026-05-01', 'HM-100002', 1, 100);
  const march = one('2026-03-01', 'HM-100001', 1, 100);
  const april = one('2026-04-01', 'HM-100003', 1, 100);
  expect(allocate(250, [april, named, march], 'HM-100002')).toEqual({
    parts: [
      { item: named, amount_halalas: 100 },
      { item: march, amount_halalas: 100 },
      { item: april, amount_halalas: 50 },
    ],
    credit_halalas: 0,
  });
});

test('a refund that is owed back stands where the day of its reversal puts it, behind the installments of that day', () => {
  const recalled = one('2026-03-01', null, 7, 100);
  const sameDay = one('2026-03-01', 'HM-100001', 1, 100);
  const later = one('2026-04-01', 'HM-100001', 2, 100);
  const items = (amount: number, named?: string) =>
    allocate(amount, [later, recalled, sameDay], named).parts.map(({ item }) => item);
  expect(items(300)).toEqual([sameDay, recalled, later]);
  // The ticket that is named comes before it.
  expect(items(300, 'HM-100001')).toEqual([sameDay, later, recalled]);
});

const loss = (ticket_number: string, open_halalas: number) => ({
  ...one('2026-01-15', ticket_number, 0, open_halalas),
  is_loss: true,
});

test('while there is a loss: what is named and due within seven days, what is due, the loss, and only then ahead', () => {
  const overdue = one('2026-02-20', 'HM-100001', 1, 100);
  const due = one('2026-03-01', 'HM-100001', 2, 100);
  const soon = one('2026-03-08', 'HM-100002', 1, 100);
  const later = one('2026-03-09', 'HM-100002', 2, 100);
  const soonOther = one('2026-03-05', 'HM-100001', 3, 100);
  const lost = loss('HM-100003', 100);
  const all = [later, soonOther, lost, soon, due, overdue];
  const paid = (named: string | null) => allocate(600, all, named).parts.map(({ item }) => item);
  expect(paid('HM-100002')).toEqual([soon, overdue, due, lost, later, soonOther]);
  expect(paid(null)).toEqual([overdue, due, lost, soonOther, soon, later]);
  // A ticket that was written off, named, means its loss.
  expect(paid('HM-100003')).toEqual([lost, overdue, due, soonOther, soon, later]);
});

test('no credit is left while there is a loss, and a company without one pays what it named, however late it is due', () => {
  expect(allocate(300, [loss('HM-100003', 250)])).toMatchObject({ credit_halalas: 50 });
  const named = one('2026-06-01', 'HM-100002', 3, 100);
  const due = one('2026-03-01', 'HM-100001', 1, 100);
  expect(allocate(100, [due, named], 'HM-100002').parts[0]?.item).toBe(named);
  expect(allocate(100, [due, named, loss('HM-100003', 1)], 'HM-100002').parts[0]?.item).toBe(due);
});

test('of two losses the one that was written off first is paid first', () => {
  const first = { ...loss('HM-100009', 100), due_date: '2026-01-01' };
  const second = loss('HM-100001', 100);
  expect(allocate(150, [second, first]).parts.map(({ item }) => item)).toEqual([first, second]);
});

test('nothing is lost, nothing is paid twice, and nobody is passed over', () => {
  const open = fc.uniqueArray(
    fc.record({
      due_date: fc.nat({ max: 60 }).map((days) => addDays('2026-01-01', days)),
      ticket_number: fc.option(
        fc.nat({ max: 5 }).map((n) => `HM-${100_001 + n}`),
        { freq: 8 },
      ),
      seq: fc.integer({ min: 1, max: 3 }),
      open_halalas: fc.integer({ min: 1, max: 100_000 }),
    }),
    { selector: ({ ticket_number, seq }) => `${ticket_number} ${seq}`, maxLength: 12 },
  );
  fc.assert(
    fc.property(fc.nat({ max: 600_000 }), open, (amount, all) => {
      const { parts, credit_halalas } = allocate(amount, all);
      const paid = sumHalalas(parts.map((part) => part.amount_halalas));
      expect(paid + credit_halalas).toBe(amount);
      expect(new Set(parts.map((part) => part.item)).size).toBe(parts.length);
      for (const [index, { item, amount_halalas }] of parts.entries()) {
        expect(amount_halalas).toBeGreaterThan(0);
        const full = amount_halalas === item.open_halalas;
        expect(full || index === parts.length - 1).toBe(true);
      }
      // Credit is left only when everything is paid.
      const owed = sumHalalas(all.map(({ open_halalas }) => open_halalas));
      expect(credit_halalas === 0 || paid === owed).toBe(true);
      const last = parts.at(-1)?.item;
      const untouched = all.filter((other) => !parts.some((part) => part.item === other));
      for (const other of untouched) expect(!last || other.due_date >= last.due_date).toBe(true);
    }),
  );
});

test.each([-1, 0.5, NaN])('%d is no payment', (amount) => {
  expect(() => allocate(amount, [])).toThrow(RangeError);
});
