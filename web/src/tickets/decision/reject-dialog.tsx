import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Ticket } from '#api/tickets.ts';
import { REJECTION_REASON_MAX_LENGTH } from '#domain/tickets/ticket.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Money } from '../../ui/money.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { UserText } from '../../ui/user-text.tsx';
import type { TicketDecision } from './use-ticket-decision.ts';

/** SPEC section 2: an optional reason, Cancel and Confirm Rejection. */
export default function RejectDialog({
  ticket,
  answer,
  onClose,
}: {
  ticket: Ticket;
  answer: TicketDecision;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const tooMany = reason.trim().length - REJECTION_REASON_MAX_LENGTH;
  const company = ticket.company_name ?? t`the company`;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="small"
      isBusy={answer.isSending}
      title={<Trans>Reject Ticket</Trans>}
      lead={
        <span className="wrap-anywhere">
          <Trans>
            <UserText text={ticket.ticket_number} /> of <UserText text={company} />,{' '}
            <Money amount={ticket.amount_sar} />. This cannot be undone.
          </Trans>
        </span>
      }
      actions={
        <>
          <Button tone="secondary" onPress={onClose} isDisabled={answer.isSending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            tone="danger"
            isPending={answer.isSending}
            isDisabled={tooMany > 0}
            onPress={() => answer.send({ move: 'reject', ticket, reason })}
          >
            <Trans>Confirm Rejection</Trans>
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <TextArea
          label={t`Reason`}
          optional
          hint={t`The company will see it on the ticket.`}
          rows={4}
          value={reason}
          onChange={(text) => {
            setReason(text);
            answer.forgetProblem();
          }}
          error={
            tooMany > 0
              ? t`${plural(tooMany, {
                  one: '# character too many. Shorten the reason.',
                  other: '# characters too many. Shorten the reason.',
                })}`
              : undefined
          }
        />
        <FormError message={answer.problem} />
      </div>
    </Dialog>
  );
}
