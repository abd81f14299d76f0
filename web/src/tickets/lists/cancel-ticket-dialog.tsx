import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { errorMessages } from '#api/error-messages.ts';
import { documentLanguage } from '../../i18n.ts';
import type { Ticket } from '#api/tickets.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Money } from '../../ui/money.tsx';
import { toast } from '../../ui/toaster.tsx';
import { UserText } from '../../ui/user-text.tsx';

/**
 * Withdraws a waiting ticket after a confirmation that names the amount and the agency; its funds are free again.
 * The list holds it, not the ticket's row: where the ticket `isAnswered` meanwhile the row goes, and the dialog says why.
 */
export default function CancelTicketDialog({
  ticket,
  isAnswered,
  back,
  onClose,
}: {
  ticket: Ticket;
  isAnswered: boolean;
  /** Where one is again once it is closed; the list. */
  back?: ReactNode;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const cancel = useIdempotentMutation('cancel_ticket', {
    onSuccess: async (_, reloaded) => {
      toast.success(t`Ticket cancelled`);
      await reloaded;
      onClose();
    },
  });
  // Somebody was faster; while its own cancellation is under way the ticket leaves the list too.
  const isOver =
    cancel.code === 'ticket_not_pending' || (isAnswered && !cancel.isSending && !cancel.isDone);
  if (isOver) return <AnsweredDialog back={back} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={<Trans>Cancel this ticket?</Trans>}
      cancel={<Trans>Keep ticket</Trans>}
      confirm={<Trans>Cancel ticket</Trans>}
      isDanger
      isSending={cancel.isSending}
      onConfirm={() => void cancel.send({ params: { id: ticket.id } })}
      onClose={onClose}
    >
      <p>
        <Trans>
          Ticket <UserText text={ticket.ticket_number} />: your request for{' '}
          <Money amount={ticket.amount_sar} /> to{' '}
          <UserText text={ticket.agency_name ?? t`the agency`} /> is withdrawn and no longer held in
          your budget. This cannot be undone.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}

function AnsweredDialog({ back, onClose }: { back?: ReactNode; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      role="alertdialog"
      width="small"
      title={<Trans>This ticket cannot be cancelled</Trans>}
      actions={<Button onPress={onClose}>{back ?? <Trans>Back to the list</Trans>}</Button>}
    >
      <p role="alert">{errorMessages[documentLanguage()].ticket_not_pending}</p>
    </Dialog>
  );
}
