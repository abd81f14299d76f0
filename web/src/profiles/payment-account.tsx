import { Trans } from '@lingui/react/macro';
import type { PaymentAccount } from '#api/profiles.ts';
import { DateTime } from '../ui/date-time.tsx';
import { Notice } from '../ui/notice.tsx';
import { IbanInPart } from './iban-in-part.tsx';
import { RejectedIban, WithdrawIban } from './iban-request.tsx';

/** Where an agency is paid: to which IBAN now, which one waits and until when, which was rejected and why. */
export function PaymentAccountState({ account }: { account: PaymentAccount }) {
  const { obstacle, paid_to, pending, rejected } = account;
  return (
    <div className="grid gap-3">
      {paid_to && obstacle === null ? (
        <p>
          <Trans>
            Your payouts go to <IbanInPart iban={paid_to} />.
          </Trans>
        </p>
      ) : null}
      {obstacle === 'iban_invalid' ? (
        <Notice tone="danger">
          <Trans>We cannot pay you: your IBAN is not a valid Saudi one. Enter it again.</Trans>
        </Notice>
      ) : null}
      {pending ? (
        <Notice tone="info" action={<WithdrawIban operation="withdraw_iban_change" />}>
          <Trans>
            You requested <IbanInPart iban={pending.iban} /> on{' '}
            <DateTime at={pending.requested_at} />. It takes effect once we have approved it, on{' '}
            <DateTime at={pending.earliest_at} /> at the earliest.
          </Trans>{' '}
          {paid_to ? null : <Trans>Until then nothing is paid out.</Trans>}
        </Notice>
      ) : null}
      <RejectedIban rejected={rejected} />
    </div>
  );
}
