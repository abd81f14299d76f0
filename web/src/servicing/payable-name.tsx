import { Trans } from '@lingui/react/macro';
import type { PayableKind } from '#domain/servicing/payment-request.ts';
import { ticketNumberLink } from '../tickets/ticket-link.tsx';

/** What can be paid, by its ticket, or as the refund that it is. */
export function PayableName({
  kind,
  ticket_number,
  part,
}: {
  kind: PayableKind;
  ticket_number: string | null;
  /** Which installment of the ticket it is. */
  part?: { seq: number; of: number | null } | null;
}) {
  if (ticket_number === null) {
    return kind === 'refund_loss' ? (
      <Trans>Refund that you owe back, in default</Trans>
    ) : (
      <Trans>Refund that you owe back</Trans>
    );
  }
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      {ticketNumberLink(ticket_number)}
      <span className="text-sm font-normal text-ink-soft">
        {kind === 'loss' ? (
          <Trans>in default</Trans>
        ) : part?.of ? (
          <Trans>
            installment {part.seq} of {part.of}
          </Trans>
        ) : part ? (
          <Trans>installment {part.seq}</Trans>
        ) : null}
      </span>
    </span>
  );
}
