import { Trans } from '@lingui/react/macro';
import type { BankStatementLineView } from '#api/bank-statements.ts';
import { IsoDate } from '../../ui/iso-date.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { type Fact } from '../kit/confirm-facts-dialog.tsx';
import { amountFact } from '../kit/amount-fact.tsx';

type Line = BankStatementLineView;

/** What is asked about. */
export function lineFacts({ amount, value_date, payer_name }: Line): Fact[] {
  return [
    amountFact(amount),
    { id: 'date', label: <Trans>Value date</Trans>, value: <IsoDate date={value_date} /> },
    {
      id: 'payer',
      label: <Trans>Payer at the bank</Trans>,
      value: <UserText text={payer_name ?? '—'} />,
    },
  ];
}
