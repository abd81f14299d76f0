import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { isRole, type Role } from '#domain/accounts/roles.ts';
import { ticketStatuses, type TicketStatus } from '#domain/tickets/ticket.ts';
import type { OwnTicket } from '#api/own-lists.ts';
import { useAuth } from '../accounts/auth-context.tsx';
import { RequireRole } from '../accounts/require-role.tsx';
import { call } from '../api/call.ts';
import { ExportCsvButton } from '../files/export-csv-button.tsx';
import { InvoiceButton } from '../tickets/invoice-button.tsx';
import { PaymentHolds } from '../tickets/page/payment-holds.tsx';
import { Term } from '../tickets/repayment-term.tsx';
import { ticketEndWords } from '../tickets/ticket-ends.tsx';
import { TicketBadge } from '../tickets/ticket-badge.tsx';
import { ticketNumberLink } from '../tickets/ticket-link.tsx';
import { useStatusWord } from '../ui/status-badge.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IsoDate } from '../ui/iso-date.tsx';
import { Money } from '../ui/money.tsx';
import type { Column } from '../ui/table.tsx';
import { UserText } from '../ui/user-text.tsx';
import { OwnList, type OwnListQuery } from './own-list.tsx';

const csv = (listQuery: OwnListQuery<TicketStatus>) => (
  <ExportCsvButton of="list_own_tickets" input={{ query: { ...listQuery, format: 'csv' } }} />
);
const counted = (count: number) => <Plural value={count} one="# ticket" other="# tickets" />;

/** All tickets of a company or an agency. */
export default function TicketsPlace() {
  const { t } = useLingui();
  const { role } = useAuth();
  const side: Role = isRole(role) ? role : 'company';
  const statusWord = useStatusWord();
  return (
    <RequireRole only={side}>
      <DocumentTitle name={t`Tickets`} />
      <OwnList
        title={t`Tickets`}
        lead={
          side === 'company' ? (
            <Trans>Every campaign you have asked us to finance, by agency and status.</Trans>
          ) : (
            <Trans>Every campaign that companies have requested from you, by status.</Trans>
          )
        }
        of="tickets"
        searchLabel={side === 'company' ? t`Number or agency` : t`Number or company`}
        statuses={ticketStatuses.map((id) => ({ id, label: statusWord(id) }))}
        read={(listQuery, cursor, signal) =>
          call('list_own_tickets', { query: { ...listQuery, cursor }, signal })
        }
        csv={csv}
        columns={useColumns(side)}
        rowKey={({ id }) => id}
        count={counted}
        empty={
          <EmptyState title={<Trans>No tickets yet</Trans>}>
            {side === 'company' ? (
              <Trans>Your first request appears here as soon as it is sent.</Trans>
            ) : (
              <Trans>A company's request to your agency appears here at once.</Trans>
            )}
          </EmptyState>
        }
      />
    </RequireRole>
  );
}

function useColumns(side: Role): Column<OwnTicket>[] {
  const { t } = useLingui();
  return [
    {
      id: 'ticket',
      header: t`Ticket`,
      cell: ({ ticket_number }) => ticketNumberLink(ticket_number),
    },
    {
      id: 'party',
      header: side === 'company' ? t`Agency` : t`Company`,
      cell: ({ agency_name, company_name }) => (
        <UserText text={(side === 'company' ? agency_name : company_name) ?? '—'} />
      ),
    },
    {
      id: 'requested',
      header: t`Requested`,
      cell: ({ created_local_date }) => <IsoDate date={created_local_date} />,
    },
    {
      id: 'status',
      header: t`Status`,
      cell: ({ closed_as, holds, review, ...ticket }) => (
        <>
          <TicketBadge ticket={ticket} />
          <div className="mt-1 grid max-w-80 gap-1 text-sm text-ink-soft empty:hidden">
            {closed_as ? <p>{ticketEndWords[closed_as][side]}.</p> : null}
            <PaymentHolds holds={holds} review={review} role={side} />
          </div>
        </>
      ),
    },
    {
      id: 'term',
      header: t`Repayment Term`,
      cell: ({ repayment_term }) => <Term term={repayment_term} />,
    },
    {
      id: 'amount',
      header: t`Amount`,
      figures: true,
      cell: ({ amount_sar }) => <Money amount={amount_sar} />,
    },
    {
      id: 'invoice',
      header: t`Invoice`,
      cell: (ticket) => <InvoiceButton ticket={ticket} />,
    },
  ];
}
