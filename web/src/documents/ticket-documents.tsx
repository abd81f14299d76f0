import { Trans, useLingui } from '@lingui/react/macro';
import type { TaxInvoice } from '#api/documents.ts';
import { languageFacts } from '../i18n.ts';
import { Card } from '../ui/card.tsx';
import { IsoDate } from '../ui/iso-date.tsx';
import { Money } from '../ui/money.tsx';
import { DocumentRow } from './document-row.tsx';
import { DownloadInEachLanguage } from './download-in-each-language.tsx';

/** Who reads: a party of the ticket by its own operations, staff by theirs. */
type Reader = 'party' | 'staff';

/** What the platform has issued about a ticket to the one who reads it; nothing where there is none. */
export function TicketDocuments({
  by,
  ticketNumber,
  taxInvoices,
  payout,
  settledOn,
  awaitsProof,
}: {
  by: Reader;
  ticketNumber: string;
  taxInvoices: readonly TaxInvoice[];
  /** Null where the reader is told of none: a company. */
  payout: { sent_on: string | null; net_amount: string } | null;
  /** Null: there is no settlement letter. */
  settledOn: string | null;
  /** The letter waits for the proof of a payment. */
  awaitsProof: boolean;
}) {
  const sent = payout?.sent_on ? payout : null;
  if (!settledOn && !awaitsProof && !sent && taxInvoices.length === 0) return null;
  return (
    <Card title={<Trans>Documents</Trans>} look="plain">
      <ul className="grid gap-3">
        {taxInvoices.map((invoice) => (
          <TaxInvoiceRow key={invoice.id} by={by} invoice={invoice} />
        ))}
        {sent ? (
          <RemittanceRow by={by} ticketNumber={ticketNumber} amount={sent.net_amount} />
        ) : null}
        {awaitsProof ? (
          <AwaitedSettlementRow by={by} />
        ) : settledOn ? (
          <SettlementRow by={by} ticketNumber={ticketNumber} settledOn={settledOn} />
        ) : null}
      </ul>
    </Card>
  );
}

function TaxInvoiceRow({ by, invoice }: { by: Reader; invoice: TaxInvoice }) {
  const { t } = useLingui();
  const { id, type, invoice_number, issued_on, total_amount } = invoice;
  return (
    <DocumentRow
      name={type === 'invoice' ? <Trans>Tax invoice</Trans> : <Trans>Credit note</Trans>}
      note={
        <>
          <bdi translate="no">{invoice_number}</bdi> · <IsoDate date={issued_on} /> ·{' '}
          <Money amount={total_amount} />
        </>
      }
    >
      <DownloadInEachLanguage
        of={by === 'staff' ? 'staff_tax_invoice_file' : 'tax_invoice_file'}
        inputIn={(language) => ({ params: { id }, query: { language } })}
        labelIn={(language) => t`Download ${invoice_number} in ${languageFacts[language].name}`}
      />
    </DocumentRow>
  );
}

function RemittanceRow({
  by,
  ticketNumber,
  amount,
}: {
  by: Reader;
  ticketNumber: string;
  amount: string;
}) {
  const { t } = useLingui();
  return (
    <DocumentRow
      name={<Trans>Remittance advice</Trans>}
      note={
        <Trans>
          <Money amount={amount} /> sent to the agency
        </Trans>
      }
    >
      <DownloadInEachLanguage
        of={by === 'staff' ? 'staff_remittance_advice' : 'remittance_advice'}
        inputIn={(language) => ({ params: { ticket_number: ticketNumber }, query: { language } })}
        labelIn={(language) => t`Download the remittance advice in ${languageFacts[language].name}`}
      />
    </DocumentRow>
  );
}

function SettlementRow({
  by,
  ticketNumber,
  settledOn,
}: {
  by: Reader;
  ticketNumber: string;
  settledOn: string;
}) {
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
      <DownloadInEachLanguage
        of={by === 'staff' ? 'staff_settlement_letter' : 'settlement_letter'}
        inputIn={(language) => ({ params: { ticket_number: ticketNumber }, query: { language } })}
        labelIn={(language) => t`Download the settlement letter in ${languageFacts[language].name}`}
      />
    </DocumentRow>
  );
}

function AwaitedSettlementRow({ by }: { by: Reader }) {
  return (
    <DocumentRow
      name={<Trans>Settlement letter</Trans>}
      note={
        by === 'staff' ? (
          <Trans>
            Not yet: everything is paid, but no line of a compared bank statement shows one of the
            payments and no second person has confirmed it.
          </Trans>
        ) : (
          <Trans>Not yet: we are verifying a payment at the bank. The letter follows then.</Trans>
        )
      }
    />
  );
}
