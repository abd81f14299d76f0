import { expect, test } from 'vitest';
import { invoiceAmount } from './invoice-amount.ts';

test.each([
  [115_000, 115_000, 'same'],
  [114_999, 115_000, 'part'],
  [115_001, 115_000, 'above'],
] as const)('a ticket of %i halalas for an invoice of %i is %s', (amount, total, expected) => {
  expect(invoiceAmount(amount, total)).toBe(expected);
});
