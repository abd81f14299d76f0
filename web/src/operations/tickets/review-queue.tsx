import { Trans, useLingui } from '@lingui/react/macro';
import { reviewStatuses, type TicketToReview } from '#api/operations-companies.ts';
import { call } from '../../api/call.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import type { Column } from '../../ui/table.tsx';
import { MoneyOrNone } from '../customers/companies.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { ticketWithPartiesColumns } from './ticket-link.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ExportCsvButton } from '../../files/export-csv-button.tsx';
import { useConsoleList } from '../kit/use-console-query.ts';
import { useUrlFilters } from '../../ui/use-url-filters.ts';

/** Tickets that nobody answers for yet, the oldest first; the status is in the address. */
export default function ReviewQueue() {
  const { t } = useLingui();
  const { filters, address } = useUrlFilters(['status']);
  const status = reviewStatuses.find((one) => one === filters.status) ?? 'Approved';
  const pages = useConsoleList(['reviews', status], (cursor, signal) =>
    call('list_tickets_to_review', { query: { status, cursor }, signal }),
  );
  return (
    <>
      <DocumentTitle name={`${t`Tickets to review`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Tickets to review</Trans>}
        lead={
          <Trans>
            No confirmed budget covers these tickets. An agency is paid once the ticket is reviewed,
            or a budget that covers it is confirmed.
          </Trans>
        }
        actions={
          <ExportCsvButton
            of="list_tickets_to_review"
            input={{ query: { status, format: 'csv' } }}
          />
        }
      />
      <Tabs
        label={t`Filter tickets`}
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
      <DataTable
        pages={pages}
        label={t`Tickets to review`}
        rowKey={({ ticket }) => ticket.id}
        empty={<EmptyState title={<Trans>No tickets are waiting for a review.</Trans>} />}
        columns={columns}
      />
    </>
  );
}

const columns: Column<TicketToReview>[] = [
  ...ticketWithPartiesColumns,
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
