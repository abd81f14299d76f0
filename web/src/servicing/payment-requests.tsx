import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { PaymentRequest } from '#api/payment-requests.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { QueryResult } from '../api/query-result.tsx';
import { useShownError } from '../api/use-shown-error.ts';
import { DateTime } from '../ui/date-time.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IsoDate } from '../ui/iso-date.tsx';
import { ButtonLink, Link } from '../ui/link.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { Money } from '../ui/money.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { PaymentsTabs } from './payments-tabs.tsx';
import { RequestBadge } from './request-badge.tsx';
import { requestPath } from './request-path.ts';

/** All payment requests of a company, newest first. */
export default function PaymentRequestsScreen() {
  const { t } = useLingui();
  const pages = useInfiniteQuery({
    queryKey: queryKeys.paymentRequests,
    queryFn: ({ pageParam, signal }) =>
      call('list_payment_requests', { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
  return (
    <>
      <DocumentTitle name={t`Payment requests`} />
      <PageHeader
        title={<Trans>Payments</Trans>}
        lead={<Trans>What you chose to pay with one transfer, newest first.</Trans>}
      />
      <PaymentsTabs current="requests" />
      <QueryResult query={{ ...pages, error: useShownError(pages) }}>
        {(data) => (
          <div className="grid">
            <RequestTable requests={data.pages.flatMap(({ items }) => items)} />
            <LoadMore pages={pages} />
          </div>
        )}
      </QueryResult>
    </>
  );
}

function RequestTable({ requests }: { requests: readonly PaymentRequest[] }) {
  const { t } = useLingui();
  return (
    <Table
      label={t`Payment requests`}
      columns={useColumns()}
      rows={requests}
      rowKey={({ id }) => id}
      empty={<NoRequests />}
    />
  );
}

function NoRequests() {
  return (
    <EmptyState
      title={<Trans>No payment requests yet</Trans>}
      action={
        <ButtonLink to="/payments" tone="secondary">
          <Trans>Choose what to pay</Trans>
        </ButtonLink>
      }
    >
      <Trans>Choose several installments, and one transfer with one reference pays them all.</Trans>
    </EmptyState>
  );
}

function useColumns(): Column<PaymentRequest>[] {
  const { t } = useLingui();
  return [
    {
      id: 'request',
      header: t`Payment request`,
      cell: ({ id, request_number }) => (
        <Link to={requestPath(id)}>
          <bdi translate="no">{request_number}</bdi>
        </Link>
      ),
    },
    {
      id: 'made',
      header: t`Created`,
      cell: ({ created_at }) => <DateTime at={created_at} />,
    },
    {
      id: 'until',
      header: t`Valid until`,
      cell: ({ expires_on }) => <IsoDate date={expires_on} />,
    },
    { id: 'status', header: t`Status`, cell: (request) => <RequestBadge request={request} /> },
    {
      id: 'amount',
      header: t`Amount`,
      figures: true,
      cell: ({ amount_sar }) => <Money amount={amount_sar} />,
    },
  ];
}
