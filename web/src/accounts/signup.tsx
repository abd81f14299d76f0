import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Role } from '#domain/accounts/roles.ts';
import { Form } from '../ui/forms/form.tsx';
import { Button } from '../ui/button.tsx';
import { ChoiceCards } from '../ui/choice.tsx';
import { FormError } from '../ui/form-error.tsx';
import { useLanguage } from '../ui/language-switch.tsx';
import { Link, PublicLink } from '../ui/link.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { toast } from '../ui/toaster.tsx';
import { UserText } from '../ui/user-text.tsx';
import { AccountLayout, VisitorsOnly } from './account-layout.tsx';
import { useAccountTypes } from './account-type.tsx';
import { suspendReturnTo } from './return-to.ts';
import { useCredentialChecks } from './credential-checks.ts';
import type { AccountClient } from './account-outcomes.ts';
import { AccountEmail, ChosenPassword } from './credential-fields.tsx';
import { ResendConfirmation } from './resend-confirmation.tsx';
import { useAccountForm } from './use-account-form.ts';

export default function SignUp() {
  const { t } = useLingui();
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <>
      <DocumentTitle name={t`Sign Up`} />
      <VisitorsOnly>
        {sentTo ? (
          <AccountLayout
            title={<Trans>Check your email</Trans>}
            lead={
              <Trans>
                We have sent a link to <UserText text={sentTo} className="font-semibold text-ink" />
                . Open it to confirm your address and continue.
              </Trans>
            }
          >
            <div className="grid gap-5">
              <p className="text-ink-soft">
                <Trans>Nothing there after a few minutes? Look in the spam folder, or:</Trans>
              </p>
              <ResendConfirmation email={sentTo} />
              <p className="border-t border-line pt-5 text-ink-soft">
                <Trans>
                  Already confirmed? <Link to="/signin">Log In</Link>
                </Trans>
              </p>
            </div>
          </AccountLayout>
        ) : (
          <AccountLayout title={<Trans>Sign Up</Trans>}>
            <SignUpForm onConfirmationNeeded={setSentTo} />
          </AccountLayout>
        )}
      </VisitorsOnly>
    </>
  );
}

function SignUpForm({ onConfirmationNeeded }: { onConfirmationNeeded: (email: string) => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const types = useAccountTypes();
  const checks = useCredentialChecks();
  const language = useLanguage();
  const [isTaken, setTaken] = useState(false);
  const [role, setRole] = useState<Role>(search.get('type') === 'agency' ? 'agency' : 'company');

  const signUp = async (
    { email, password }: { email: string; password: string },
    auth: AccountClient,
  ) => {
    // A new account begins where SPEC section 4 leads; the session may lead there before this function goes on.
    const restoreAskedScreen = suspendReturnTo();
    const { data, error } = await auth.signUp({
      email,
      password,
      options: { emailRedirectTo: `${location.origin}/auth/resolve`, data: { role, language } },
    });
    setTaken(error?.code === 'user_already_exists');
    if (error) {
      restoreAskedScreen();
      throw error;
    }
    toast.success(t`Account created successfully!`);
    if (data.session) await navigate('/auth/resolve', { replace: true });
    else onConfirmationNeeded(email);
  };
  const form = useAccountForm({
    defaultValues: { email: '', password: '' },
    check: ({ email, password }) => ({ ...checks.email(email), ...checks.newPassword(password) }),
    send: signUp,
  });

  return (
    <Form form={form} className="grid gap-5">
      <ChoiceCards
        label={t`Account type`}
        name="type"
        choices={types}
        value={role}
        onChange={setRole}
      />
      <AccountEmail />
      {isTaken && form.messageAt('email') ? (
        <p className="text-sm">
          <Trans>
            <Link to="/signin">Log In</Link> with it, or{' '}
            <Link to="/forgot-password">choose a new password</Link>.
          </Trans>
        </p>
      ) : null}
      <ChosenPassword owner={() => ({ personal: [form.getValues('email'), role], role })} />
      <FormError message={form.problem} />
      <Button type="submit" isPending={form.formState.isSubmitting}>
        <Trans>Sign Up</Trans>
      </Button>
      <p className="text-sm text-ink-soft">
        <Trans>
          By signing up you accept the{' '}
          <PublicLink to="/terms" className="text-link">
            Terms of Service
          </PublicLink>{' '}
          and have read the{' '}
          <PublicLink to="/privacy" className="text-link">
            Privacy Policy
          </PublicLink>
          .
        </Trans>
      </p>
      <p className="border-t border-line pt-5 text-ink-soft">
        <Trans>
          Already have an account? <Link to="/signin">Log In</Link>
        </Trans>
      </p>
    </Form>
  );
}
