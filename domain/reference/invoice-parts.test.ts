import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAboveInvoice } from './invoice-parts.ts';

test('parts of an invoice come to its total at most, whatever their order', () => {
  const amount = fc.integer({ min: 100, max: 1_000_000 });
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 12 }), amount, (wanted, total) => {
      const parts: number[] = [];
      for (const one of wanted) if (!isAboveInvoice(one, parts, total)) parts.push(one);
      const sum = parts.reduce((before, part) => before + part, 0);
      // The first is asked about, not refused.
      expect(sum <= total || parts.length === 1).toBe(true);
    }),
  );
});

test('without a total an invoice has one ticket', () => {
  expect(isAboveInvoice(100, [], null)).toBe(false);
  expect(isAboveInvoice(100, [500_000], null)).toBe(true);
});
