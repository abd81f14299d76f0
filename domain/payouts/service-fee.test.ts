import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_AMOUNT_HALALAS } from '../money.ts';
import { serviceFee } from './service-fee.ts';

test('of SAR 10,000.00 the fee is 500.00, of which 65.22 is VAT, and the agency nets 9,500.00', () => {
  expect(serviceFee(1_000_000)).toEqual({
    gross_halalas: 1_000_000,
    fee_halalas: 50_000,
    net_halalas: 950_000,
    vat_halalas: 6_522,
  });
});

test.each([
  [9, 0],
  [10, 1],
  [29, 1],
  [30, 2],
  [100, 5],
  [109, 5],
  [110, 6],
])('5%% of %i halalas is %i, halves rounded up', (gross, fee) => {
  expect(serviceFee(gross).fee_halalas).toBe(fee);
});

test('fee and net add up to the gross, and fee and VAT are the nearest halala', () => {
  const gross = fc.oneof(fc.nat({ max: MAX_AMOUNT_HALALAS }), fc.nat({ max: 10_000 }));
  fc.assert(
    fc.property(gross, (gross_halalas) => {
      const { fee_halalas, net_halalas, vat_halalas } = serviceFee(gross_halalas);
      expect(fee_halalas + net_halalas).toBe(gross_halalas);
      expect(net_halalas).toBeGreaterThanOrEqual(0);
      expect(BigInt(fee_halalas)).toBe((BigInt(gross_halalas) * 10n + 100n) / 200n);
      expect(BigInt(vat_halalas)).toBe((BigInt(fee_halalas) * 30n + 115n) / 230n);
    }),
  );
});

test.each([-1, 0.5, NaN, MAX_AMOUNT_HALALAS + 1])('there is no fee on %d', (gross) => {
  expect(() => serviceFee(gross)).toThrow(RangeError);
});
