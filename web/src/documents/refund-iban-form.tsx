import { Trans, useLingui } from '@lingui/react/macro';
import { compactIban, groupedIban, isSaudiIban } from '#domain/iban.ts';
import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/queries.ts';
import { useIdempotentMutation } from '../api/use-idempotent-mutation.ts';
import { Form, FormTextField } from '../ui/forms/form.tsx';
import { useCheckedForm } from '../ui/forms/use-checked-form.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { toast } from '../ui/toaster.tsx';

/** Asks for refunds to go to an IBAN. */
export default function RefundIbanForm() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const country = 'SA';
  const ask = useIdempotentMutation('ask_for_refund_iban', {
    onSuccess: (account) => {
      queryClient.setQueryData(queryKeys.refundAccount, account);
      form.reset();
      toast.success(t`We have your IBAN. You see here when it takes effect.`);
    },
  });
  const form = useCheckedForm({
    defaultValues: { iban: '' },
    check: ({ iban }) => ({
      iban: isSaudiIban(compactIban(iban))
        ? undefined
        : t`Enter a Saudi IBAN: ${country} and 22 digits. Compare it with your bank's letter.`,
    }),
    onValid: ({ iban }) => ask.send({ body: { iban: compactIban(iban) } }),
    refusal: ask,
  });
  return (
    <Form form={form} className="grid max-w-lg gap-4">
      <FormTextField
        name="iban"
        label={t`IBAN for refunds`}
        hint={t`In the name of your company. It waits for a day and for our approval; we tell you by e-mail.`}
        placeholder="SA00 0000 0000 0000 0000 0000"
        autoComplete="off"
        spellCheck="false"
        maxLength={100}
        ltr
        tidy={groupedIban}
      />
      <FormError message={form.problem} />
      <Button
        type="submit"
        tone="secondary"
        isPending={ask.isSending}
        className="justify-self-start"
      >
        <Trans>Send the IBAN</Trans>
      </Button>
    </Form>
  );
}
