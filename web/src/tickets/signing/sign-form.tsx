import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { DocumentSet } from '#api/financing-documents.ts';
import type { TicketDetails } from '#api/tickets.ts';
import {
  ACCEPTED_CAPACITY_MAX_LENGTH,
  ACCEPTED_NAME_MAX_LENGTH,
  type SigningMethod,
} from '#domain/documents/acceptance.ts';
import {
  IDENTITY_NUMBER_MAX_LENGTH,
  normalIdentityNumber,
} from '#domain/documents/identity-number.ts';
import type { Language } from '#domain/languages.ts';
import { plainCode } from '../../accounts/plain-code.ts';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/queries.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Form, FormPasswordField, FormTextField, useFormField } from '../../ui/forms/form.tsx';
import { useCheckedForm } from '../../ui/forms/use-checked-form.ts';
import { AlertIcon } from '../../ui/icons.tsx';
import { toast } from '../../ui/toaster.tsx';
import { ticketPath } from '../ticket-path.ts';

/** Who accepts, and what proves them: a mailed code, a code of the second factor or the password. */
export function SignForm({
  details,
  set,
  language,
  confirmBy,
}: {
  details: TicketDetails;
  set: DocumentSet;
  /** In which the documents are read. */
  language: Language;
  confirmBy: SigningMethod;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const contact = useQuery({
    queryKey: queryKeys.company,
    queryFn: () => call('read_company'),
  }).data;
  const [hasCode, setHasCode] = useState(false);
  const { id, ticket_number } = details.ticket;
  const code = useIdempotentMutation('send_signing_code', {
    onSuccess: () => {
      setHasCode(true);
      toast.success(t`We have sent the code`);
    },
  });
  const accept = useIdempotentMutation('accept_documents', {
    onSuccess: async (_, reloaded) => {
      toast.success(t`Documents accepted`);
      await reloaded;
      await navigate(ticketPath(ticket_number));
    },
  });
  const sendCode = () => code.send({ params: { id }, body: { version: set.version } });
  const asksCode = confirmBy === 'factor' || (confirmBy === 'mail' && hasCode);
  const form = useCheckedForm({
    // The profile may come while somebody types.
    values: {
      name: contact?.contact_name ?? '',
      // What entitles a person is theirs to state: a title of the profile would be accepted unread.
      capacity: '',
      identity_number: '',
      has_read: false,
      code: '',
      password: '',
    },
    resetOptions: { keepDirtyValues: true, keepErrors: true },
    check: (typed) => ({
      name: typed.name.trim() ? undefined : t`Enter your full name.`,
      capacity: typed.capacity.trim() ? undefined : t`Enter your capacity.`,
      identity_number:
        normalIdentityNumber(typed.identity_number) === null
          ? t`Enter the 10 digits of your national ID or Iqama. Check each of them.`
          : undefined,
      has_read: typed.has_read ? undefined : t`Tick this box once you have read them.`,
      code: asksCode && !typed.code.trim() ? t`Enter the code.` : undefined,
      password:
        confirmBy === 'password' && !typed.password ? t`Enter your current password.` : undefined,
    }),
    onValid: (typed) =>
      confirmBy === 'mail' && !hasCode
        ? sendCode()
        : accept.send({
            params: { id },
            body: {
              version: set.version,
              language,
              sha256: set.documents.map((document) => document.sha256),
              name: typed.name.trim(),
              capacity: typed.capacity.trim(),
              identity_number: typed.identity_number,
              ...(confirmBy === 'password'
                ? { password: typed.password }
                : { code: plainCode(typed.code) }),
            },
          }),
    refusal: accept,
  });
  const isMailNext = confirmBy === 'mail' && !hasCode;
  return (
    <Card look="plain" title={<Trans>Accept for your company</Trans>}>
      <Form form={form} className="grid max-w-xl gap-5">
        <FormTextField
          name="name"
          label={t`Your full name`}
          hint={t`As on your ID. It is recorded with the time, your device and your network address.`}
          autoComplete="name"
          maxLength={ACCEPTED_NAME_MAX_LENGTH}
        />
        <FormTextField
          name="capacity"
          label={t`Your capacity`}
          hint={t`What entitles you to sign for your company, such as General Manager. Your name, your capacity and the time appear on a page that is added to each document.`}
          autoComplete="organization-title"
          maxLength={ACCEPTED_CAPACITY_MAX_LENGTH}
        />
        <FormTextField
          name="identity_number"
          label={t`National ID or Iqama number`}
          hint={t`10 digits. We store it encrypted; only its last four digits are shown.`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={IDENTITY_NUMBER_MAX_LENGTH}
          ltr
        />
        <HasRead />
        {confirmBy === 'password' ? (
          <FormPasswordField
            name="password"
            label={t`Your current password`}
            hint={t`It confirms that it is you who accepts.`}
            autoComplete="current-password"
          />
        ) : null}
        {asksCode ? (
          <FormTextField
            name="code"
            label={t`Code`}
            hint={
              confirmBy === 'mail'
                ? t`The six digits that we sent to your email address. They work for 10 minutes.`
                : t`The six digits that your authenticator shows now.`
            }
            autoComplete="one-time-code"
            inputMode="numeric"
            ltr
          />
        ) : null}
        <FormError message={form.problem ?? code.problem} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isPending={accept.isSending || (isMailNext && code.isSending)}>
            {isMailNext ? <Trans>Email me a code</Trans> : <Trans>Accept documents</Trans>}
          </Button>
          {confirmBy === 'mail' && hasCode ? (
            <Button
              tone="secondary"
              isPending={code.isSending}
              isDisabled={accept.isSending}
              onPress={() => void sendCode()}
            >
              <Trans>Send a new code</Trans>
            </Button>
          ) : null}
        </div>
      </Form>
    </Card>
  );
}

function HasRead() {
  const { value, onChange, error } = useFormField<boolean>('has_read');
  return (
    <div>
      <Checkbox isSelected={value} isInvalid={error !== undefined} onChange={onChange}>
        <Trans>I have read the documents and accept them for my company.</Trans>
      </Checkbox>
      {error ? (
        <p role="alert" className="flex gap-1.5 text-sm font-medium text-overdue">
          <AlertIcon className="mt-0.5 size-4" />
          {error}
        </p>
      ) : null}
    </div>
  );
}
