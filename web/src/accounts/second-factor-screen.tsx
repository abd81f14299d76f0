import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Form } from '../ui/forms/form.tsx';
import { Button } from '../ui/button.tsx';
import type { Problems } from '../ui/forms/use-checked-form.ts';
import { FormError } from '../ui/form-error.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { AccountLayout } from './account-layout.tsx';
import { useAuth } from './auth-context.tsx';
import { CodeField } from './code-field.tsx';
import { plainCode } from './plain-code.ts';
import FactorsEndedNotice from './factors-ended-notice.tsx';
import { MailboxProof } from './mailbox-proof-section.tsx';
import Enrolment from './second-factor-enrolment.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { WhoIsSignedIn } from './signed-in-as.tsx';
import { useAccountForm } from './use-account-form.ts';
import { Redirect } from './redirect.tsx';

/** After the password: the second factor is shown, or, where staff have none yet, set up. */
export default function SecondFactorScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { user, isStaff, factor, loading } = useAuth();
  const { state } = useLocation() as { state: { next?: string } | null };
  const next = state?.next ?? '/auth/resolve';
  // Setting up goes on after the first code: there are recovery codes to keep.
  const [isSettingUp, setSettingUp] = useState(false);
  if (loading) return <Spinner page />;
  if (!user) return <Redirect to="/signin" />;
  if (!isSettingUp && isStaff && factor === 'none') {
    setSettingUp(true);
    return null;
  }
  if (!isSettingUp && factor !== 'awaited') return <Redirect to={next} />;
  return (
    <>
      <DocumentTitle name={t`Two-step verification`} />
      {isSettingUp ? (
        <AccountLayout
          title={<Trans>Set up two-step verification</Trans>}
          lead={<Trans>Staff accounts require it in addition to the password.</Trans>}
          actions={<SignOutButton />}
          account={<WhoIsSignedIn />}
        >
          {user.app_metadata.factors_ended === true ? <FactorsEndedNotice /> : null}
          {user.app_metadata.mailbox_proven === true ? (
            <Enrolment onDone={() => void navigate(next, { replace: true })} />
          ) : (
            <MailboxProof />
          )}
        </AccountLayout>
      ) : (
        <AccountLayout
          title={<Trans>Enter your verification code</Trans>}
          lead={<Trans>Your password was right. One more step, and you are in.</Trans>}
          actions={<SignOutButton />}
          account={<WhoIsSignedIn />}
        >
          <ShowForm />
        </AccountLayout>
      )}
    </>
  );
}

function ShowForm() {
  const { t } = useLingui();
  const { user } = useAuth();
  const form = useAccountForm({
    defaultValues: { code: '' },
    check: ({ code }): Problems => (plainCode(code) ? {} : { code: t`Enter the code.` }),
    send: async ({ code }, auth) => {
      const factorId = user?.factors?.find(({ status }) => status === 'verified')?.id ?? '';
      const { error } = await auth.mfa.challengeAndVerify({ factorId, code: plainCode(code) });
      if (error) throw error;
      // The session says the rest: the screen leads on by itself.
    },
  });
  return (
    <Form form={form} className="grid gap-5">
      <CodeField recovery />
      <p className="text-sm text-ink-soft">
        <Trans>
          If you have lost your phone and your recovery codes, write to us: our staff remove
          two-step verification after they have identified you. It takes effect 24 hours later.
        </Trans>
      </p>
      <FormError message={form.problem} />
      <Button type="submit" isPending={form.formState.isSubmitting} className="justify-self-start">
        <Trans>Continue</Trans>
      </Button>
    </Form>
  );
}
