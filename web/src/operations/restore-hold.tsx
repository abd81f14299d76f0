import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ReplyOf } from '#api/contract.ts';
import { call } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Notice } from '../ui/notice.tsx';
import { UserText } from '../ui/user-text.tsx';
import { ConfirmMutationDialog } from './kit/confirm-mutation-dialog.tsx';
import { useConsoleQuery } from './kit/use-console-query.ts';

type Hold = NonNullable<ReplyOf<'read_restore_hold'>['hold']>;

/** On every page of the console while a restored installation is held; nothing otherwise. */
export function RestoreHold() {
  const { data } = useConsoleQuery(['restore-hold'], (signal) =>
    call('read_restore_hold', { signal }),
  );
  return data?.hold ? <HoldNotice hold={data.hold} /> : null;
}

function HoldNotice({ hold }: { hold: Hold }) {
  const { t } = useLingui();
  const [isAsking, setIsAsking] = useState(false);
  const [first] = hold.confirmations;
  return (
    <div className="pt-6 print:hidden">
      <Notice
        tone="danger"
        title={<Trans>Restored from a backup: nothing is sent or paid</Trans>}
        action={
          hold.is_confirmed_by_caller ? null : (
            <Button onPress={() => setIsAsking(true)}>
              <Trans>Confirm the restore</Trans>
            </Button>
          )
        }
      >
        <p>
          <Trans>
            This is the state of <DateTime at={hold.restored_to} />. Compare the bank’s statements
            since then with payouts, refunds and payments. Two members of staff confirm it; until
            then no mail, reminder, job or payout leaves.
          </Trans>
        </p>
        <p>
          {first?.by ? (
            <Trans>
              <UserText text={first.by} /> confirmed it on <DateTime at={first.at} />. Another
              person’s confirmation is missing.
            </Trans>
          ) : first ? (
            <Trans>
              One member of staff confirmed it on <DateTime at={first.at} />. Another person’s
              confirmation is missing.
            </Trans>
          ) : (
            <Trans>Nobody has confirmed it yet.</Trans>
          )}
        </p>
      </Notice>
      {isAsking ? (
        <ConfirmMutationDialog
          operation="confirm_restore"
          input={{ params: { id: hold.id } }}
          title={<Trans>Confirm the restore?</Trans>}
          lead={
            <Trans>
              You have compared the bank’s statements since the restored moment, and what they show
              is recorded here. After the second confirmation jobs, mails and payouts go on.
            </Trans>
          }
          facts={[
            {
              id: 'restored_to',
              label: <Trans>Restored to</Trans>,
              value: <DateTime at={hold.restored_to} />,
            },
          ]}
          confirm={<Trans>Confirm the restore</Trans>}
          done={t`Your confirmation is recorded`}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </div>
  );
}
