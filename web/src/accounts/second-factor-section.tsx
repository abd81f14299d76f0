import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CheckIcon } from '../ui/icons.tsx';
import { IsoDate } from '../ui/iso-date.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useAuth } from './auth-context.tsx';
import { MailboxProof } from './mailbox-proof-section.tsx';
import { SettingsSection } from './settings-section.tsx';

const fallback = <Spinner />;
const Enrolment = lazyPart(() => import('./second-factor-enrolment.tsx'), { fallback });
const RecoveryCodes = lazyPart(() => import('./recovery-codes.tsx'), { fallback });
const TakeAwayDialog = lazyPart(() => import('./remove-second-factor-dialog.tsx'));

/** Sets up, renews or removes the second factor. */
export function SecondFactorSection() {
  const { user } = useAuth();
  const [doing, setDoing] = useState<'enrolment' | 'codes' | 'removal' | null>(null);
  const stop = () => setDoing(null);
  const factor = user?.factors?.find(({ status }) => status === 'verified');
  return (
    <SettingsSection
      title={<Trans>Two-step verification</Trans>}
      lead={
        <Trans>
          Signing in then also requires a code from your phone: a stolen password is not enough.
        </Trans>
      }
    >
      {doing === 'enrolment' ? (
        <Enrolment onDone={stop} />
      ) : doing === 'codes' ? (
        <RecoveryCodes onSaved={stop} />
      ) : factor ? (
        <div className="grid justify-items-start gap-4">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone="good" icon={CheckIcon}>
              <Trans>On</Trans>
            </Badge>
            <span>
              <Trans>
                since <IsoDate date={factor.created_at} />
              </Trans>
            </span>
          </p>
          <div className="flex flex-wrap gap-3">
            <Button tone="secondary" onPress={() => setDoing('codes')}>
              <Trans>New recovery codes</Trans>
            </Button>
            <Button tone="danger" onPress={() => setDoing('removal')}>
              <Trans>Turn off</Trans>
            </Button>
          </div>
          {doing === 'removal' ? <TakeAwayDialog factorId={factor.id} onClose={stop} /> : null}
        </div>
      ) : user?.app_metadata.mailbox_proven === true ? (
        <Button tone="secondary" onPress={() => setDoing('enrolment')}>
          <Trans>Set up</Trans>
        </Button>
      ) : (
        <MailboxProof />
      )}
    </SettingsSection>
  );
}
