import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { AccountStanding, FactorRemoval as Removal } from '#api/account-security.ts';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Notice } from '../../ui/notice.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { OpenRequest } from '../approvals/open-request.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';

/** The removal of a second factor that its owner has lost: asked for by one person, confirmed by another. */
export function FactorRemoval({ standing, name }: { standing: AccountStanding; name: string }) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const { factor_removal: removal, has_factor, is_staff, user_id } = standing;
  // The second factor of staff is removed by whoever runs the machine.
  if (is_staff || (!has_factor && !removal)) return null;
  const isOpen = removal !== null && !removal.withdrawn_at && !removal.done_at;
  return (
    <div className="grid justify-items-start gap-4">
      {removal ? <State removal={removal} isOpen={isOpen} name={name} /> : null}
      {has_factor && !isOpen ? (
        <Button tone="secondary" onPress={() => setAsking(true)}>
          <Trans>Remove two-step verification</Trans>
        </Button>
      ) : null}
      {isAsking ? (
        <ReasonDialog
          title={<Trans>Remove two-step verification from this account?</Trans>}
          lead={
            <Trans>
              For somebody who has lost it and the recovery codes. Say how you identified the
              person. Another person must confirm it; 24 hours later the password alone signs in.
              The owner is told at once by email and can withdraw it.
            </Trans>
          }
          facts={[
            { id: 'account', label: <Trans>Account</Trans>, value: <UserText text={name} /> },
          ]}
          confirm={<Trans>Ask another person</Trans>}
          isDanger
          operation="ask_factor_removal"
          input={(said) => ({ params: { id: user_id }, body: said })}
          done={t`Another person can confirm it now`}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}

function State({ removal, isOpen, name }: { removal: Removal; isOpen: boolean; name: string }) {
  return (
    <Notice tone={isOpen ? 'warn' : 'info'} title={<Trans>Removal of two-step verification</Trans>}>
      <p>
        <Trans>
          <UserText text={removal.asked_by ?? '—'} /> requested it on{' '}
          <DateTime at={removal.asked_at} />.
        </Trans>{' '}
        {removal.confirmed_at ? (
          <Trans>
            <UserText text={removal.confirmed_by ?? '—'} /> confirmed it on{' '}
            <DateTime at={removal.confirmed_at} />.
          </Trans>
        ) : isOpen ? (
          <Trans>Another person must confirm it.</Trans>
        ) : null}
      </p>
      {isOpen && removal.effective_at ? (
        <p>
          <Trans>
            It takes effect on <DateTime at={removal.effective_at} /> unless it is withdrawn.
          </Trans>
        </p>
      ) : null}
      {removal.withdrawn_at ? (
        <p>
          {removal.withdrawn_by ? (
            <Trans>
              <UserText text={removal.withdrawn_by} /> withdrew it on{' '}
              <DateTime at={removal.withdrawn_at} />.
            </Trans>
          ) : (
            <Trans>
              The owner withdrew it on <DateTime at={removal.withdrawn_at} />.
            </Trans>
          )}
        </p>
      ) : null}
      {removal.done_at ? (
        <p>
          <Trans>
            Two-step verification was removed on <DateTime at={removal.done_at} />.
          </Trans>
        </p>
      ) : null}
      <p className="mt-1">
        <UserText isProse text={removal.reason} />
      </p>
      {isOpen ? (
        <OpenRequest
          kind="factor_removal"
          id={removal.id}
          name={name}
          reason={removal.reason}
          confirmation={
            removal.is_own || removal.confirmed_at
              ? null
              : {
                  title: <Trans>Remove two-step verification from this account?</Trans>,
                  lead: (
                    <Trans>In 24 hours the password alone signs in, unless it is withdrawn.</Trans>
                  ),
                  button: <Trans>Confirm the removal</Trans>,
                  isDanger: true,
                }
          }
        />
      ) : null}
    </Notice>
  );
}
