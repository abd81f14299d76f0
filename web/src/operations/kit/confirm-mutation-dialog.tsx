import {
  useIdempotentMutation,
  type MutationId,
  type MutationInput,
} from '../../api/use-idempotent-mutation.ts';
import { toast } from '../../ui/toaster.tsx';
import { ConfirmFactsDialog, type Question } from './confirm-facts-dialog.tsx';

/** A write that needs no more than a yes. */
export function ConfirmMutationDialog<Id extends MutationId>({
  operation,
  input,
  done,
  ...question
}: Question & {
  operation: Id;
  input: MutationInput<Id>;
  /** What is said once it is done. */
  done: string;
}) {
  const mutation = useIdempotentMutation(operation, {
    onSuccess: () => {
      toast.success(done);
      question.onClose();
    },
  });
  return (
    <ConfirmFactsDialog {...question} mutation={mutation} onConfirm={() => mutation.send(input)} />
  );
}
