import { Trans, useLingui } from '@lingui/react/macro';
import { addDays } from '#domain/calendar.ts';
import { signedHalalasFromDecimal } from '#domain/money.ts';
import { Card } from '../../ui/card.tsx';
import { BarChart, LineChart } from '../../ui/chart.tsx';
import { NoFigure } from '../../ui/money.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { useMonthName } from '../../ui/use-month-name.ts';
import { JournalAmount } from '../ledger/journal-amount.tsx';
import type { JournalFilters } from '../ledger/journal-filters.ts';
import {
  flowFigures,
  flows,
  outstandingLines,
  type Flow,
  type Portfolio,
} from './portfolio-figures.ts';

type Month = Portfolio['months'][number];

/** The last twelve months as charts, and as a table of the same figures. */
export function PortfolioMonths({ months, today }: Pick<Portfolio, 'months' | 'today'>) {
  return (
    <>
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
        <Flows months={months} />
        <Balance months={months} />
      </div>
      <MonthTable months={months} today={today} />
    </>
  );
}

function Flows({ months }: { months: readonly Month[] }) {
  const monthName = useMonthName();
  const financed = months.map((month) => signedHalalasFromDecimal(month.flows.financed));
  const collected = months.map((month) => signedHalalasFromDecimal(month.flows.collected));
  return (
    <Card look="plain" title={<Trans>Financed and collected</Trans>}>
      <BarChart
        labels={months.map(({ from }) => monthName(from))}
        series={[
          { id: 'financed', name: <Trans>Financed</Trans>, tone: 'palm', values: financed },
          { id: 'collected', name: <Trans>Collected</Trans>, tone: 'due', values: collected },
        ]}
      />
    </Card>
  );
}

function Balance({ months }: { months: readonly Month[] }) {
  const monthName = useMonthName();
  const owed = months.map((month) => signedHalalasFromDecimal(month.standing.outstanding));
  const overdue = months.map((month) => signedHalalasFromDecimal(month.standing.overdue));
  return (
    <Card look="plain" title={<Trans>Outstanding at the end of the month</Trans>}>
      <LineChart
        labels={months.map(({ from }) => monthName(from))}
        series={[
          { id: 'owed', name: <Trans>Outstanding</Trans>, tone: 'palm', values: owed },
          {
            id: 'overdue',
            name: <Trans context="of an amount">Overdue</Trans>,
            tone: 'overdue',
            values: overdue,
          },
        ]}
      />
    </Card>
  );
}

/** Newest month first; each figure links to its journal lines. */
function MonthTable({ months, today }: Pick<Portfolio, 'months' | 'today'>) {
  const { t, i18n } = useLingui();
  const monthName = useMonthName();
  return (
    <Card look="plain" title={<Trans>Month by month</Trans>}>
      <Table
        label={t`Month by month`}
        rows={months.filter(hasFigures).toReversed()}
        empty={
          <p className="text-ink-soft">
            <Trans>Nothing has been financed yet.</Trans>
          </p>
        }
        rowKey={({ from }) => from}
        columns={monthColumns(today, monthName, (flow) => i18n._(flowFigures[flow].name))}
      />
    </Card>
  );
}

function monthColumns(
  today: string,
  monthName: ReturnType<typeof useMonthName>,
  flowName: (flow: Flow) => string,
): Column<Month>[] {
  return [
    {
      id: 'month',
      header: <Trans>Month</Trans>,
      cell: ({ from }) => <span className="whitespace-nowrap">{monthName(from, true)}</span>,
    },
    ...flows.map((flow) => ({
      id: flow,
      header: flowName(flow),
      figures: true,
      cell: ({ from, to, flows: sums }: Month) => (
        <Figure amount={sums[flow]} lines={{ ...flowFigures[flow].lines, from, to }} />
      ),
    })),
    {
      id: 'outstanding',
      header: <Trans>Outstanding</Trans>,
      figures: true,
      cell: ({ to, standing }) => (
        <Figure amount={standing.outstanding} lines={outstandingLines({ to })} />
      ),
    },
    {
      id: 'overdue',
      header: <Trans context="of an amount">Overdue</Trans>,
      figures: true,
      cell: ({ to, standing }) => (
        <Figure
          amount={standing.overdue}
          lines={outstandingLines({ to, due: to < today ? to : addDays(today, -1) })}
        />
      ),
    },
  ];
}

/** Months before the first ticket have no figures. */
const hasFigures = (month: Month) =>
  [...Object.values(month.flows), ...Object.values(month.standing)].some((sum) => sum !== '0.00');

function Figure(figure: { amount: string; lines: JournalFilters }) {
  if (figure.amount === '0.00') return <NoFigure />;
  return <JournalAmount {...figure} />;
}
