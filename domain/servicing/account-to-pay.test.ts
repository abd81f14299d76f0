import { expect, test } from 'vitest';
import { accountToPay } from './account-to-pay.ts';

const [platform, virtual] = ['SA0380000000608010167519', 'SA9480000000000000000001'];

test('a company pays to its virtual IBAN if it has one, and has no account to pay to while ours is not set', () => {
  expect(accountToPay(platform, virtual)).toBe(virtual);
  expect(accountToPay(platform, null)).toBe(platform);
  expect(accountToPay(null, virtual)).toBeNull();
});

test('a virtual IBAN of our former bank is not used, because it does not lead to our account', () => {
  const atAnotherBank = 'SA4420000001234567891234';
  expect(accountToPay(atAnotherBank, virtual)).toBe(atAnotherBank);
});
