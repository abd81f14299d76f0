import { Trans } from '@lingui/react/macro';
import { Money } from '../../ui/money.tsx';
import type { Fact } from './confirm-facts-dialog.tsx';

/** The amount of what a person decides about. */
export const amountFact = (amount: string): Fact => ({
  id: 'amount',
  label: <Trans>Amount</Trans>,
  value: <Money amount={amount} />,
});
