import { Trans, useLingui } from '@lingui/react/macro';
import type { StoppedPayout } from '#api/operations-companies.ts';
import { decidePayoutBy, firstDayLate } from '#domain/installments/lateness.ts';
import { call } from '../../api/call.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import type { Column } from '../../ui/table.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { ExportCsvButton } from '../../files/export-csv-button.tsx';
import { ticketWithPartiesColumns } from '../tickets/ticket-link.tsx';
import { useConsoleList } from '../kit/use-console-query.ts';

/** Payouts of companies that are overdue for too long, each with the day by which two people decide. */
export default function StoppedPayouts() {
  const { t } = useLingui();
  const pages = useConsoleList(['stopped payouts'], (cursor, signal) =>
    call('list_stopped_payouts', { query: { cursor }, signal }),
  );
  return (
    <>
      <DocumentTitle name={`${t`Stopped payouts`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Stopped payouts</Trans>}
        lead={
          <Trans>
            Their companies have installments that are overdue for too long. They are paid out once
            everything overdue is paid. By the date shown here, two people either pay one anyway or
            end its ticket; the agency has been told the date, but not the reason.
          </Trans>
        }
        actions={<ExportCsvButton of="list_stopped_payouts" input={{ query: { format: 'csv' } }} />}
      />
      <DataTable
        pages={pages}
        label={t`Stopped payouts`}
        rowKey={({ ticket }) => ticket.id}
        empty={<EmptyState title={<Trans>No payout is stopped.</Trans>} />}
        columns={columns}
      />
    </>
  );
}

const columns: Column<StoppedPayout>[] = [
  ...ticketWithPartiesColumns,
  {
    id: 'since',
    header: <Trans>Overdue since</Trans>,
    cell: ({ overdue_since }) =>
      overdue_since ? <IsoDate date={firstDayLate(overdue_since)} /> : '—',
  },
  {
    id: 'by',
    header: <Trans>Decide by</Trans>,
    cell: ({ stopped_on }) => <IsoDate date={decidePayoutBy(stopped_on)} />,
  },
  {
    id: 'overdue',
    header: <Trans>Total overdue</Trans>,
    figures: true,
    cell: ({ overdue_amount, unproven_amount }) => (
      <>
        <Money amount={overdue_amount} />
        {unproven_amount === '0.00' ? null : (
          <span className="block text-sm text-ink-soft">
            <Trans>
              <Money amount={unproven_amount} /> not proven yet
            </Trans>
          </span>
        )}
      </>
    ),
  },
  {
    id: 'net',
    header: <Trans>Net (95%)</Trans>,
    figures: true,
    cell: ({ net_amount }) => <Money amount={net_amount} />,
  },
];
