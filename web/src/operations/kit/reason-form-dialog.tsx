import { REJECTION_REASON_MAX_LENGTH } from '#domain/tickets/ticket.ts';
import {
  useIdempotentMutation,
  type MutationId,
  type MutationInput,
} from '../../api/use-idempotent-mutation.ts';
import { FormFields } from '../../ui/forms/form.tsx';
import { useCheckedForm } from '../../ui/forms/use-checked-form.ts';
import { toast } from '../../ui/toaster.tsx';
import { useDespiteReport } from '../tickets/despite-report.tsx';
import { ConfirmFactsDialog, type Question } from './confirm-facts-dialog.tsx';
import { ReasonField, useReasonCheck } from './reason-field.tsx';

/** A decision that needs a reason, which the history keeps. */
export default function ReasonFormDialog<Id extends MutationId>({
  operation,
  input,
  done,
  isDanger = true,
  ...question
}: Question & {
  operation: Id;
  /**
   * `despite_report`: that it is done although a reported transfer is being checked, where it was refused for that.
   * `refusal`: the code by which it was refused before.
   */
  input: (
    said: { reason: string; despite_report?: boolean },
    refusal: string | null,
  ) => MutationInput<Id>;
  /** What is said once it is done. */
  done: string;
}) {
  const mutation = useIdempotentMutation(operation, {
    onSuccess: () => {
      toast.success(done);
      question.onClose();
    },
  });
  const despite = useDespiteReport(mutation);
  const form = useCheckedForm({
    defaultValues: { reason: '' },
    check: useReasonCheck(),
    onValid: ({ reason }) =>
      mutation.send(input(despite.bodyOf({ reason: reason.trim() }), mutation.code)),
    refusal: mutation,
  });
  return (
    <ConfirmFactsDialog
      {...question}
      confirm={despite.words(question.confirm)}
      isDanger={isDanger}
      mutation={mutation}
      onConfirm={form.submit}
    >
      <FormFields form={form}>
        <ReasonField maxLength={REJECTION_REASON_MAX_LENGTH} />
      </FormFields>
    </ConfirmFactsDialog>
  );
}
