import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compactIban, groupedIban, isSaudiIban, mod97 } from './iban.ts';

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

test.each([
  ['SA0380000000608010167519', true],
  ['SA4420000001234567891234', true],
  ['SA2380ABC000608010167519', true],
  ['SA2480ABC000608010167519', false],
  ['SA038A000000608010167519', false],
  ['SA0480000000608010167519', false],
  ['SA0380000000608010167591', false],
  ['SA03 8000 0000 6080 1016 7519', false],
  ['sa0380000000608010167519', false],
  ['SA038000000060801016751', false],
  ['GB82WEST12345698765432', false],
  ['', false],
])('%j is a Saudi IBAN: %j', (iban, valid) => {
  expect(isSaudiIban(iban)).toBe(valid);
});

test('of the hundred check digits of an account exactly those that fit make it an IBAN', () => {
  const account = fc.integer({ min: 0, max: 9 });
  fc.assert(
    fc.property(fc.array(account, { minLength: 20, maxLength: 20 }), (digits) => {
      const checks = Array.from({ length: 97 }, (_, n) => String(n + 2).padStart(2, '0'));
      const fitting = checks.filter((check) => isSaudiIban(`SA${check}${digits.join('')}`));
      expect(fitting).toEqual([String(98 - mod97(`${digits.join('')}SA00`)).padStart(2, '0')]);
    }),
  );
});
