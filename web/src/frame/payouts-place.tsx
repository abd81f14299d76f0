import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { shownPayoutStatus, type ShownPayoutStatus } from '#domain/payouts/payout.ts';
import type { OwnPayout } from '#api/own-lists.ts';
import { RequireRole } from '../accounts/require-role.tsx';
import { call } from '../api/call.ts';
import { ExportCsvButton } from '../files/export-csv-button.tsx';
import { ReviewWords } from '../payouts/review-words.tsx';
import { usePayoutColumns } from './payout-columns.tsx';
import { PayoutsTabs } from './payouts-tabs.tsx';
import { StatusBadge, useStatusWord } from '../ui/status-badge.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IsoDate } from '../ui/iso-date.tsx';
import type { Column } from '../ui/table.tsx';
import { OwnList, type OwnListQuery } from './own-list.tsx';

/** A failed or returned payout becomes Pending at once, so these statuses would find nothing. */
const foundStatuses = [
  'Pending',
  'Released',
  'Sent',
  'Confirmed',
  'Cancelled',
] as const satisfies readonly ShownPayoutStatus[];

const csv = (listQuery: OwnListQuery<ShownPayoutStatus>) => (
  <ExportCsvButton of="list_own_payouts" input={{ query: { ...listQuery, format: 'csv' } }} />
);
const counted = (count: number) => <Plural value={count} one="# payout" other="# payouts" />;

/** What an agency is paid. */
export default function PayoutsPlace() {
  const { t } = useLingui();
  const statusWord = useStatusWord();
  return (
    <RequireRole only="agency">
      <DocumentTitle name={t`Payouts`} />
      <OwnList
        title={t`Payouts`}
        lead={<Trans>What we pay you for approved tickets, less our 5% service fee.</Trans>}
        tabs={<PayoutsTabs current="payouts" />}
        of="payouts"
        searchLabel={t`Ticket or company`}
        statuses={foundStatuses.map((id) => ({ id, label: statusWord(id) }))}
        read={(listQuery, cursor, signal) =>
          call('list_own_payouts', { query: { ...listQuery, cursor }, signal })
        }
        csv={csv}
        columns={useColumns()}
        rowKey={({ id }) => id}
        count={counted}
        empty={
          <EmptyState title={<Trans>No payouts yet</Trans>}>
            <Trans>When you approve a ticket, its payout appears here.</Trans>
          </EmptyState>
        }
      />
    </RequireRole>
  );
}

function useColumns(): Column<OwnPayout>[] {
  const { t } = useLingui();
  const { ticket, company, gross, fee, net } = usePayoutColumns<OwnPayout>();
  return [
    ticket,
    company,
    {
      id: 'expected',
      header: t`Expected by`,
      cell: ({ expected_date, review }) =>
        review ? (
          <span className="block max-w-48 text-sm text-ink-soft">
            <ReviewWords review={review} />
          </span>
        ) : expected_date ? (
          <IsoDate date={expected_date} />
        ) : null,
    },
    {
      id: 'status',
      header: t`Status`,
      cell: (payout) => <StatusBadge status={shownPayoutStatus(payout)} />,
    },
    gross,
    fee,
    net,
  ];
}
