import { expect, test } from 'vitest';
import { normalVatNumber } from './vat-number.ts';

test.each([
  ['310122393500003', '310122393500003'],
  [' 3101 2239-3500 003 ', '310122393500003'],
  ['٣١٠١٢٢٣٩٣٥٠٠٠٠٣', '310122393500003'],
  // The tax authority's own test number has no valid check digit, so none is asked for.
  ['399999999900003', '399999999900003'],
  ['210122393500003', null],
  ['310122393500002', null],
  ['31012239350003', null],
  ['3101223935000003', null],
  ['31012239350000A', null],
  ['', null],
])('%j is read as the VAT number %j', (typed, number) => {
  expect(normalVatNumber(typed)).toBe(number);
});
