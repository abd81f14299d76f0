import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { PaymentsOfMonth } from '#api/installments.ts';
import { halalasFromDecimal, sumHalalas } from '#domain/money.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { QueryResult } from '../api/query-result.tsx';
import { useShownError } from '../api/use-shown-error.ts';
import { Card } from '../ui/card.tsx';
import { BarChart, StackedBarChart } from '../ui/chart.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { MoneyOrDash } from '../ui/money.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { useMonthName } from '../ui/use-month-name.ts';
import { PaymentsTabs } from './payments-tabs.tsx';

/** What a company has paid and will pay month by month, and when its budget comes back. */
export default function PaymentsByMonth() {
  const { t } = useLingui();
  const query = useQuery({
    queryKey: queryKeys.own('payments-by-month', {}),
    queryFn: ({ signal }) => call('read_payments_by_month', { signal }),
  });
  return (
    <>
      <DocumentTitle name={t`Payments by month`} />
      <PageHeader
        title={<Trans>Payments</Trans>}
        lead={<Trans>Your installments by the month in which they fall due.</Trans>}
      />
      <PaymentsTabs current="by-month" />
      <QueryResult query={{ ...query, error: useShownError(query) }}>
        {({ months }) => <Months months={months} />}
      </QueryResult>
    </>
  );
}

type Part = Exclude<keyof PaymentsOfMonth, 'from'>;

const halalasOf = (months: readonly PaymentsOfMonth[], part: Part) =>
  months.map((month) => halalasFromDecimal(month[part]));

/** The parts of a month, as they stand on each other. */
const parts = ['paid_sar', 'overdue_sar', 'due_soon_sar', 'later_sar', 'planned_sar'] as const;

const looks = {
  paid_sar: { tone: 'palm' },
  overdue_sar: { tone: 'overdue', look: 'dotted' },
  due_soon_sar: { tone: 'due' },
  later_sar: { tone: 'due', look: 'light' },
  planned_sar: { tone: 'ink', look: 'open' },
} as const;

function usePartNames(): Record<Part, string> {
  const { t } = useLingui();
  return {
    paid_sar: t`Paid`,
    overdue_sar: t`Overdue`,
    due_soon_sar: t`Due within 7 days`,
    later_sar: t`Due later`,
    planned_sar: t`Planned, not owed yet`,
    budget_back_sar: t`Budget that comes back`,
  };
}

function Months({ months: all }: { months: readonly PaymentsOfMonth[] }) {
  const { t } = useLingui();
  const monthName = useMonthName();
  const names = usePartNames();
  const columns = useColumns();
  // From the first month on in which there is something.
  const months = all.slice(all.findIndex((month) => parts.some((part) => month[part] !== '0.00')));
  const labels = months.map(({ from }) => monthName(from));
  const totals = months.map((month) =>
    sumHalalas(parts.map((part) => halalasFromDecimal(month[part]))),
  );
  const back = halalasOf(months, 'budget_back_sar');
  if (totals.every((total) => total === 0)) {
    return (
      <EmptyState title={<Trans>No installments yet</Trans>}>
        <Trans>Once an agency approves one of your tickets, its installments appear here.</Trans>
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-10">
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[3fr_2fr]">
        <Card look="plain" title={<Trans>Installments by month</Trans>}>
          <StackedBarChart
            labels={labels}
            series={parts.map((part) => ({
              id: part,
              name: names[part],
              ...looks[part],
              values: halalasOf(months, part),
            }))}
          />
        </Card>
        <Card look="plain" title={<Trans>When your budget comes back</Trans>}>
          <BarChart
            labels={labels}
            series={[{ id: 'back', name: names.budget_back_sar, tone: 'palm', values: back }]}
          />
        </Card>
      </div>
      <Card look="plain" title={<Trans>Month by month</Trans>}>
        <Table
          label={t`Month by month`}
          columns={columns}
          rows={months.filter((month, index) => totals[index] !== 0 || back[index] !== 0)}
          rowKey={({ from }) => from}
          empty={null}
        />
        <p className="mt-4 text-sm text-ink-soft">
          <Trans>
            The amount of a ticket returns to your budget once its last installment is paid. Planned
            dates may move until the payment to the agency is released.
          </Trans>
        </p>
      </Card>
    </div>
  );
}

function useColumns(): Column<PaymentsOfMonth>[] {
  const { t } = useLingui();
  const monthName = useMonthName();
  const names = usePartNames();
  return [
    {
      id: 'month',
      header: t`Month`,
      cell: ({ from }) => <span className="whitespace-nowrap">{monthName(from, true)}</span>,
    },
    ...([...parts, 'budget_back_sar'] as const).map((part) => ({
      id: part,
      header: names[part],
      figures: true,
      cell: (month: PaymentsOfMonth) => <MoneyOrDash amount={month[part]} />,
    })),
  ];
}
