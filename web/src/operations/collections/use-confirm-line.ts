import { useLingui } from '@lingui/react/macro';
import type { BankStatementLineView } from '#api/bank-statements.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { toast } from '../../ui/toaster.tsx';
import { useReasonToRecord } from './reason-to-record.tsx';

type Line = BankStatementLineView;

interface Target {
  payment_id: string | null;
  company_id: string | null;
  ticket_number: string | null;
  request_number: string | null;
}

/** Sends what a line is, and says so. */
export function useConfirmLine(line: Line, onClose: () => void) {
  const { t } = useLingui();
  const mutation = useIdempotentMutation('confirm_bank_statement_line', {
    onSuccess: () => {
      toast.success(t`The line is confirmed`);
      onClose();
    },
  });
  const reason = useReasonToRecord(mutation);
  const confirm = (target: Target) =>
    mutation.send({ params: { id: line.id }, body: reason.bodyOf(target) });
  return { mutation, confirm, words: reason.words, field: reason.field };
}
