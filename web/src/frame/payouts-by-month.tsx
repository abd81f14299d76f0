import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { PayoutsOfMonth } from '#api/payouts.ts';
import { halalasFromDecimal } from '#domain/money.ts';
import { RequireRole } from '../accounts/require-role.tsx';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { QueryResult } from '../api/query-result.tsx';
import { useShownError } from '../api/use-shown-error.ts';
import { Card } from '../ui/card.tsx';
import { StackedBarChart } from '../ui/chart.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { MoneyOrDash, NoFigure } from '../ui/money.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { useMonthName } from '../ui/use-month-name.ts';
import { PayoutsTabs } from './payouts-tabs.tsx';

/** What an agency was sent and expects month by month, and how long the sending took. */
export default function PayoutsByMonth() {
  const { t } = useLingui();
  const query = useQuery({
    queryKey: queryKeys.own('payouts-by-month', {}),
    queryFn: ({ signal }) => call('read_payouts_by_month', { signal }),
  });
  return (
    <RequireRole only="agency">
      <DocumentTitle name={t`Payouts by month`} />
      <PageHeader
        title={<Trans>Payouts</Trans>}
        lead={<Trans>What we sent you and what you can expect, less our 5% service fee.</Trans>}
      />
      <PayoutsTabs current="by-month" />
      <QueryResult query={{ ...query, error: useShownError(query) }}>
        {({ months }) => <Months months={months} />}
      </QueryResult>
    </RequireRole>
  );
}

function Months({ months: all }: { months: readonly PayoutsOfMonth[] }) {
  const { t } = useLingui();
  // From the first month on in which there is something.
  const months = all.slice(
    all.findIndex(({ paid_sar, expected_sar }) => paid_sar !== '0.00' || expected_sar !== '0.00'),
  );
  const monthName = useMonthName();
  const columns = useColumns();
  const paid = months.map((month) => halalasFromDecimal(month.paid_sar));
  const expected = months.map((month) => halalasFromDecimal(month.expected_sar));
  const rows = months.filter((_, index) => paid[index] !== 0 || expected[index] !== 0);
  if (rows.length === 0) {
    return (
      <EmptyState title={<Trans>No payouts yet</Trans>}>
        <Trans>When you approve a ticket, its payout appears here.</Trans>
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-10">
      <Card look="plain" title={<Trans>Income by month</Trans>}>
        <StackedBarChart
          labels={months.map(({ from }) => monthName(from))}
          series={[
            { id: 'paid', name: <Trans>Sent to you</Trans>, tone: 'palm', values: paid },
            {
              id: 'expected',
              name: <Trans>Expected</Trans>,
              tone: 'ink',
              look: 'open',
              values: expected,
            },
          ]}
        />
      </Card>
      <Card look="plain" title={<Trans>Month by month</Trans>}>
        <Table
          label={t`Month by month`}
          columns={columns}
          rows={rows.toReversed()}
          rowKey={({ from }) => from}
          empty={null}
        />
      </Card>
    </div>
  );
}

function useColumns(): Column<PayoutsOfMonth>[] {
  const { t } = useLingui();
  const monthName = useMonthName();
  return [
    {
      id: 'month',
      header: t`Month`,
      cell: ({ from }) => <span className="whitespace-nowrap">{monthName(from, true)}</span>,
    },
    {
      id: 'count',
      header: t`Payouts`,
      figures: true,
      cell: ({ count }) => (count === 0 ? <NoFigure /> : count),
    },
    {
      id: 'paid',
      header: t`Sent to you`,
      figures: true,
      cell: ({ paid_sar }) => <MoneyOrDash amount={paid_sar} />,
    },
    {
      id: 'expected',
      header: t`Expected`,
      figures: true,
      cell: ({ expected_sar }) => <MoneyOrDash amount={expected_sar} />,
    },
    {
      id: 'days',
      header: t`From approval to sending`,
      figures: true,
      cell: ({ days }) =>
        days === null ? <NoFigure /> : <Plural value={days} one="# day" other="# days" />,
    },
  ];
}
