import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AgencyPayout, AgencyPayoutPage, PayoutWindow } from '#api/payouts.ts';
import { messageOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { IsoDate } from '../ui/iso-date.tsx';
import { Money } from '../ui/money.tsx';
import { Table, type Column } from '../ui/table.tsx';

/** Every payout behind a sum, page by page, with the totals of all of them (SPEC section 2). */
export default function PayoutDetailsDialog({
  window,
  first,
  onClose,
}: {
  window: PayoutWindow;
  /** The page the dashboard holds already. */
  first: AgencyPayoutPage;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { pages, isFetchingNextPage, fetchNextPage, hasNextPage, error } = usePayouts(
    window,
    first,
  );
  const totals = pages.at(-1) ?? first;
  const rows = pages.flatMap((page) => page.items);
  const columns = useColumns(totals);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="large"
      title={<Trans>Pending Payment Details</Trans>}
      lead={
        window === 'expected' ? (
          <Trans>Approved tickets created in the last 7 days, the latest approval first.</Trans>
        ) : (
          <Trans>Approved tickets older than 7 days whose payment is still pending.</Trans>
        )
      }
    >
      <Table
        label={t`Pending payments`}
        columns={columns}
        rows={rows}
        rowKey={(payout) => payout.id}
        totalsLabel={<Trans>Totals</Trans>}
        empty={
          <EmptyState title={<Trans>No pending payments.</Trans>}>
            <Trans>A payment is pending from the moment you approve a ticket.</Trans>
          </EmptyState>
        }
      />
      {error ? (
        <div className="mt-4">
          <ErrorState
            message={messageOf(error, t`The list could not be loaded.`)}
            onRetry={() => void fetchNextPage()}
          />
        </div>
      ) : null}
      {hasNextPage ? (
        <Button
          tone="secondary"
          size="small"
          className="mt-4"
          isPending={isFetchingNextPage}
          onPress={() => void fetchNextPage()}
        >
          <Trans>
            Show more ({rows.length} of {totals.count})
          </Trans>
        </Button>
      ) : null}
    </Dialog>
  );
}

function usePayouts(window: PayoutWindow, first: AgencyPayoutPage) {
  const query = useInfiniteQuery({
    queryKey: [...queryKeys.agencyPayouts, window],
    queryFn: ({ pageParam, signal }) =>
      call('list_agency_payouts', { query: { window, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: { pages: [first], pageParams: [undefined] },
  });
  return { ...query, pages: query.data?.pages ?? [first] };
}

function useColumns(totals: AgencyPayoutPage): Column<AgencyPayout>[] {
  const { t } = useLingui();
  return [
    {
      id: 'ticket',
      header: t`Ticket`,
      cell: ({ ticket }) => <bdi className="tabular-nums">{ticket.ticket_number}</bdi>,
    },
    {
      id: 'created',
      header: t`Created On`,
      cell: ({ ticket }) => <IsoDate date={ticket.created_local_date} />,
    },
    {
      id: 'gross',
      header: t`Gross`,
      figures: true,
      cell: (payout) => <Money amount={payout.gross_amount} />,
      total: <Money amount={totals.gross_amount} />,
    },
    {
      id: 'fee',
      header: t`Fee (5%)`,
      figures: true,
      cell: (payout) => <Money amount={payout.fee_amount} />,
      total: <Money amount={totals.fee_amount} />,
    },
    {
      id: 'net',
      header: t`Net (95%)`,
      figures: true,
      cell: (payout) => <Money amount={payout.net_amount} />,
      total: <Money amount={totals.net_amount} />,
    },
  ];
}
