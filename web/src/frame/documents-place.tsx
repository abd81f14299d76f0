import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { addDays, addMonths } from '#domain/calendar.ts';
import { isRole, type Role } from '#domain/accounts/roles.ts';
import { ownDocumentKinds, type OwnDocumentKind } from '#domain/own-lists.ts';
import type { OwnDocument } from '#api/own-lists.ts';
import { useAuth } from '../accounts/auth-context.tsx';
import { RequireRole } from '../accounts/require-role.tsx';
import { call } from '../api/call.ts';
import { downloadGenerated } from '../files/download-file.ts';
import { SaveButton } from '../files/save-button.tsx';
import { ExportCsvButton } from '../files/export-csv-button.tsx';
import { DownloadInEachLanguage } from '../documents/download-in-each-language.tsx';
import { languageFacts } from '../i18n.ts';
import { InvoiceButton } from '../tickets/invoice-button.tsx';
import { TicketLink, ticketNumberLink } from '../tickets/ticket-link.tsx';
import { Badge } from '../ui/badge.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { CheckIcon, ClockIcon } from '../ui/icons.tsx';
import { IsoDate } from '../ui/iso-date.tsx';
import type { Column, Groups } from '../ui/table.tsx';
import { useLanguage } from '../ui/language-switch.tsx';
import { useMonthName } from '../ui/use-month-name.ts';
import { UserText } from '../ui/user-text.tsx';
import { useKindWord } from './kind-word.ts';
import { OwnList, type OwnListQuery } from './own-list.tsx';

const csv = (listQuery: OwnListQuery<OwnDocumentKind>) => (
  <ExportCsvButton of="list_own_documents" input={{ query: { ...listQuery, format: 'csv' } }} />
);
const months = (listQuery: OwnListQuery<OwnDocumentKind>): Groups<OwnDocument> => ({
  of: ({ issued_on }) => issued_on.slice(0, 7),
  heading: (month) => <Month month={month} listQuery={listQuery} />,
});
const counted = (count: number) => <Plural value={count} one="# document" other="# documents" />;

/** The documents of each side, in the order of a ticket's life. */
const kindsOf: Record<Role, readonly OwnDocumentKind[]> = {
  company: ['invoice', 'financing_documents', 'settlement_letter'],
  agency: ['invoice', 'tax_invoice', 'credit_note', 'remittance_advice'],
};

/** The documents of a company or an agency, of all tickets. */
export default function DocumentsPlace() {
  const { t } = useLingui();
  const { role } = useAuth();
  const side: Role = isRole(role) ? role : 'company';
  const word = useKindWord();
  const kinds = ownDocumentKinds.filter((kind) => kindsOf[side].includes(kind));
  return (
    <RequireRole only={side}>
      <DocumentTitle name={t`Documents`} />
      <OwnList
        title={t`Documents`}
        lead={
          side === 'company' ? (
            <Trans>
              Your invoices, what you accept before an agency is paid, and proof that you have
              repaid.
            </Trans>
          ) : (
            <Trans>
              The invoices of your tickets, those for our fee, and what was sent to your account.
            </Trans>
          )
        }
        of="documents"
        searchLabel={side === 'company' ? t`Ticket or agency` : t`Ticket, company or number`}
        statusLabel={t`Kind`}
        orders={['newest', 'oldest']}
        statuses={kinds.map((id) => ({ id, label: word(id) }))}
        hasStatusTabs
        read={(listQuery, cursor, signal) =>
          call('list_own_documents', { query: { ...listQuery, cursor }, signal })
        }
        csv={csv}
        columns={useColumns(side)}
        rowKey={({ id }) => id}
        groupsOf={months}
        count={counted}
        hasSum={false}
        empty={
          <EmptyState title={<Trans>No documents yet</Trans>}>
            <Trans>The first one is the invoice of your first ticket.</Trans>
          </EmptyState>
        }
      />
    </RequireRole>
  );
}

/** The heading of a month, with a ZIP of what the list finds of it. */
function Month({
  month,
  listQuery: { text, status, from, to },
}: {
  /** YYYY-MM */
  month: string;
  listQuery: OwnListQuery<OwnDocumentKind>;
}) {
  const { t } = useLingui();
  const language = useLanguage();
  const name = useMonthName()(`${month}-01`, true);
  const first = `${month}-01`;
  const last = addDays(addMonths(first, 1), -1);
  return (
    <span className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span className="text-lg font-semibold">{name}</span>
      <span className="-mx-3">
        <SaveButton
          label={t`Download ${name} as ZIP`}
          problem={t`The ZIP could not be downloaded whole. Please try again.`}
          save={() =>
            downloadGenerated('download_own_documents', {
              query: {
                text,
                status,
                from: from && from > first ? from : first,
                to: to && to < last ? to : last,
                language,
              },
            })
          }
        >
          <Trans>Download as ZIP</Trans>
        </SaveButton>
      </span>
    </span>
  );
}

function useColumns(side: Role): Column<OwnDocument>[] {
  const { t } = useLingui();
  const word = useKindWord();
  return [
    {
      id: 'document',
      header: t`Document`,
      cell: ({ kind, invoice_number }) => (
        <span>
          {word(kind)}
          {invoice_number ? (
            <>
              {' '}
              <bdi translate="no" className="tabular-nums">
                {invoice_number}
              </bdi>
            </>
          ) : null}
        </span>
      ),
    },
    {
      id: 'ticket',
      header: t`Ticket`,
      cell: ({ ticket_number }) => ticketNumberLink(ticket_number),
    },
    {
      id: 'party',
      header: side === 'company' ? t`Agency` : t`Company`,
      cell: ({ party_name }) => <UserText text={party_name ?? '—'} />,
    },
    {
      id: 'issued',
      header: t`Issued on`,
      cell: ({ issued_on }) => <IsoDate date={issued_on} />,
    },
    { id: 'take', header: t`Open`, cell: (document) => <Take document={document} /> },
  ];
}

/** How a document is taken: its file in each language, or the ticket's page, where financing documents are read. */
function Take({
  document: { id, kind, ticket_number, invoice_number, invoice_path, accepted_on },
}: {
  document: OwnDocument;
}) {
  const { t } = useLingui();
  switch (kind) {
    case 'invoice':
      return (
        <Files>
          <InvoiceButton ticket={{ ticket_number, invoice_url: invoice_path! }} />
        </Files>
      );
    case 'financing_documents':
      return (
        <span className="inline-flex flex-wrap items-center gap-x-4 gap-y-1 cards:justify-end">
          {accepted_on ? (
            <Badge tone="good" icon={CheckIcon}>
              <Trans>Accepted</Trans>
            </Badge>
          ) : (
            <Badge tone="now" icon={ClockIcon}>
              <Trans>Not accepted</Trans>
            </Badge>
          )}
          <TicketLink
            ticketNumber={ticket_number}
            className="text-link"
            aria-label={t`Read the documents of ${ticket_number}`}
          >
            <Trans>Read them</Trans>
          </TicketLink>
        </span>
      );
    case 'settlement_letter':
      return (
        <Files>
          <DownloadInEachLanguage
            of="settlement_letter"
            inputIn={(language) => ({ params: { ticket_number }, query: { language } })}
            labelIn={(language) =>
              t`Download the settlement letter of ${ticket_number} in ${languageFacts[language].name}`
            }
          />
        </Files>
      );
    case 'remittance_advice':
      return (
        <Files>
          <DownloadInEachLanguage
            of="remittance_advice"
            inputIn={(language) => ({ params: { ticket_number }, query: { language } })}
            labelIn={(language) =>
              t`Download the remittance advice of ${ticket_number} in ${languageFacts[language].name}`
            }
          />
        </Files>
      );
    default:
      return (
        <Files>
          <DownloadInEachLanguage
            of="tax_invoice_file"
            inputIn={(language) => ({ params: { id }, query: { language } })}
            labelIn={(language) => t`Download ${invoice_number} in ${languageFacts[language].name}`}
          />
        </Files>
      );
  }
}

function Files({ children }: { children: ReactNode }) {
  return <span className="-mx-3 -my-2 inline-flex flex-wrap">{children}</span>;
}
