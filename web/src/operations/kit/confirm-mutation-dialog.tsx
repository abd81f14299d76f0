import { toast } from '../../ui/toaster.tsx';
import { ConfirmDialog, type Question } from './confirm-dialog.tsx';
import { useMoneyMutation } from './use-money-mutation.ts';

/** A move that needs no more than a yes. */
export function ConfirmMutationDialog({
  sends,
  post,
  done,
  ...question
}: Question & {
  /** What is sent, as plain data: sent again unchanged it counts once. */
  sends: unknown;
  post: (idempotencyKey: string) => Promise<object>;
  /** What is said once it is done. */
  done: string;
}) {
  const action = useMoneyMutation();
  const send = async () => {
    if ((await action.send(sends, post)) === null) return;
    toast.success(done);
    question.onClose();
  };
  return <ConfirmDialog {...question} action={action} onConfirm={send} />;
}
