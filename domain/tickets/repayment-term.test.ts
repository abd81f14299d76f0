import { expect, test } from 'vitest';
import { repaymentTerms, termFromMonths, termMonths } from './repayment-term.ts';

test('a company repays over 1, 2 or 3 months', () => {
  expect(repaymentTerms.map(termMonths)).toEqual([1, 2, 3]);
});

test('a term and its months name each other', () => {
  for (const term of repaymentTerms) expect(termFromMonths(termMonths(term))).toBe(term);
});
