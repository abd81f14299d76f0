import { Trans, useLingui } from '@lingui/react/macro';
import type { Ticket } from '#api/tickets.ts';
import { CR_NUMBER_MAX_LENGTH, normalCrNumber } from '#domain/profiles/cr-number.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { Form, FormTextField } from '../../ui/forms/form.tsx';
import { useCheckedForm } from '../../ui/forms/use-checked-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';

/** The one thing that the documents still need: once it is kept in the profile they are prepared. */
export default function GiveCrNumber({ ticket }: { ticket: Ticket }) {
  const { t } = useLingui();
  const give = useIdempotentMutation('renew_documents', { onSuccess: (_, reloaded) => reloaded });
  const form = useCheckedForm({
    defaultValues: { cr_number: '' },
    check: ({ cr_number }) => ({
      cr_number:
        normalCrNumber(cr_number) === null
          ? t`Enter the 10 digits of the commercial registration.`
          : undefined,
    }),
    onValid: ({ cr_number }) =>
      give.send({
        params: { id: ticket.id },
        body: { cr_number: normalCrNumber(cr_number) ?? '' },
      }),
    refusal: give,
  });
  return (
    <Form form={form} className="grid gap-4 md:w-80">
      <FormTextField
        name="cr_number"
        label={t`Commercial registration number`}
        hint={t`10 digits. It is kept in your profile.`}
        inputMode="numeric"
        maxLength={CR_NUMBER_MAX_LENGTH}
        ltr
      />
      <FormError message={form.problem} />
      <Button type="submit" isPending={give.isSending} className="justify-self-start">
        <Trans>Save and prepare documents</Trans>
      </Button>
    </Form>
  );
}
