import { expect, test } from 'vitest';
import { bankCodeOf, bankOf, isBic, saudiBanks } from './saudi-banks.ts';

test('the bank of an IBAN is named by the two digits after its check digits', () => {
  expect(bankCodeOf('SA0380000000608010167519')).toBe('80');
  expect(bankOf('SA0380000000608010167519')?.bic).toBe('RJHISARI');
  expect(bankOf('SA4420000001234567891234')?.name.en).toBe('Riyad Bank');
  expect(bankOf('SA1199000000000000000000')).toBeUndefined();
});

test('each bank has a code of two digits, a BIC of its own in Saudi Arabia, and a name in each language', () => {
  const bics = Object.values(saudiBanks).map(({ bic }) => bic);
  expect(new Set(bics).size).toBe(bics.length);
  for (const [code, { bic, name }] of Object.entries(saudiBanks)) {
    expect(code).toMatch(/^\d{2}$/);
    expect(isBic(bic)).toBe(true);
    expect(bic.slice(4, 6)).toBe('SA');
    expect(name.ar).toMatch(/^[\p{Script=Arabic} ]+$/u);
    expect(name.en).toMatch(/^[A-Za-z0-9 ]+$/);
  }
});

test.each(['RJHISAR', 'rjhisari', 'RJHISARIX', 'RJHISARO', ''])('%j is no BIC', (text) => {
  expect(isBic(text)).toBe(false);
});
