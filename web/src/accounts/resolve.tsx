import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { landingPage, owesSecondFactor } from '#domain/accounts/landing-page.ts';
import { call } from '../api/call.ts';
import { Mark } from '../ui/brand.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { consumeReturnTo } from './return-to.ts';
import { emailLinkKind } from './email-link.ts';
import { auth } from './auth-client.client.ts';
import { isOfStaff, metadataRole } from './auth-context.tsx';
import { factorOf } from './stored-session.ts';

/** The signed-in person and their destination by SPEC section 4; throws when session or role cannot be read. */
async function resolve(): Promise<{ userId: string; path: ReturnType<typeof landingPage> }> {
  const { data, error } = await auth.getSession();
  if (error) throw error;
  const { session } = data;
  if (!session) return { userId: '', path: '/signin' };
  const carried = metadataRole(session.user);
  const isStaff = isOfStaff(session.user);
  const owesFactor = owesSecondFactor({ isStaff, factor: factorOf(session) });
  const asks = !carried && !isStaff && !owesFactor;
  const storedRole = asks ? (await call('read_user_role')).role : null;
  return {
    userId: session.user.id,
    path: landingPage({ signedIn: true, owesFactor, isStaff, metadataRole: carried, storedRole }),
  };
}

export default function Resolve() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let left = false;
    const go = async () => {
      const { userId, path } = await resolve();
      if (left) return;
      // A link opened on another device confirms the address but cannot sign in there; a code may also be made up.
      // /signin says no more than that.
      const state = path === '/signin' ? { emailLink: emailLinkKind() } : undefined;
      await navigate(path, { replace: true, state });
      const asked = /^\/(dashboard|operations)/.test(path) ? consumeReturnTo(userId) : null;
      // A screen of staff's is for staff alone.
      if (asked && (path === '/operations' || !asked.startsWith('/operations'))) {
        await navigate(asked);
      }
    };
    go().catch(() => setFailed(true));
    return () => {
      left = true;
    };
  }, [navigate]);
  if (!failed) return <Spinner page />;
  return (
    <main className="page grid min-h-dvh max-w-xl content-center justify-items-start gap-6 py-16">
      <DocumentTitle name={t`Log In`} />
      <Mark className="size-10 text-overdue" />
      <div role="alert">
        <h1 className="text-title">
          <Trans>Something went wrong. Please try logging in again.</Trans>
        </h1>
      </div>
      <ButtonLink to="/signin" replace onClick={() => void auth.signOut({ scope: 'local' })}>
        <Trans>Log In</Trans>
      </ButtonLink>
    </main>
  );
}
