import { useLingui } from '@lingui/react/macro';
import { useAuth } from './auth-context.tsx';

/**
 * Who is signed in, in the header of a screen. An address that is too long for its place loses the end of what stands
 * before the @ first, so that two addresses of one host stay apart; the whole one is its title and is read aloud.
 */
export function SignedInAs({ email }: { email: string }) {
  const { t } = useLingui();
  const at = email.lastIndexOf('@');
  return (
    <p data-signed-in-as title={email} className="flex min-w-0 items-center text-sm text-ink-soft">
      <span className="sr-only">{t`Signed in as`}&nbsp;</span>
      <bdi translate="no" dir="ltr" className="flex min-w-0">
        <span className="truncate">{email.slice(0, at)}</span>
        <span className="max-w-[65%] shrink-0 truncate">{email.slice(at)}</span>
      </bdi>
    </p>
  );
}

/** The same of the present session; nothing while nobody is signed in. */
export function WhoIsSignedIn() {
  const { user } = useAuth();
  return user?.email ? <SignedInAs email={user.email} /> : null;
}
