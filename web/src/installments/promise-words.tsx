import { Trans } from '@lingui/react/macro';
import type { PaymentPromise } from '#api/payment-promises.ts';
import { IsoDate } from '../ui/iso-date.tsx';
import { Money } from '../ui/money.tsx';

/** What the company has promised since it is late, and what has become of it. */
export function PromiseWords({
  promise: { amount_sar, promised_for, status },
}: {
  promise: PaymentPromise;
}) {
  switch (status) {
    case 'Open':
      return (
        <Trans>
          You have promised to pay <Money amount={amount_sar} /> by <IsoDate date={promised_for} />.
        </Trans>
      );
    case 'Kept':
      return (
        <Trans>
          You have kept your promise to pay <Money amount={amount_sar} /> by{' '}
          <IsoDate date={promised_for} />.
        </Trans>
      );
    case 'Broken':
      return (
        <Trans>
          You promised to pay <Money amount={amount_sar} /> by <IsoDate date={promised_for} />. It
          did not all arrive by then.
        </Trans>
      );
  }
}
