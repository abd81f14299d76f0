import { expect, test } from 'vitest';
import { latinDigits } from './digits.ts';

test('Arabic-Indic and Persian digits become Latin ones, and nothing else changes', () => {
  expect(latinDigits('٠١٢٣٤٥٦٧٨٩')).toBe('0123456789');
  expect(latinDigits('۰۱۲۳۴۵۶۷۸۹')).toBe('0123456789');
  expect(latinDigits('SA٠٣ ۸۰-1,000.50 ريال')).toBe('SA03 80-1,000.50 ريال');
});
