import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { ButtonLink } from '../ui/link.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { AccountLayout } from './account-layout.tsx';
import { emailLinkKind } from './email-link.ts';
import { useAuth } from './auth-context.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { WhoIsSignedIn } from './signed-in-as.tsx';

/** Shown after the link of an address change was used in this browser. The link signs nobody in. */
export default function EmailChanged() {
  const { t } = useLingui();
  const { user, loading, refresh } = useAuth();
  const isRefused = emailLinkKind() !== 'used';
  const isSignedIn = user !== null;
  const hasRefreshed = useRef(false);
  useEffect(() => {
    if (!isSignedIn || isRefused || hasRefreshed.current) return;
    hasRefreshed.current = true;
    // The account that is signed in here may be the one whose address is another now: the header names it.
    refresh().catch(() => {});
  }, [isSignedIn, isRefused, refresh]);
  if (loading) return <Spinner page />;
  const signedIn = isSignedIn
    ? { actions: <SignOutButton />, account: <WhoIsSignedIn /> }
    : undefined;
  return (
    <>
      <DocumentTitle name={t`New email address`} />
      {isRefused ? (
        <AccountLayout
          {...signedIn}
          title={<Trans>This link does not work</Trans>}
          lead={<Trans>It has expired, was already used, or a newer one has replaced it.</Trans>}
        >
          <Onwards isSignedIn={isSignedIn} />
        </AccountLayout>
      ) : (
        <AccountLayout
          {...signedIn}
          title={<Trans>The email address has been changed</Trans>}
          lead={
            <Trans>
              The account that asked for it now belongs to the address this link was sent to. Log in
              with that address from now on.
            </Trans>
          }
        >
          <Onwards isSignedIn={isSignedIn} />
        </AccountLayout>
      )}
    </>
  );
}

function Onwards({ isSignedIn }: { isSignedIn: boolean }) {
  return isSignedIn ? (
    <ButtonLink to="/auth/resolve">
      <Trans>Go to your dashboard</Trans>
    </ButtonLink>
  ) : (
    <ButtonLink to="/signin">
      <Trans>Log In</Trans>
    </ButtonLink>
  );
}
