import { Trans } from '@lingui/react/macro';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import { Money } from '../ui/money.tsx';

/** What payments have paid of an installment: what was settled as bank charges is not paid. */
export const paidByPayments = (one: { paid_amount: string; bank_charges: string }): string =>
  decimalFromHalalas(halalasFromDecimal(one.paid_amount) - halalasFromDecimal(one.bank_charges));

/** Below an amount paid: what was settled as bank charges beside it. */
export function BankCharges({ amount }: { amount: string }) {
  if (amount === '0.00') return null;
  return (
    <span className="block text-sm text-ink-soft">
      <Trans>
        <Money amount={amount} /> settled as bank charges
      </Trans>
    </span>
  );
}
