import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Form } from '../ui/forms/form.tsx';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { Link } from '../ui/link.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { UserText } from '../ui/user-text.tsx';
import { AccountLayout } from './account-layout.tsx';
import { useCredentialChecks } from './credential-checks.ts';
import { AccountEmail } from './credential-fields.tsx';
import { useAccountForm } from './use-account-form.ts';

export default function ForgotPassword() {
  const { t } = useLingui();
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <>
      <DocumentTitle name={t`Reset your password`} />
      {sentTo ? (
        <AccountLayout
          title={<Trans>Check your email</Trans>}
          lead={
            <Trans>
              If an account belongs to <UserText text={sentTo} className="font-semibold text-ink" />
              , a link to choose a new password is on its way. Open it in this browser.
            </Trans>
          }
        >
          <Link to="/signin">
            <Trans>Back to Log In</Trans>
          </Link>
        </AccountLayout>
      ) : (
        <AccountLayout
          title={<Trans>Forgot your password?</Trans>}
          lead={<Trans>We will send you a link to choose a new one.</Trans>}
        >
          <RequestForm onSent={setSentTo} />
        </AccountLayout>
      )}
    </>
  );
}

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const checks = useCredentialChecks();
  const form = useAccountForm({
    defaultValues: { email: '' },
    check: ({ email }) => checks.email(email),
    send: async ({ email }, auth) => {
      const redirectTo = `${location.origin}/new-password`;
      const { error } = await auth.resetPasswordForEmail(email, { redirectTo });
      if (error) throw error;
      onSent(email);
    },
  });
  return (
    <Form form={form} className="grid gap-5">
      <AccountEmail />
      <FormError message={form.problem} />
      <Button type="submit" isPending={form.formState.isSubmitting}>
        <Trans>Send the link</Trans>
      </Button>
      <Link to="/signin" className="text-link justify-self-start">
        <Trans>Back to Log In</Trans>
      </Link>
    </Form>
  );
}
