import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { PaymentAccount } from '#api/profiles.ts';
import { queryKeys } from '../api/queries.ts';
import { useIdempotentMutation } from '../api/use-idempotent-mutation.ts';
import { Button } from '../ui/button.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toaster.tsx';
import { UserText } from '../ui/user-text.tsx';

/** An IBAN in part, as the server sends it; it keeps its order in a sentence of either direction. */
export function IbanInPart({ iban }: { iban: string }) {
  return (
    <bdi dir="ltr" className="font-semibold whitespace-nowrap tabular-nums">
      {iban}
    </bdi>
  );
}

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
        <Notice tone="info" action={<Withdraw />}>
          <Trans>
            You asked for <IbanInPart iban={pending.iban} /> on{' '}
            <DateTime at={pending.requested_at} />. It takes effect once we have approved it, on{' '}
            <DateTime at={pending.earliest_at} /> at the earliest.
          </Trans>{' '}
          {paid_to ? null : <Trans>Until then nothing is paid out.</Trans>}
        </Notice>
      ) : null}
      {rejected ? (
        <Notice tone="danger">
          <Trans>
            We did not approve <IbanInPart iban={rejected.iban} />:{' '}
            <UserText text={rejected.reason} />
          </Trans>
        </Notice>
      ) : null}
    </div>
  );
}

/** Takes back what waits; the profile then says again what is paid to. */
function Withdraw() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const withdraw = useIdempotentMutation('withdraw_iban_change', {
    onSuccess: (agency, reloaded) => {
      queryClient.setQueryData(queryKeys.agency, agency);
      toast.success(t`The IBAN is withdrawn.`);
      return reloaded;
    },
  });
  return (
    <Button
      tone="secondary"
      size="small"
      isPending={withdraw.isSending}
      onPress={() => void withdraw.send({})}
    >
      <Trans>Withdraw the IBAN</Trans>
    </Button>
  );
}
