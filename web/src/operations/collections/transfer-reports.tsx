import { Trans, useLingui } from '@lingui/react/macro';
import type { StaffTransferReport } from '#api/transfer-reports.ts';
import { call } from '../../api/call.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BanIcon, CheckIcon, ClockIcon, CrossIcon } from '../../ui/icons.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Link } from '../../ui/link.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import type { Column } from '../../ui/table.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { ArrivedDifference } from './arrived-difference.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ExportCsvButton } from '../../files/export-csv-button.tsx';
import { useConsoleList } from '../kit/use-console-query.ts';
import { useUrlFilters } from '../../ui/use-url-filters.ts';

/** Transfers that companies say they have made: to check, the longest waiting first, or decided. */
export default function TransferReports() {
  const { t } = useLingui();
  const { filters, address } = useUrlFilters(['list']);
  const list = filters.list === 'decided' ? 'decided' : 'checking';
  const pages = useConsoleList(['transfer-reports', list], (cursor, signal) =>
    call('list_transfer_reports', { query: { list, cursor }, signal }),
  );
  return (
    <>
      <DocumentTitle name={`${t`Reported transfers`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Reported transfers</Trans>}
        lead={
          <Trans>
            What companies say they have transferred. Until it is decided they receive no reminders.
          </Trans>
        }
        actions={
          <ExportCsvButton of="list_transfer_reports" input={{ query: { list, format: 'csv' } }} />
        }
      />
      <Tabs
        label={t`Filter reports`}
        current={list}
        tabs={[
          { id: 'checking', to: address('list', null), name: <Trans>To check</Trans> },
          { id: 'decided', to: address('list', 'decided'), name: <Trans>Decided</Trans> },
        ]}
      />
      <DataTable
        pages={pages}
        label={t`Reported transfers`}
        rowKey={({ id }) => id}
        columns={columns}
        empty={<EmptyState title={<Trans>No reports here.</Trans>} />}
      />
    </>
  );
}

/** Where a report stands. */
export function ReportStatus({
  report: { status, amount_sar, arrived_amount },
}: {
  report: StaffTransferReport;
}) {
  switch (status) {
    case 'Checking':
      return (
        <Badge tone="now" icon={ClockIcon}>
          <Trans>To check</Trans>
        </Badge>
      );
    case 'Matched':
      return (
        <span className="grid justify-items-start gap-1 cards:justify-items-end">
          <Badge tone="good" icon={CheckIcon}>
            <Trans>Matched</Trans>
          </Badge>
          <span className="text-sm text-ink-soft">
            <ArrivedDifference reported={amount_sar} arrived={arrived_amount ?? amount_sar} />
          </span>
        </span>
      );
    case 'TurnedDown':
      return (
        <Badge tone="bad" icon={CrossIcon}>
          <Trans>Turned down</Trans>
        </Badge>
      );
    case 'Withdrawn':
      return (
        <Badge icon={BanIcon}>
          <Trans context="a report">Withdrawn</Trans>
        </Badge>
      );
  }
}

const columns: Column<StaffTransferReport>[] = [
  {
    id: 'company',
    header: <Trans>Company</Trans>,
    cell: ({ id, company_name }) => (
      <Link to={`/operations/transfer-reports/${id}`}>
        <UserText text={company_name ?? '—'} />
      </Link>
    ),
  },
  {
    id: 'named',
    header: <Trans>Reported for</Trans>,
    cell: ({ ticket_number, request_number, payer_number }) => (
      <bdi translate="no">{ticket_number ?? request_number ?? payer_number}</bdi>
    ),
  },
  {
    id: 'day',
    header: <Trans>Transferred on</Trans>,
    cell: ({ transferred_on }) => <IsoDate date={transferred_on} />,
  },
  {
    id: 'reported',
    header: <Trans>Reported</Trans>,
    cell: ({ reported_at }) => <DateTime at={reported_at} />,
  },
  {
    id: 'status',
    header: <Trans>Status</Trans>,
    cell: (report) => <ReportStatus report={report} />,
  },
  {
    id: 'amount',
    header: <Trans>Amount</Trans>,
    figures: true,
    cell: ({ amount_sar }) => <Money amount={amount_sar} />,
  },
];
