import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumHalalas } from '../money.ts';
import { shownStatus, withRecovered } from './loss.ts';
import { restOf } from './owed.ts';

const installments = [
  { seq: 1, amount_halalas: 30_000, paid_halalas: 30_000 },
  { seq: 2, amount_halalas: 30_000, paid_halalas: 5_000 },
  { seq: 3, amount_halalas: 30_000, paid_halalas: 0 },
];

test('of SAR 550 that was written off 300 has come back: the second installment is paid, of the third 250 is left', () => {
  const shown = withRecovered(installments, 30_000);
  expect(shown.map(restOf)).toEqual([0, 0, 25_000]);
  expect(shown.map(({ seq }) => seq)).toEqual([1, 2, 3]);
});

test('whatever has come back, it is shown whole and nothing is paid twice', () => {
  const open = fc.array(
    fc.tuple(fc.nat({ max: 10 ** 6 }), fc.nat({ max: 100 })).map(([amount, percent]) => ({
      amount_halalas: amount,
      paid_halalas: Math.floor((amount * percent) / 100),
    })),
    { maxLength: 3 },
  );
  fc.assert(
    fc.property(open, fc.nat({ max: 100 }), (all, percent) => {
      const lost = sumHalalas(all.map(restOf));
      const recovered = Math.floor((lost * percent) / 100);
      const rests = withRecovered(all, recovered).map(restOf);
      expect(Math.min(0, ...rests)).toBe(0);
      expect(sumHalalas(rests)).toBe(lost - recovered);
    }),
  );
});

test('to its company an installment that was written off is in default until it has come back, to staff written off', () => {
  expect(shownStatus('Paid', 0, 'company')).toBe('Paid');
  expect(shownStatus('Overdue', 1, 'company')).toBe('InDefault');
  expect(shownStatus('Due', 0, 'company')).toBe('Paid');
  expect(shownStatus('Paid', 0, 'staff')).toBe('Paid');
  expect(shownStatus('Due', 1, 'staff')).toBe('WrittenOff');
  expect(shownStatus('Overdue', 0, 'staff')).toBe('Recovered');
});
