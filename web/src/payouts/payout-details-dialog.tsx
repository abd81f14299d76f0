import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { AgencyPayout, AgencyPayoutPage, PayoutWindow } from '#api/payouts.ts';
import type { PaymentAccount } from '#api/profiles.ts';
import { messageOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { useShownError } from '../api/use-shown-error.ts';
import { PaymentAccountState } from '../profiles/payment-account.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorReference } from '../ui/error-reference.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { PrintIcon } from '../ui/icons.tsx';
import { DueDate, IsoDate } from '../ui/iso-date.tsx';
import { Money } from '../ui/money.tsx';
import { PrintSheet } from '../ui/print-sheet.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { ReviewWords } from './review-words.tsx';

interface PayoutDetailsProps {
  window: PayoutWindow;
  /** The page the dashboard holds already. */
  first: AgencyPayoutPage;
  /** The agency's name, for its paper. */
  payee: string | null;
  /** Where the money goes. */
  account: PaymentAccount;
  /** The Riyadh date of the figures. */
  today: string;
  ticketLink: (ticketNumber: string) => ReactNode;
}

/** Every payout behind a sum, page by page, with the totals of all of them (SPEC section 2); printed as a sheet. */
export default function PayoutDetailsDialog({
  onClose,
  ...props
}: PayoutDetailsProps & { onClose: () => void }) {
  const { t } = useLingui();
  const { window, first } = props;
  const payouts = usePayouts(window, first);
  const { rows, totals, isFetchingNextPage, fetchNextPage, hasNextPage, error } = payouts;
  const lead =
    window === 'expected' ? (
      <Trans>Approved tickets created in the last 7 days, the latest approval first.</Trans>
    ) : (
      <Trans>
        Approved tickets older than 7 days whose payment is still pending, and payments that the
        bank returned.
      </Trans>
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="large"
      title={<Trans>Pending Payment Details</Trans>}
      lead={lead}
      actions={rows.length > 0 ? <PrintAll payouts={payouts} /> : undefined}
    >
      <PayoutTable rows={rows} totals={totals} ticketLink={props.ticketLink} />
      <div className="mt-5">
        <PaymentAccountState account={props.account} />
      </div>
      {error ? (
        <div className="mt-4">
          <ErrorState
            message={messageOf(error, t`The list could not be loaded.`)}
            onRetry={() => void fetchNextPage()}
          >
            <ErrorReference of={error} />
          </ErrorState>
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
      <Paper {...props} rows={rows} totals={totals} lead={lead} />
    </Dialog>
  );
}

/** Loads what is not loaded yet, so that the paper holds every row of its totals, then prints. */
function PrintAll({ payouts }: { payouts: ReturnType<typeof usePayouts> }) {
  const [pending, setPending] = useState(false);
  const printAll = async () => {
    setPending(true);
    const isAll = await payouts.fetchAll();
    setPending(false);
    if (isAll) requestAnimationFrame(() => print());
  };
  return (
    <Button tone="secondary" isPending={pending} onPress={() => void printAll()}>
      {pending ? null : <PrintIcon />}
      <Trans>Print</Trans>
    </Button>
  );
}

function Paper({
  payee,
  today,
  rows,
  totals,
  lead,
}: PayoutDetailsProps & { rows: AgencyPayout[]; totals: AgencyPayoutPage; lead: ReactNode }) {
  return (
    <PrintSheet
      title={<Trans>Pending Payment Details</Trans>}
      lead={
        <>
          {payee ? (
            <>
              <bdi translate="no" className="font-semibold text-ink">
                {payee}
              </bdi>
              {' · '}
            </>
          ) : null}
          <DueDate date={today} />
        </>
      }
    >
      <p className="mb-4">{lead}</p>
      <PayoutTable rows={rows} totals={totals} />
      <p className="mt-6 text-sm text-ink-soft">
        <Trans>Payments on the way, not a proof of payment. Dates are in Riyadh time.</Trans>
      </p>
    </PrintSheet>
  );
}

function PayoutTable({
  rows,
  totals,
  ticketLink,
}: {
  rows: AgencyPayout[];
  totals: AgencyPayoutPage;
  ticketLink?: (ticketNumber: string) => ReactNode;
}) {
  const { t } = useLingui();
  const columns = useColumns(totals, ticketLink);
  return (
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
  const pages = query.data?.pages ?? [first];
  const error = useShownError(query);
  return {
    ...query,
    error,
    rows: pages.flatMap((page) => page.items),
    totals: pages.at(-1) ?? first,
    /** Whether all pages are there at last. */
    fetchAll: async (): Promise<boolean> => {
      // What the dashboard holds stands in until the first page has come.
      let latest: Pick<typeof query, 'data' | 'isError'> = query.isPlaceholderData
        ? await query.refetch({ cancelRefetch: false })
        : query;
      const next = () => latest.data?.pages.at(-1)?.next_cursor;
      while (next() && !latest.isError) latest = await query.fetchNextPage();
      return next() === null;
    },
  };
}

function useColumns(
  totals: AgencyPayoutPage,
  ticketLink?: (ticketNumber: string) => ReactNode,
): Column<AgencyPayout>[] {
  const { t } = useLingui();
  return [
    {
      id: 'ticket',
      header: t`Ticket`,
      cell: ({ ticket: { ticket_number }, review }) => (
        <>
          {ticketLink?.(ticket_number) ?? (
            <bdi translate="no" className="tabular-nums">
              {ticket_number}
            </bdi>
          )}
          {review ? (
            <span className="block text-sm text-ink-soft">
              <ReviewWords review={review} />
            </span>
          ) : null}
        </>
      ),
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
