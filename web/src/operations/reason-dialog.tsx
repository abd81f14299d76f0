import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { REJECTION_REASON_MAX_LENGTH } from '#domain/tickets/ticket.ts';
import { toast } from '../ui/toaster.tsx';
import { ConfirmDialog, type Question } from './confirm-dialog.tsx';
import { ReasonField } from './reason-field.tsx';
import { useMoneyAction } from './use-money-action.ts';

/** A decision that needs a reason, which the history keeps. */
export function ReasonDialog({
  post,
  done,
  isDanger = true,
  ...question
}: Question & {
  post: (reason: string, idempotencyKey: string) => Promise<object>;
  /** What is said once it is done. */
  done: string;
}) {
  const { t } = useLingui();
  const action = useMoneyAction();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const text = reason.trim();
  const send = async () => {
    setMissing(text === '');
    if (text === '') return;
    if ((await action.send(text, (key) => post(text, key))) === null) return;
    toast.success(done);
    question.onClose();
  };
  return (
    <ConfirmDialog {...question} isDanger={isDanger} action={action} onConfirm={send}>
      <ReasonField
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
