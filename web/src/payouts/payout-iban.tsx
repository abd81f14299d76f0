import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { useIdempotentMutation } from '../api/use-idempotent-mutation.ts';
import { IbanForm } from '../profiles/iban-form.tsx';
import { PaymentAccountState } from '../profiles/payment-account.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toaster.tsx';

/**
 * Says that a payout waits for the agency's IBAN and takes it in place; nothing where it does not wait for it. An approval
 * needs no IBAN (SPEC section 3: every item of a profile is optional).
 */
export default function PayoutIban({ isApproved }: { isApproved: boolean }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { data: agency } = useQuery({
    queryKey: queryKeys.agency,
    queryFn: () => call('read_agency'),
  });
  const asking = useIdempotentMutation('upsert_agency', {
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKeys.agency, saved);
      toast.success(t`We have your IBAN. You will see here when it takes effect`);
    },
  });
  if (!agency || agency.payment_account.obstacle === null) return null;
  const { obstacle, pending } = agency.payment_account;
  if (pending || obstacle === 'iban_pending') {
    return (
      <div className="grid gap-3">
        <p className="text-sm text-ink-soft">
          <Trans>Your payment waits until your IBAN is approved.</Trans>
        </p>
        <PaymentAccountState account={agency.payment_account} />
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <Notice title={<Trans>Your payment waits for your IBAN</Trans>}>
        {isApproved ? (
          <Trans>
            The ticket is approved. We pay you once you have given us a Saudi IBAN and we have
            approved it.
          </Trans>
        ) : (
          <Trans>
            You can approve now. We pay you once you have given us a Saudi IBAN and we have approved
            it.
          </Trans>
        )}
      </Notice>
      <IbanForm
        label={t`IBAN`}
        hint={t`It must be in your agency's name. It takes effect after a day, once we have approved it; we will tell you by email.`}
        asking={asking}
        ask={(iban) => asking.send({ body: { iban } })}
      />
    </div>
  );
}
