import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compactIban, groupedIban } from './iban.ts';

test.each([
  ['sa0380000000608010167519', 'SA03 8000 0000 6080 1016 7519'],
  ['SA03-8000 ٠٠٠٠ 6080 1016 7519', 'SA03 8000 0000 6080 1016 7519'],
  ['\u2066SA03 80\u2069', 'SA03 80'],
  ['', ''],
])('the IBAN %s reads %s', (typed, grouped) => {
  expect(groupedIban(typed)).toBe(grouped);
});

test('grouping an IBAN loses nothing, and grouping it again changes nothing', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'S A a 0 3 ٤ ۶ -'.split(' '), ' ') }),
      (typed) => {
        const grouped = groupedIban(typed);
        expect(compactIban(grouped)).toBe(compactIban(typed));
        expect(groupedIban(grouped)).toBe(grouped);
      },
    ),
  );
});
