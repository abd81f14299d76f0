import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Form } from '../ui/forms/form.tsx';
import { FormError } from '../ui/form-error.tsx';
import { Notice } from '../ui/notice.tsx';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { toast } from '../ui/toaster.tsx';
import { AccountLayout, VisitorsOnly } from './account-layout.tsx';
import type { EmailLinkKind } from './email-link.ts';
import { useCredentialChecks } from './credential-checks.ts';
import { AccountEmail, KnownPassword } from './credential-fields.tsx';
import { ResendConfirmation } from './resend-confirmation.tsx';
import { useAccountForm } from './use-account-form.ts';

export default function SignIn() {
  const { t } = useLingui();
  return (
    <>
      <DocumentTitle name={t`Log In`} />
      <VisitorsOnly>
        <AccountLayout title={<Trans>Log In</Trans>}>
          <SignInForm />
        </AccountLayout>
      </VisitorsOnly>
    </>
  );
}

function SignInForm() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const checks = useCredentialChecks();
  const [unconfirmed, setUnconfirmed] = useState(false);
  const form = useAccountForm({
    defaultValues: { email: '', password: '' },
    check: ({ email, password }) => ({
      ...checks.email(email),
      ...(password ? {} : { password: t`Enter your password.` }),
    }),
    send: async ({ email, password }, auth) => {
      setUnconfirmed(false);
      const { error } = await auth.signInWithPassword({ email, password });
      if (error?.code === 'email_not_confirmed') setUnconfirmed(true);
      if (error) throw error;
      toast.success(t`Signed in successfully!`);
      await navigate('/auth/resolve', { replace: true });
    },
  });

  return (
    <Form form={form} className="grid gap-5">
      <ArrivalNotice />
      <AccountEmail />
      <KnownPassword />
      <FormError message={form.problem} />
      {unconfirmed ? <ResendConfirmation email={form.watch('email').trim()} /> : null}
      <div className="grid gap-4">
        <Button type="submit" isPending={form.formState.isSubmitting}>
          <Trans>Log In</Trans>
        </Button>
        <Link to="/forgot-password" className="text-link justify-self-start">
          <Trans>Forgot your password?</Trans>
        </Link>
      </div>
      <p className="border-t border-line pt-5 text-ink-soft">
        <Trans>
          New to Hamla? <Link to="/signup">Sign Up</Link>
        </Trans>
      </p>
    </Form>
  );
}

/** Says what is known of the email link that led here without a session; a code alone proves nothing. */
function ArrivalNotice() {
  const { state } = useLocation() as { state: { emailLink?: EmailLinkKind } | null };
  if (state?.emailLink === 'refused') {
    return (
      <Notice tone="danger">
        <Trans>
          This link has expired or was already used. Log in, or ask for a new one from the form.
        </Trans>
      </Notice>
    );
  }
  if (state?.emailLink === 'code') {
    return (
      <Notice tone="good">
        <Trans>
          Log in to continue. If you opened a confirmation link, your address is confirmed.
        </Trans>
      </Notice>
    );
  }
  return null;
}
