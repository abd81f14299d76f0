import { expect, test } from 'vitest';
import { invoiceMessage } from './invoice-message.ts';

const two = { ticket_numbers: ['HM-1', 'HM-2'], financed_sar: '1500.00' };

test('a refused part names its tickets, and what is left of the invoice as its code says', () => {
  expect(invoiceMessage({ ...two, total_sar: '2000.00' }, 'en')).toBe(
    'This invoice is with HM-1 and HM-2 already, for SAR 1,500.00, and its code says SAR 2,000.00 in all. Ask for at most SAR 500.00, or upload another invoice.',
  );
  expect(invoiceMessage({ ...two, total_sar: '2000.00' }, 'ar')).toMatch(/HM-1.*HM-2.*500\.00/);
});

test('where nothing is left, or no code says the total, no amount is offered', () => {
  for (const language of ['en', 'ar'] as const)
    for (const total_sar of ['1500.00', '1000.00', null])
      expect(invoiceMessage({ ...two, total_sar }, language)).not.toMatch(/at most|على الأكثر/);
});
