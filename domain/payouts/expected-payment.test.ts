import { expect, test } from 'vitest';
import { expectedPaymentDate } from './expected-payment.ts';

test('a payment is expected by the day a week after the ticket, across the end of a year', () => {
  expect(expectedPaymentDate('2026-11-20')).toBe('2026-11-27');
  expect(expectedPaymentDate('2026-12-28')).toBe('2027-01-04');
});
