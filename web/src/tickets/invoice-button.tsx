import { Trans, useLingui } from '@lingui/react/macro';
import type { Ticket } from '#api/tickets.ts';
import { DownloadButton } from '../files/save-button.tsx';

/** Downloads a ticket's invoice. */
export function InvoiceButton({
  ticket: { ticket_number, invoice_url },
}: {
  ticket: Pick<Ticket, 'ticket_number' | 'invoice_url'>;
}) {
  const { t } = useLingui();
  return (
    <DownloadButton
      store="ticket-invoices"
      path={invoice_url}
      label={t`Invoice of ${ticket_number}`}
    >
      <Trans>Invoice</Trans>
    </DownloadButton>
  );
}
