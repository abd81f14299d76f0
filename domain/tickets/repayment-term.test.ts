import { expect, test } from 'vitest';
import { repaymentTerms, termFromMonths, termMonths, termsUpTo } from './repayment-term.ts';

test('a company repays over 1, 2 or 3 months', () => {
  expect(repaymentTerms.map(termMonths)).toEqual([1, 2, 3]);
});

test('a term and its months name each other', () => {
  for (const term of repaymentTerms) expect(termFromMonths(termMonths(term))).toBe(term);
});

test('a company with a maximum term may choose that term and shorter ones', () => {
  expect(termsUpTo(2)).toEqual(['OneMonth', 'TwoMonths']);
  expect(termsUpTo(null)).toEqual(repaymentTerms);
});
