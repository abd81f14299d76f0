import { expect, test } from 'vitest';
import { toldToBank } from './bank-file.ts';

test('a bank file needs our own name in Latin letters: nobody has compared a transliteration', () => {
  const told = (name: string) =>
    toldToBank(
      {
        debtor: { name, iban: 'SA0380000000608010167519' },
        purpose: 'SUPP',
        refundPurpose: 'REFU',
        bankHolidays: [],
        bankCodes: {},
      },
      'SUPP',
      new Date('2026-02-01T06:00:00Z'),
      [],
    ).debtor_latin_name;
  expect(told('Hamla')).toBe('Hamla');
  expect(() => told('حملة')).toThrow('platform_latin_name_missing');
});
