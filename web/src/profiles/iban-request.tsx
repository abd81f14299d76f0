import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/queries.ts';
import { useIdempotentMutation } from '../api/use-idempotent-mutation.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toaster.tsx';
import { UserText } from '../ui/user-text.tsx';
import { IbanInPart } from './iban-in-part.tsx';

/** Which IBAN we did not approve, and why. */
export function RejectedIban({ rejected }: { rejected: { iban: string; reason: string } | null }) {
  if (!rejected) return null;
  return (
    <Notice tone="danger">
      <Trans>
        We did not approve <IbanInPart iban={rejected.iban} />:{' '}
        <UserText isProse text={rejected.reason} />
      </Trans>
    </Notice>
  );
}

/** What holds the IBAN that waits, by the operation that takes it back. */
const holders = {
  withdraw_iban_change: queryKeys.agency,
  withdraw_refund_iban: queryKeys.refundAccount,
};

/** Takes the IBAN back that waits; the screen then says again what is paid to. */
export function WithdrawIban({ operation }: { operation: keyof typeof holders }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const withdraw = useIdempotentMutation(operation, {
    onSuccess: (holder, reloaded) => {
      queryClient.setQueryData(holders[operation], holder);
      toast.success(t`The IBAN is withdrawn`);
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
