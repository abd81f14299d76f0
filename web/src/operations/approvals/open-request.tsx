import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { ConfirmMutationDialog } from '../kit/confirm-mutation-dialog.tsx';

/** What another person of staff than the one who asked confirms; whoever reads it may withdraw it. */
export function OpenRequest({
  kind,
  id,
  name,
  reason,
  confirmation,
}: {
  kind: 'account_measure' | 'factor_removal';
  id: string;
  /** Of the account that it is about. */
  name: string;
  reason: string;
  /** null: the reader asked for it, or it is confirmed already. */
  confirmation: {
    title: ReactNode;
    lead: ReactNode;
    button: ReactNode;
    isDanger: boolean;
  } | null;
}) {
  const { t } = useLingui();
  const [asking, setAsking] = useState<'confirm' | 'withdraw' | null>(null);
  const asked = {
    facts: [
      { id: 'account', label: <Trans>Account</Trans>, value: <UserText text={name} /> },
      { id: 'reason', label: <Trans>Reason</Trans>, value: <UserText isProse text={reason} /> },
    ],
    input: { params: { id } },
    onClose: () => setAsking(null),
  };
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-3">
        {confirmation ? (
          <Button
            tone={confirmation.isDanger ? 'danger' : 'primary'}
            onPress={() => setAsking('confirm')}
          >
            {confirmation.button}
          </Button>
        ) : null}
        <Button tone="secondary" onPress={() => setAsking('withdraw')}>
          <Trans context="a measure of staff">Withdraw</Trans>
        </Button>
      </div>
      {confirmation && asking === 'confirm' ? (
        <ConfirmMutationDialog
          {...asked}
          title={confirmation.title}
          lead={confirmation.lead}
          confirm={confirmation.button}
          isDanger={confirmation.isDanger}
          operation={`confirm_${kind}`}
          done={t`It is done`}
        />
      ) : null}
      {asking === 'withdraw' ? (
        <ConfirmMutationDialog
          {...asked}
          title={<Trans>Withdraw it?</Trans>}
          lead={<Trans>The account stays as it is.</Trans>}
          confirm={<Trans context="a measure of staff">Withdraw</Trans>}
          operation={`withdraw_${kind}`}
          done={t`It is withdrawn`}
        />
      ) : null}
    </>
  );
}
