import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { ButtonLink } from '../ui/link.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { AccountLayout } from './account-layout.tsx';
import { useAuth } from './auth-context.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { WhoIsSignedIn } from './signed-in-as.tsx';
import { Redirect } from './redirect.tsx';

/** Where the link of a "forgot password" email ends: it has signed the person in, now they choose a password. */
export default function NewPassword() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { user, factor, loading } = useAuth();
  if (loading) return <Spinner page />;
  // A mailbox alone does not change what the factor guards.
  if (factor === 'awaited') {
    return <Redirect to="/second-factor" state={{ next: '/new-password' }} />;
  }
  return (
    <>
      <DocumentTitle name={t`New password`} />
      {user ? (
        <AccountLayout
          title={<Trans>Choose a new password</Trans>}
          actions={<SignOutButton />}
          account={<WhoIsSignedIn />}
          lead={<Trans>It ends the sessions of your other devices.</Trans>}
        >
          <NewPasswordForm onChanged={() => void navigate('/auth/resolve', { replace: true })} />
        </AccountLayout>
      ) : (
        <AccountLayout
          title={<Trans>This link does not work</Trans>}
          lead={
            <Trans>
              It has expired, was already used, or was opened in another browser than the one that
              asked for it.
            </Trans>
          }
        >
          <ButtonLink to="/forgot-password">
            <Trans>Ask for a new link</Trans>
          </ButtonLink>
        </AccountLayout>
      )}
    </>
  );
}
