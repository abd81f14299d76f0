import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/queries.ts';
import { useIdempotentMutation } from '../api/use-idempotent-mutation.ts';
import { IbanForm } from '../profiles/iban-form.tsx';
import { toast } from '../ui/toaster.tsx';

/** Asks for refunds to go to an IBAN. */
export default function RefundIbanForm() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const asking = useIdempotentMutation('ask_for_refund_iban', {
    onSuccess: (account) => {
      queryClient.setQueryData(queryKeys.refundAccount, account);
      toast.success(t`We have your IBAN. You will see here when it takes effect`);
    },
  });
  return (
    <IbanForm
      label={t`IBAN for refunds`}
      hint={t`It must be in your company's name. It takes effect after a day, once we have approved it; we will tell you by email.`}
      asking={asking}
      ask={(iban) => asking.send({ body: { iban } })}
    />
  );
}
