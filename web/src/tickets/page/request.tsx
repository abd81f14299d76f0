import { Trans, useLingui } from '@lingui/react/macro';
import type { Ticket, TicketDetails } from '#api/tickets.ts';
import { halalasFromDecimal } from '#domain/money.ts';
import { DownloadButton } from '../../files/save-button.tsx';
import { useFileSize } from '../../files/file-size.ts';
import { Card } from '../../ui/card.tsx';
import { FileIcon } from '../../ui/icons.tsx';
import { InvoiceCodeContents } from '../invoice-code.tsx';

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
      <Invoice ticket={ticket} invoice={invoice} />
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

const fileTypes: Record<string, string> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
};

function Invoice({
  ticket,
  invoice,
}: {
  ticket: Ticket;
  invoice: TicketDetails['invoice'] | null;
}) {
  const { t } = useLingui();
  const size = useFileSize();
  const { ticket_number } = ticket;
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 border border-line bg-raised px-4 py-3">
      <FileIcon className="size-5 text-ink-faint" />
      <div className="min-w-0 grow basis-40">
        <p className="wrap-anywhere">
          <span className="sr-only">
            <Trans>Invoice:</Trans>{' '}
          </span>
          {invoice ? (
            <bdi translate="no" className="font-semibold">
              {invoice.name}
            </bdi>
          ) : (
            <Trans>Invoice</Trans>
          )}
        </p>
        {invoice ? (
          <p className="text-sm text-ink-soft">
            <bdi translate="no">{fileTypes[invoice.content_type]}</bdi> ·{' '}
            <bdi translate="no">{size(invoice.size_bytes)}</bdi>
          </p>
        ) : null}
      </div>
      <span className="print:hidden">
        <DownloadButton
          store="ticket-invoices"
          path={ticket.invoice_url}
          label={t`Download invoice of ${ticket_number}`}
        >
          <Trans>Download</Trans>
        </DownloadButton>
      </span>
    </div>
  );
}
