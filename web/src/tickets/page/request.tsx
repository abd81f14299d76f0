import { Trans } from '@lingui/react/macro';
import type { Ticket, TicketDetails } from '#api/tickets.ts';
import { halalasFromDecimal } from '#domain/money.ts';
import { Card } from '../../ui/card.tsx';
import { InvoiceCodeContents } from '../invoice-code.tsx';
import { TicketInvoice } from '../ticket-invoice.tsx';

/** What the company asked for in its own words, and the invoice it gave. `invoice` is null until it is known. */
export function TicketRequest({
  ticket,
  invoice,
}: {
  ticket: Ticket;
  invoice: TicketDetails['invoice'] | null;
}) {
  return (
    <Card title={<Trans>Request</Trans>} look="plain">
      {ticket.description ? (
        <p dir="auto" className="w-fit max-w-prose text-start whitespace-pre-line wrap-anywhere">
          {ticket.description}
        </p>
      ) : (
        <p className="text-ink-soft">
          <Trans>No description was given.</Trans>
        </p>
      )}
      <div className="mt-5">
        <TicketInvoice ticket={ticket} invoice={invoice} />
      </div>
      {invoice?.code ? (
        <div className="mt-3">
          <InvoiceCodeContents
            code={invoice.code}
            amount={halalasFromDecimal(ticket.amount_sar)}
            seller={invoice.seller}
          />
        </div>
      ) : null}
    </Card>
  );
}
