import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { setEmailLinkKind, type LinkToken } from './email-link.ts';
import { LinkQuestion } from './link-question.tsx';
import { redeemLinkToken, type LinkSession } from './link-session.client.ts';

/**
 * A mailed link in a browser that has not asked for it. Whoever reads the mail decides: whoever asked may have been
 * somebody else. `onSession`: the link brought a session, which this device does not use yet.
 */
export function LinkElsewhere({
  link,
  onSession,
  onSettled,
}: {
  link: LinkToken;
  onSession: (session: LinkSession) => void;
  onSettled: () => void;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const changesAddress = link.type === 'email_change';

  const proceed = async () => {
    const session = await redeemLinkToken(link);
    if (session) {
      onSession(session);
      return;
    }
    setEmailLinkKind('used');
    await navigate('/email-changed', { replace: true });
    onSettled();
  };
  const cancel = async () => {
    await navigate('/auth/resolve', { replace: true });
    setEmailLinkKind('none');
    onSettled();
  };

  return (
    <LinkQuestion
      name={changesAddress ? t`New email address` : t`New password`}
      title={<Trans>We do not know who asked for this link</Trans>}
      lead={<Lead type={link.type} />}
      button={
        changesAddress ? <Trans>Confirm the address</Trans> : <Trans>Choose a new password</Trans>
      }
      proceed={proceed}
      cancel={cancel}
    />
  );
}

function Lead({ type }: Pick<LinkToken, 'type'>) {
  if (type === 'email_change') {
    return (
      <Trans>
        Somebody wants this mailbox to be the address of their account. If it was you, open the link
        in the browser where you asked for it, or confirm it here: the account then has to verify
        its email address again before it can set up two-step verification. If it was not you, do
        nothing.
      </Trans>
    );
  }
  if (type === 'recovery') {
    return (
      <Trans>
        If it was you, open it in the browser where you asked for it, or choose a new password here.
        If it was not you, you do not need to do anything: your password stays as it is.
      </Trans>
    );
  }
  return (
    <Trans>
      If it was you, open it in the browser where you asked for it, and your account stays as it is.
      If it was not you, or you cannot, choose a new password here: all sessions of the account and
      its password end.
    </Trans>
  );
}
