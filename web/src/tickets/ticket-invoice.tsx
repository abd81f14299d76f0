import { Trans, useLingui } from '@lingui/react/macro';
import type { Ticket, TicketDetails } from '#api/tickets.ts';
import { linkToFile } from '../files/download-file.ts';
import { useFileSize } from '../files/file-size.ts';
import { ReadableFile } from '../files/readable-file.tsx';
import { DownloadButton } from '../files/save-button.tsx';
import { FileIcon } from '../ui/icons.tsx';

const fileTypes: Record<string, string> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
};

/** A ticket's invoice: read in the page, or saved. `invoice` is null where no more than the ticket is known. */
export function TicketInvoice({
  ticket,
  invoice,
}: {
  ticket: Ticket;
  invoice: TicketDetails['invoice'] | null;
}) {
  const { t } = useLingui();
  const size = useFileSize();
  const { ticket_number, invoice_url } = ticket;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border border-line bg-raised px-4 py-3">
      <FileIcon className="size-5 text-ink-faint" />
      <div className="min-w-0 grow basis-24">
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
      <ReadableFile
        name={t`Invoice of ${ticket_number}`}
        link={() => linkToFile('ticket-invoices', invoice_url)}
      >
        <DownloadButton
          store="ticket-invoices"
          path={invoice_url}
          label={t`Download invoice of ${ticket_number}`}
        >
          <Trans>Download</Trans>
        </DownloadButton>
      </ReadableFile>
    </div>
  );
}
