import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Notice } from '../ui/notice.tsx';
import { useAuth } from './auth-context.tsx';
import { readFactorsEnded } from './second-factor.ts';

/** Says once that the second factor of before was ended, because nobody had proven the account's mailbox. */
export default function FactorsEndedNotice() {
  const { t } = useLingui();
  const { refresh } = useAuth();
  const [isRead, setRead] = useState(false);
  if (isRead) return null;
  const dismiss = () => {
    setRead(true);
    // What is not kept now is said again at the next sign-in.
    readFactorsEnded()
      .then(refresh)
      .catch(() => {});
  };
  return (
    <aside className="page pt-4" aria-label={t`Two-step verification was turned off`}>
      <Notice
        tone="warn"
        title={<Trans>Two-step verification was turned off</Trans>}
        onDismiss={dismiss}
      >
        <Trans>
          The email address of this account had not been verified. Verify it in Settings, then set
          up two-step verification again.
        </Trans>
      </Notice>
    </aside>
  );
}
