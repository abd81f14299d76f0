import { Trans } from '@lingui/react/macro';
import type { BankStatementLineView } from '#api/bank-statements.ts';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Money } from '../../ui/money.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { type Fact } from '../kit/confirm-facts-dialog.tsx';
import { amountFact } from '../kit/amount-fact.tsx';

type Line = BankStatementLineView;

/** What is asked about. */
export function lineFacts({ amount, taken_back_sar, value_date, payer_name }: Line): Fact[] {
  return [
    amountFact(amount),
    ...(taken_back_sar === null
      ? []
      : [
          {
            id: 'taken_back',
            label: <Trans>Taken back by the bank</Trans>,
            value: <Money amount={taken_back_sar} />,
          },
        ]),
    { id: 'date', label: <Trans>Value date</Trans>, value: <IsoDate date={value_date} /> },
    {
      id: 'payer',
      label: <Trans>Payer at the bank</Trans>,
      value: <UserText text={payer_name ?? '—'} />,
    },
  ];
}
