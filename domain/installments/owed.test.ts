import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { sumHalalas } from '../money.ts';
import { nextStep } from '../tickets/next-step.ts';
import { owed, restOf } from './owed.ts';
import { positionHead } from './position.ts';
import { installmentSchedule } from './schedule.ts';

/** Due on 28 February, 31 March and 30 April: SAR 333.33 twice and 333.34. */
const schedule = installmentSchedule({
  amount_halalas: 100_000,
  term_months: 3,
  start: '2026-01-31',
});
const after = (...paid: number[]) =>
  schedule.map((one, index) => ({ ...one, paid_halalas: paid[index] ?? 0 }));

test('owed now is the rest of the next installment, and all that is left pays the ticket off', () => {
  expect(owed(after(), '2026-02-28')).toEqual({ now_halalas: 33_333, all_halalas: 100_000 });
  // SAR 100.00 of the first is paid.
  expect(owed(after(10_000), '2026-02-28')).toEqual({ now_halalas: 23_333, all_halalas: 90_000 });
  expect(owed(after(33_333), '2026-02-01')).toEqual({ now_halalas: 33_333, all_halalas: 66_667 });
});

test('owed now is everything whose day has passed', () => {
  // On 1 April the first two have: 233.33 + 333.33.
  expect(owed(after(10_000), '2026-04-01')).toEqual({ now_halalas: 56_666, all_halalas: 90_000 });
  // The second is due on 31 March, and that day has not passed.
  expect(owed(after(10_000), '2026-03-31')).toEqual({ now_halalas: 23_333, all_halalas: 90_000 });
});

test('a transfer that is being checked is not asked for again', () => {
  // On 1 May all three are overdue: 1,000.00. The first and 50.00 of the second are being checked.
  expect(owed(after(), '2026-05-01', 38_333)).toEqual({ now_halalas: 61_667, all_halalas: 61_667 });
  // All that is overdue on 1 April is being checked: the next one is asked for.
  expect(owed(after(), '2026-04-01', 66_666)).toEqual({ now_halalas: 33_334, all_halalas: 33_334 });
  expect(owed(after(), '2026-05-01', 200_000)).toEqual({ now_halalas: 0, all_halalas: 0 });
});

test('nothing is owed once everything is paid', () => {
  expect(owed(after(33_333, 33_333, 33_334), '2026-06-01')).toEqual({
    now_halalas: 0,
    all_halalas: 0,
  });
});

test('the amount owed now equals the amount of the next step, and is at most the whole debt', () => {
  const payments = fc.array(fc.nat({ max: 33_333 }), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(payments, fc.nat({ max: 150 }), (paid, days) => {
      const today = addDays('2026-01-31', days);
      const installments = after(...paid);
      const { now_halalas, all_halalas } = owed(installments, today);
      expect(all_halalas).toBe(100_000 - sumHalalas(paid));
      expect(now_halalas).toBeLessThanOrEqual(all_halalas);
      const step = nextStep(
        { status: 'Active', created_local_date: '2026-01-31', documents_accepted_on: '2026-01-31' },
        'company',
        today,
        installments.map((one) => ({
          ...one,
          amount_halalas: restOf(one),
          status: restOf(one) === 0 ? 'Paid' : 'Due',
        })),
      );
      const asked =
        step.kind === 'installment'
          ? step.next.amount_halalas
          : step.kind === 'overdue'
            ? step.amount_halalas
            : 0;
      expect(asked).toBe(now_halalas);
    }),
  );
});

test('the large figure of what a company owes is what is owed, else what is in default, else a refund to give back', () => {
  const none = { owed_sar: '0.00', in_default_sar: '0.00', refund_due_sar: '0.00' };
  const refund = { ...none, refund_due_sar: '60.00' };
  const lost = { ...refund, in_default_sar: '4275.00' };
  expect(positionHead({ ...lost, owed_sar: '850.00' })).toEqual({ id: 'owed', amount: '850.00' });
  expect(positionHead(lost)).toEqual({ id: 'in_default', amount: '4275.00' });
  expect(positionHead(refund)).toEqual({ id: 'refund_due', amount: '60.00' });
  expect(positionHead(none)).toEqual({ id: 'none', amount: '0.00' });
});
