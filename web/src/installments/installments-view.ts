import { halalasFromDecimal, type Halalas } from '#domain/money.ts';
import type { Installment } from '#api/installments.ts';

/** An installment with its amount as a number, which the rules of #domain/installments reckon with. */
export type InstallmentView = Installment & { amount_halalas: Halalas };

export function installmentViews(installments: readonly Installment[]): InstallmentView[] {
  return installments.map((one) => ({
    ...one,
    amount_halalas: halalasFromDecimal(one.amount_sar),
  }));
}
