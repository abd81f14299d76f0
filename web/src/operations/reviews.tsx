import { Trans, useLingui } from '@lingui/react/macro';
import { reviewStatuses, type TicketToReview } from '#api/operations-companies.ts';
import { call } from '../api/call.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { IsoDate } from '../ui/iso-date.tsx';
import { Link } from '../ui/link.tsx';
import { Money } from '../ui/money.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ScreenTitle } from '../ui/screen-title.tsx';
import type { Column } from '../ui/table.tsx';
import { Typed } from '../ui/typed.tsx';
import { MoneyOrNone } from './companies.tsx';
import { DeskTable } from './desk-table.tsx';
import { staffTicketPath } from './staff-ticket.ts';
import { Tabs } from './tabs.tsx';
import { TakeCsv } from './take-csv.tsx';
import { useDeskPages } from './use-desk.ts';
import { useFilters } from './use-filters.ts';

/** Tickets that nobody answers for yet, the oldest first; the status stands in the address. */
export default function Reviews() {
  const { t } = useLingui();
  const { filters, address } = useFilters(['status']);
  const status = reviewStatuses.find((one) => one === filters.status) ?? 'Approved';
  const pages = useDeskPages(['reviews', status], (cursor, signal) =>
    call('list_tickets_to_review', { query: { status, cursor }, signal }),
  );
  return (
    <>
      <ScreenTitle name={`${t`Tickets to review`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Tickets to review</Trans>}
        lead={
          <Trans>
            No confirmed budget covers these tickets. An agency is paid once the ticket is reviewed,
            or a budget that covers it is confirmed.
          </Trans>
        }
        actions={
          <TakeCsv of="list_tickets_to_review" input={{ query: { status, format: 'csv' } }} />
        }
      />
      <Tabs
        label={t`Which tickets`}
        current={status}
        tabs={[
          {
            id: 'Approved',
            to: address('status', null),
            name: <Trans>Approved by the agency</Trans>,
          },
          {
            id: 'PendingAgencyApproval',
            to: address('status', 'PendingAgencyApproval'),
            name: <Trans>Waiting for the agency</Trans>,
          },
        ]}
      />
      <DeskTable
        pages={pages}
        label={t`Tickets to review`}
        rowKey={({ ticket }) => ticket.id}
        empty={<EmptyState title={<Trans>No ticket waits for a review.</Trans>} />}
        columns={columns}
      />
    </>
  );
}

const columns: Column<TicketToReview>[] = [
  {
    id: 'ticket',
    header: <Trans>Ticket</Trans>,
    cell: ({ ticket }) => (
      <Link to={staffTicketPath(ticket.ticket_number)}>
        <bdi>{ticket.ticket_number}</bdi>
      </Link>
    ),
  },
  {
    id: 'company',
    header: <Trans>Company</Trans>,
    cell: ({ ticket }) => (
      <Link to={`/operations/companies/${ticket.company_id}`}>
        <Typed text={ticket.company_name ?? '—'} />
      </Link>
    ),
  },
  {
    id: 'agency',
    header: <Trans>Agency</Trans>,
    cell: ({ ticket }) => (
      <Link to={`/operations/agencies/${ticket.agency_id}`}>
        <Typed text={ticket.agency_name ?? '—'} />
      </Link>
    ),
  },
  {
    id: 'requested',
    header: <Trans>Requested</Trans>,
    cell: ({ ticket }) => <IsoDate date={ticket.created_local_date} />,
  },
  {
    id: 'budget',
    header: <Trans>Approval budget</Trans>,
    figures: true,
    cell: ({ total_approval_budget }) => <MoneyOrNone amount={total_approval_budget} />,
  },
  {
    id: 'amount',
    header: <Trans>Amount</Trans>,
    figures: true,
    cell: ({ ticket }) => <Money amount={ticket.amount_sar} />,
  },
];
