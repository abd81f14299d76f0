import { Trans, useLingui } from '@lingui/react/macro';
import type { TaxInvoice } from '#api/documents.ts';
import type { TicketDetails } from '#api/tickets.ts';
import { languages } from '#domain/languages.ts';
import { languageFacts } from '../i18n.ts';
import { Card } from '../ui/card.tsx';
import { IsoDate } from '../ui/iso-date.tsx';
import { Money } from '../ui/money.tsx';
import { DocumentRow } from './document-row.tsx';
import { TakeFile } from './take-file.tsx';

/** What the platform has issued about a ticket to the one who reads it; nothing where there is none. */
export function TicketDocuments({ details }: { details: TicketDetails }) {
  const { ticket, settled_on } = details;
  const taxInvoices = details.tax_invoices ?? [];
  if (!settled_on && taxInvoices.length === 0) return null;
  return (
    <Card title={<Trans>Documents</Trans>} look="plain">
      <ul className="grid gap-3">
        {taxInvoices.map((invoice) => (
          <TaxInvoiceRow key={invoice.id} invoice={invoice} />
        ))}
        {settled_on ? (
          <SettlementRow ticketNumber={ticket.ticket_number} settledOn={settled_on} />
        ) : null}
      </ul>
    </Card>
  );
}

function TaxInvoiceRow({ invoice }: { invoice: TaxInvoice }) {
  const { t } = useLingui();
  const { id, type, invoice_number, issued_on, total_amount } = invoice;
  return (
    <DocumentRow
      name={type === 'invoice' ? <Trans>Tax invoice</Trans> : <Trans>Credit note</Trans>}
      note={
        <>
          <bdi>{invoice_number}</bdi> · <IsoDate date={issued_on} /> ·{' '}
          <Money amount={total_amount} />
        </>
      }
    >
      {languages.map((language) => (
        <TakeFile
          key={language}
          small
          of="tax_invoice_file"
          input={{ params: { id }, query: { language } }}
          label={t`Download ${invoice_number} in ${languageFacts[language].name}`}
        >
          <span lang={language}>{languageFacts[language].name}</span>
        </TakeFile>
      ))}
    </DocumentRow>
  );
}

function SettlementRow({ ticketNumber, settledOn }: { ticketNumber: string; settledOn: string }) {
  const { t } = useLingui();
  return (
    <DocumentRow
      name={<Trans>Settlement letter</Trans>}
      note={
        <Trans>
          Everything was repaid on <IsoDate date={settledOn} />
        </Trans>
      }
    >
      {languages.map((language) => (
        <TakeFile
          key={language}
          small
          of="settlement_letter"
          input={{ params: { ticket_number: ticketNumber }, query: { language } }}
          label={t`Download the settlement letter in ${languageFacts[language].name}`}
        >
          <span lang={language}>{languageFacts[language].name}</span>
        </TakeFile>
      ))}
    </DocumentRow>
  );
}
