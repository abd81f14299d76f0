import { Trans, useLingui } from '@lingui/react/macro';
import type { TicketDetails } from '#api/tickets.ts';
import { companyTextMaxLengths } from '#domain/profiles/company-profile.ts';
import { CR_NUMBER_MAX_LENGTH, normalCrNumber } from '#domain/profiles/cr-number.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { Form, FormTextField } from '../../ui/forms/form.tsx';
import { useCheckedForm } from '../../ui/forms/use-checked-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';

/** What the documents still need: once it is kept in the profile they are prepared. */
export default function GiveCompanyDetails({
  details: { ticket, awaits_company_name, awaits_cr_number },
}: {
  details: Pick<TicketDetails, 'ticket' | 'awaits_company_name' | 'awaits_cr_number'>;
}) {
  const { t } = useLingui();
  const give = useIdempotentMutation('renew_documents', { onSuccess: (_, reloaded) => reloaded });
  const form = useCheckedForm({
    defaultValues: { name: '', cr_number: '' },
    check: ({ name, cr_number }) => ({
      name: awaits_company_name && name.trim() === '' ? t`Enter the company’s name.` : undefined,
      cr_number:
        awaits_cr_number && normalCrNumber(cr_number) === null
          ? t`Enter the 10 digits of the commercial registration.`
          : undefined,
    }),
    onValid: ({ name, cr_number }) =>
      give.send({
        params: { id: ticket.id },
        body: {
          ...(awaits_company_name && { name: name.trim() }),
          ...(awaits_cr_number && { cr_number: normalCrNumber(cr_number) ?? '' }),
        },
      }),
    refusal: give,
  });
  return (
    <Form form={form} className="grid gap-4 md:w-80">
      {awaits_company_name ? (
        <FormTextField
          name="name"
          label={t`Company name`}
          hint={t`As in the commercial registration. It is saved in your profile.`}
          maxLength={companyTextMaxLengths.name}
        />
      ) : null}
      {awaits_cr_number ? (
        <FormTextField
          name="cr_number"
          label={t`Commercial registration number`}
          hint={t`10 digits. It is saved in your profile.`}
          inputMode="numeric"
          maxLength={CR_NUMBER_MAX_LENGTH}
          ltr
        />
      ) : null}
      <FormError message={form.problem} />
      <Button type="submit" isPending={give.isSending} className="justify-self-start">
        <Trans>Save and prepare documents</Trans>
      </Button>
    </Form>
  );
}
