import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ErrorState } from '../ui/error-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { UserText } from '../ui/user-text.tsx';
import { emailLink, setEmailLinkKind } from './email-link.ts';
import { useFailureMessage } from './failure-message.ts';
import { readStoredUser } from './stored-session.ts';
import { LinkElsewhere } from './link-elsewhere.tsx';
import { LinkQuestion } from './link-question.tsx';
import { readLinkSession, type LinkSession } from './link-session.client.ts';

/** The result of each attempt, read once for all renders: a code can be exchanged only once. */
const readings: ReturnType<typeof readLinkSession>[] = [];

type Found = Awaited<ReturnType<typeof readLinkSession>>;

/** The token of the link, for a browser that has not asked for it. */
const token = emailLink.kind === 'code' || emailLink.kind === 'token' ? emailLink.token : undefined;

/**
 * Where an email link has brought a session: begins it where this device asked for it and nobody else is signed in,
 * else asks first. `onSettled`: called when the device's session is decided.
 */
export default function LinkArrival({ onSettled }: { onSettled: () => void }) {
  const navigate = useNavigate();
  const messageOf = useFailureMessage();
  const [found, setFound] = useState<Exclude<Found, null> | undefined>();
  const [attempt, setAttempt] = useState(0);
  const [isElsewhere, setElsewhere] = useState(emailLink.kind === 'token');

  useEffect(() => {
    if (emailLink.kind !== 'code' && emailLink.kind !== 'tokens') return;
    let left = false;
    const reading = (readings[attempt] ??= readLinkSession(emailLink));
    const settle = async () => {
      const link = await reading;
      if (left) return;
      if (link === null && token) {
        setElsewhere(true);
      } else if (link === null) {
        // Of a code it is known only that this browser did not ask for it.
        if (emailLink.kind === 'tokens') setEmailLinkKind('refused');
        onSettled();
      } else if ('error' in link || link.mustAsk) {
        setFound(link);
      } else {
        await link.begin();
        setEmailLinkKind('used');
        if (link.isRecovery) await navigate('/new-password', { replace: true });
        onSettled();
      }
    };
    settle().catch(() => {
      if (left) return;
      setEmailLinkKind('refused');
      onSettled();
    });
    return () => {
      left = true;
    };
  }, [attempt, navigate, onSettled]);

  if (isElsewhere && token && !found)
    return <LinkElsewhere link={token} onSession={setFound} onSettled={onSettled} />;
  if (!found) return <Spinner page />;
  if ('error' in found) {
    const again = () => {
      setFound(undefined);
      setAttempt(attempt + 1);
    };
    return (
      <main className="page grid min-h-dvh max-w-xl content-center py-16">
        <ErrorState message={messageOf(found.error)} onRetry={again} />
      </main>
    );
  }
  return <Question link={found} onSettled={onSettled} />;
}

function Question({ link, onSettled }: { link: LinkSession; onSettled: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [present] = useState(readStoredUser);
  const email = link.session.user.email ?? '';

  const proceed = async () => {
    await link.begin();
    setEmailLinkKind('used');
    if (link.isRecovery) await navigate('/new-password', { replace: true });
    onSettled();
  };
  const cancel = async () => {
    // An unused session expires, so the person need not wait for an unreachable server.
    await link.discard().catch(() => {});
    onSettled();
  };

  return (
    <LinkQuestion
      name={t`Log In`}
      title={
        <Trans>
          Continue as <UserText text={email} />?
        </Trans>
      }
      lead={<Explanation presentEmail={present?.email ?? null} email={email} />}
      button={<Trans>Continue</Trans>}
      proceed={proceed}
      cancel={cancel}
    />
  );
}

function Explanation({ presentEmail, email }: { presentEmail: string | null; email: string }) {
  if (presentEmail === null) {
    return (
      <Trans>
        The link that you opened signs this browser in as{' '}
        <UserText text={email} className="font-semibold text-ink" />. Continue only if you asked for
        it and this is your account.
      </Trans>
    );
  }
  if (presentEmail === email) {
    return (
      <Trans>
        The link that you opened begins a new session of the account that you are signed in with.
        Continue only if you asked for it.
      </Trans>
    );
  }
  return (
    <Trans>
      You are signed in as <UserText text={presentEmail} className="font-semibold text-ink" />. The
      link that you opened belongs to another account. Continue only if that one is yours too.
    </Trans>
  );
}
