import { assertAmount } from '../money.ts';
import type { Halalas } from '../money.ts';

/** Charged to the agency on the gross amount; the agency nets 95% (SPEC section 9). */
const SERVICE_FEE_PERCENT = 5;

/** Saudi VAT. The fee includes it, so that the agency's net stays exactly gross − 5%. */
const VAT_PERCENT = 15;

export type ServiceFee = {
  gross_halalas: Halalas;
  fee_halalas: Halalas;
  net_halalas: Halalas;
  /** The VAT within the fee. */
  vat_halalas: Halalas;
};

/**
 * What the platform keeps of a ticket's amount, rounded half up to the halala, and what the agency receives.
 * Totals add up rows; they are never derived again from a sum. Throws RangeError on no amount.
 */
export function serviceFee(gross_halalas: Halalas): ServiceFee {
  assertAmount(gross_halalas);
  const fee_halalas = divideHalfUp(gross_halalas * SERVICE_FEE_PERCENT, 100);
  const vat_halalas = divideHalfUp(fee_halalas * VAT_PERCENT, 100 + VAT_PERCENT);
  return { gross_halalas, fee_halalas, net_halalas: gross_halalas - fee_halalas, vat_halalas };
}

function divideHalfUp(dividend: number, divisor: number): number {
  const remainder = dividend % divisor;
  const whole = (dividend - remainder) / divisor;
  return remainder * 2 >= divisor ? whole + 1 : whole;
}
