import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { REJECTION_REASON_MAX_LENGTH } from '#domain/tickets/ticket.ts';
import { TextArea } from '../ui/text-field.tsx';
import { ConfirmDialog, type Fact } from './confirm-dialog.tsx';
import { useMoneyAction } from './use-money-action.ts';

/** A decision that needs a reason, which the history keeps. */
export function ReasonDialog<Reply>({
  title,
  lead,
  facts,
  confirm,
  isDanger = true,
  post,
  onDone,
  onClose,
}: {
  title: ReactNode;
  lead: ReactNode;
  facts: readonly Fact[];
  confirm: ReactNode;
  isDanger?: boolean;
  post: (reason: string, idempotencyKey: string) => Promise<Reply>;
  onDone: () => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const action = useMoneyAction();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const text = reason.trim();
  const send = async () => {
    setMissing(text === '');
    if (text === '') return;
    if ((await action.send(text, (key) => post(text, key))) !== null) onDone();
  };
  return (
    <ConfirmDialog
      title={title}
      lead={lead}
      facts={facts}
      confirm={confirm}
      isDanger={isDanger}
      isSending={action.isSending}
      problem={action.problem}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      <TextArea
        label={t`Reason`}
        hint={t`It is kept in the history for good: name no person and no account.`}
        isRequired
        maxLength={REJECTION_REASON_MAX_LENGTH}
        value={reason}
        onChange={(next) => {
          setReason(next);
          setMissing(false);
          action.forget();
        }}
        error={isMissing ? t`Say why.` : action.at('reason')}
      />
    </ConfirmDialog>
  );
}
