import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { REJECTION_REASON_MAX_LENGTH } from '#domain/tickets/ticket.ts';
import { toast } from '../../ui/toaster.tsx';
import { ConfirmDialog, type Question } from './confirm-dialog.tsx';
import { useDespiteReport } from '../tickets/despite-report.tsx';
import { ReasonField } from './reason-field.tsx';
import { useMoneyMutation } from './use-money-mutation.ts';

/** A decision that needs a reason, which the history keeps. */
export function ReasonDialog({
  post,
  done,
  isDanger = true,
  ...question
}: Question & {
  /** `despite`: that it is done although a reported transfer is being checked, where it was refused for that. */
  post: (
    reason: string,
    idempotencyKey: string,
    despite: { despite_report?: boolean },
  ) => Promise<object>;
  /** What is said once it is done. */
  done: string;
}) {
  const { t } = useLingui();
  const action = useMoneyMutation();
  const despite = useDespiteReport(action);
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const text = reason.trim();
  const send = async () => {
    setMissing(text === '');
    if (text === '') return;
    const { reason: said, ...rest } = despite.bodyOf({ reason: text });
    if ((await action.send([said, rest], (key) => post(said, key, rest))) === null) return;
    toast.success(done);
    question.onClose();
  };
  return (
    <ConfirmDialog
      {...question}
      confirm={despite.words(question.confirm)}
      isDanger={isDanger}
      action={action}
      onConfirm={send}
    >
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
