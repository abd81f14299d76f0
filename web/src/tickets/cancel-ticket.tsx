import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { errorMessages } from '#api/error-messages.ts';
import { documentLanguage } from '../i18n.ts';
import type { Ticket } from '#api/tickets.ts';
import { ApiError, messageOf } from '../api/api-error.ts';
import { call, newIdempotencyKey } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Money } from '../ui/money.tsx';
import { toast } from '../ui/toaster.tsx';
import { UserText } from '../ui/user-text.tsx';

/**
 * Withdraws a waiting ticket after a confirmation that names the amount and the agency; its funds are free again.
 * The list holds it, not the ticket's row: where the ticket `isAnswered` meanwhile the row goes, and the dialog says why.
 */
export function CancelTicketDialog({
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
  const queryClient = useQueryClient();
  // One key for this intention: a second try after a lost answer cannot cancel twice.
  const key = useRef(newIdempotencyKey());
  const cancel = useMutation({
    mutationFn: () =>
      call('cancel_ticket', { params: { id: ticket.id }, idempotencyKey: key.current }),
    onSuccess: async () => {
      toast.success(t`Ticket cancelled`);
      await queryClient.invalidateQueries();
      onClose();
    },
    onError: (error) => {
      toast.error(messageOf(error));
      // Somebody was faster: the list is out of date.
      if (isTooLate(error)) void queryClient.invalidateQueries();
    },
  });
  // While its own cancellation is under way the ticket leaves the list too.
  const isOver = isTooLate(cancel.error) || (isAnswered && !cancel.isPending && !cancel.isSuccess);
  if (isOver) return <AnsweredDialog back={back} onClose={onClose} />;
  return (
    <Confirm
      title={<Trans>Cancel this ticket?</Trans>}
      cancel={<Trans>Keep ticket</Trans>}
      confirm={<Trans>Cancel ticket</Trans>}
      isDanger
      isSending={cancel.isPending}
      onConfirm={() => cancel.mutate()}
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
    </Confirm>
  );
}

function isTooLate(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'ticket_not_pending';
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
