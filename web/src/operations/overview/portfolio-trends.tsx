import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ReplyOf } from '#api/contract.ts';
import { lossStages, type LossStage } from '#domain/ledger/loss-allowance.ts';
import {
  decimalFromHalalas,
  halalasFromDecimal,
  signedHalalasFromDecimal,
  sumHalalas,
} from '#domain/money.ts';
import { forecastStates, type ForecastState } from '#domain/servicing/collections-forecast.ts';
import { rollBuckets, type RollBucket } from '#domain/servicing/roll-buckets.ts';
import { shareOf } from '#domain/share.ts';
import { call } from '../../api/call.ts';
import { QueryResult } from '../../api/query-result.tsx';
import { Card } from '../../ui/card.tsx';
import { BarChart } from '../../ui/chart.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Link } from '../../ui/link.tsx';
import { Money, MoneyOrDash, NoFigure } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { MAX_SHARE_LINES, ShareLineChart } from '../../ui/share-line-chart.tsx';
import { SignedMoney } from '../../ui/signed-money.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { useMonthName } from '../../ui/use-month-name.ts';
import { useConsoleQuery } from '../kit/use-console-query.ts';
import { Percent } from './percent.tsx';

type Trends = ReplyOf<'read_portfolio_trends'>;

/** How lateness moves from month to month, how each month's financing is repaid, and what is expected to be collected. */
export default function PortfolioTrendsPage() {
  const { t } = useLingui();
  const query = useConsoleQuery(['portfolio', 'trends'], (signal) =>
    call('read_portfolio_trends', { signal }),
  );
  return (
    <>
      <DocumentTitle name={`${t`Portfolio trends`} · ${t`Operations`}`} />
      <PageHeader
        back={
          <Link to="/operations/portfolio" className="text-link">
            <Trans>Portfolio</Trans>
          </Link>
        }
        title={<Trans>Portfolio trends</Trans>}
        lead={query.data ? <Until until={query.data.until} /> : undefined}
      />
      <QueryResult query={query}>
        {(trends) => (
          <div className="grid gap-12">
            <RollRates months={trends.roll_rates} />
            <Cohorts cohorts={trends.cohorts} />
            <LossAllowance months={trends.loss_allowance} />
            <Forecast {...trends} />
          </div>
        )}
      </QueryResult>
    </>
  );
}

function Until({ until }: { until: string | null }) {
  if (until === null) return <Trans>No month with financing is over yet.</Trans>;
  return (
    <Trans>
      Of whole months, until <IsoDate date={until} length="long" />.
    </Trans>
  );
}

function Explained({ children }: { children: ReactNode }) {
  return <p className="mb-4 max-w-3xl text-sm text-ink-soft">{children}</p>;
}

const bucketWords: Record<RollBucket | ForecastState, MessageDescriptor> = {
  current: msg`Not overdue`,
  due: msg`Due in the month`,
  days_1_30: msg`Overdue 1–30 days`,
  days_31_60: msg`Overdue 31–60 days`,
  days_61_90: msg`Overdue 61–90 days`,
  days_90_plus: msg`Overdue more than 90 days`,
};

type AllowanceMonth = Trends['loss_allowance'][number];

const stageWords: Record<LossStage, MessageDescriptor> = {
  stage_1: msg`Not overdue, or up to 30 days`,
  stage_2: msg`Overdue 31–90 days`,
  stage_3: msg`Overdue more than 90 days`,
};

function LossAllowance({ months }: { months: readonly AllowanceMonth[] }) {
  const { t, i18n } = useLingui();
  return (
    <Card look="plain" title={<Trans>Allowance for expected losses</Trans>}>
      <Explained>
        <Trans>
          What companies owed at the end of each month, by how late it was, and the part of it that
          is expected to be lost. The ledger was brought to that figure.
        </Trans>
      </Explained>
      <Table
        label={t`Allowance for expected losses`}
        rows={months.toReversed()}
        rowKey={({ month }) => month}
        empty={<Nothing />}
        columns={allowanceColumns((stage) => i18n._(stageWords[stage]))}
      />
    </Card>
  );
}

type RollMonth = Trends['roll_rates'][number];

/** The share that moved to a later bucket; null where nothing was open. */
function rollOf({ buckets }: RollMonth, bucket: RollBucket) {
  const { open_sar, moved_sar } = buckets.find((one) => one.bucket === bucket)!;
  const open = halalasFromDecimal(open_sar);
  if (open === 0) return null;
  return { open_sar, moved_sar, share: shareOf(halalasFromDecimal(moved_sar), open) };
}

function RollRates({ months }: { months: readonly RollMonth[] }) {
  const { t, i18n } = useLingui();
  const monthName = useMonthName();
  return (
    <Card look="plain" title={<Trans>Roll rates</Trans>}>
      <Explained>
        <Trans>
          Of what was open in a bucket when the month began, the share that was in a later bucket at
          its end.
        </Trans>
      </Explained>
      {months.length > 0 ? (
        <ShareLineChart
          labels={months.map(({ month }) => monthName(month, true))}
          lines={rollBuckets.map((bucket) => ({
            id: bucket,
            name: i18n._(bucketWords[bucket]),
            values: months.map((month) => rollOf(month, bucket)?.share ?? null),
          }))}
        />
      ) : null}
      <Table
        label={t`Roll rates`}
        rows={months.toReversed()}
        rowKey={({ month }) => month}
        empty={<Nothing />}
        columns={rollColumns((bucket) => i18n._(bucketWords[bucket]))}
      />
    </Card>
  );
}

function Roll({ roll }: { roll: ReturnType<typeof rollOf> }) {
  if (!roll) return <NoFigure />;
  return (
    <>
      <Percent of={roll.share} />
      <span className="block text-sm text-ink-soft">
        <Trans>
          <Money amount={roll.moved_sar} /> of <Money amount={roll.open_sar} />
        </Trans>
      </span>
    </>
  );
}

function MonthName({ month }: { month: string }) {
  const monthName = useMonthName();
  return <span className="whitespace-nowrap">{monthName(month, true)}</span>;
}

function Nothing() {
  return (
    <p className="text-ink-soft">
      <Trans>No month with financing is over yet.</Trans>
    </p>
  );
}

type Cohort = Trends['cohorts'][number];

/** Most financing is repaid within three months; the later columns show what came late. */
const MAX_AGE = 6;

/** The share of a cohort that had been repaid so many months after that of its financing; null where that is to come. */
function repaidOf({ financed_sar, repaid_by_month }: Cohort, age: number): number | null {
  const repaid = repaid_by_month[age];
  if (repaid === undefined || signedHalalasFromDecimal(financed_sar) <= 0) return null;
  return shareOf(signedHalalasFromDecimal(repaid), signedHalalasFromDecimal(financed_sar));
}

function Cohorts({ cohorts }: { cohorts: readonly Cohort[] }) {
  const { t } = useLingui();
  const monthName = useMonthName();
  const longest = Math.max(0, ...cohorts.map(({ repaid_by_month }) => repaid_by_month.length - 1));
  const ages = Array.from({ length: Math.min(MAX_AGE, longest) + 1 }, (_, age) => age);
  const newest = cohorts.toReversed();
  return (
    <Card look="plain" title={<Trans>By month of financing</Trans>}>
      <Explained>
        <Trans>
          What was financed in each month, and the share of it that was repaid at the end of that
          month (0) and of the months after it. The chart shows the newest six.
        </Trans>
      </Explained>
      {cohorts.length > 0 ? (
        <ShareLineChart
          labels={ages.map(String)}
          lines={newest.slice(0, MAX_SHARE_LINES).map((cohort) => ({
            id: cohort.month,
            name: monthName(cohort.month, true),
            values: ages.map((age) => repaidOf(cohort, age)),
          }))}
        />
      ) : null}
      <Table
        label={t`By month of financing`}
        rows={newest}
        rowKey={({ month }) => month}
        empty={<Nothing />}
        columns={cohortColumns()}
      />
      {cohorts.length > 0 ? (
        <div className="mt-8">
          <h3 className="mb-2 font-semibold">
            <Trans>Repaid by months since financing</Trans>
          </h3>
          <Table
            label={t`Repaid by months since financing`}
            rows={newest}
            rowKey={({ month }) => month}
            columns={ageColumns(ages)}
          />
        </div>
      ) : null}
    </Card>
  );
}

function Share({ share }: { share: number | null }) {
  return share === null ? <NoFigure /> : <Percent of={share} />;
}

function Forecast({ forecast, rates }: Pick<Trends, 'forecast' | 'rates'>) {
  const { t } = useLingui();
  const monthName = useMonthName();
  const due = forecast.map(({ due_sar }) => halalasFromDecimal(due_sar));
  const open = forecast.map(({ overdue_sar }, n) => due[n]! + halalasFromDecimal(overdue_sar));
  const expected = forecast.map(({ expected_sar }) => halalasFromDecimal(expected_sar));
  return (
    <Card look="plain" title={<Trans>Forecast of collections</Trans>}>
      <Explained>
        <Trans>
          Of what is due in a month or overdue before it, the share is expected that was collected
          in the last six months of what was as late; what is left counts as a month later. In this
          month the share counts for the days that are left.
        </Trans>
      </Explained>
      <BarChart
        labels={forecast.map(({ month }) => monthName(month))}
        series={[
          {
            id: 'expected',
            name: <Trans context="of an amount">Expected</Trans>,
            tone: 'palm',
            values: expected,
          },
          { id: 'due', name: <Trans>Due and overdue</Trans>, tone: 'due', values: open },
        ]}
      />
      <Table
        label={t`Forecast of collections`}
        rows={forecast}
        rowKey={({ month }) => month}
        totalsLabel={<Trans>Total</Trans>}
        columns={forecastColumns(sumHalalas(due), sumHalalas(expected))}
      />
      <div className="mt-8">
        <h3 className="mb-2 font-semibold">
          <Trans>Collected in the last six months</Trans>
        </h3>
        <Rates rates={rates} />
      </div>
    </Card>
  );
}

function Rates({ rates }: Pick<Trends, 'rates'>) {
  const { t, i18n } = useLingui();
  return (
    <Table
      label={t`Collected in the last six months`}
      rows={forecastStates.flatMap((state) => rates.filter((one) => one.state === state))}
      rowKey={({ state }) => state}
      empty={<Nothing />}
      columns={rateColumns((state) => i18n._(bucketWords[state]))}
    />
  );
}

const monthColumn = (header: ReactNode) => ({
  id: 'month',
  header,
  cell: ({ month }: { month: string }) => <MonthName month={month} />,
});

function rollColumns(word: (bucket: RollBucket) => string): Column<RollMonth>[] {
  return [
    monthColumn(<Trans>Month</Trans>),
    ...rollBuckets.map((bucket) => ({
      id: bucket,
      header: word(bucket),
      figures: true,
      cell: (month: RollMonth) => <Roll roll={rollOf(month, bucket)} />,
    })),
  ];
}

function allowanceColumns(word: (stage: LossStage) => string): Column<AllowanceMonth>[] {
  return [
    monthColumn(<Trans>Month</Trans>),
    ...lossStages.map((stage) => ({
      id: stage,
      header: word(stage),
      figures: true,
      cell: (one: AllowanceMonth) => <MoneyOrDash amount={one[`${stage}_sar`]} />,
    })),
    {
      id: 'required',
      header: <Trans>Allowance</Trans>,
      figures: true,
      cell: ({ required_sar }) => <Money amount={required_sar} />,
    },
  ];
}

function cohortColumns(): Column<Cohort>[] {
  return [
    monthColumn(<Trans>Month of financing</Trans>),
    {
      id: 'financed',
      header: <Trans>Financed</Trans>,
      figures: true,
      cell: ({ financed_sar }) => <SignedMoney amount={financed_sar} />,
    },
    {
      id: 'repaid',
      header: <Trans>Repaid</Trans>,
      figures: true,
      cell: ({ repaid_sar }) => <SignedMoney amount={repaid_sar} />,
    },
    {
      id: 'overdue',
      header: <Trans context="of an amount">Overdue</Trans>,
      figures: true,
      cell: ({ overdue_sar }) => <MoneyOrDash amount={overdue_sar} />,
    },
    {
      id: 'written_off',
      header: <Trans context="of an amount">Written off</Trans>,
      figures: true,
      cell: ({ written_off_sar }) =>
        written_off_sar === '0.00' ? <NoFigure /> : <SignedMoney amount={written_off_sar} />,
    },
  ];
}

function ageColumns(ages: readonly number[]): Column<Cohort>[] {
  return [
    monthColumn(<Trans>Month of financing</Trans>),
    ...ages.map((age) => ({
      id: String(age),
      header: String(age),
      figures: true,
      cell: (cohort: Cohort) => <Share share={repaidOf(cohort, age)} />,
    })),
  ];
}

function forecastColumns(due: number, expected: number): Column<Trends['forecast'][number]>[] {
  return [
    monthColumn(<Trans>Month</Trans>),
    {
      id: 'due',
      header: <Trans>Due in the month</Trans>,
      figures: true,
      cell: ({ due_sar }) => <MoneyOrDash amount={due_sar} />,
      total: <Money amount={decimalFromHalalas(due)} />,
    },
    {
      id: 'overdue',
      header: <Trans>Overdue when it begins</Trans>,
      figures: true,
      cell: ({ overdue_sar }) => <MoneyOrDash amount={overdue_sar} />,
    },
    {
      id: 'expected',
      header: <Trans context="of an amount">Expected</Trans>,
      figures: true,
      cell: ({ expected_sar }) => <MoneyOrDash amount={expected_sar} />,
      total: <Money amount={decimalFromHalalas(expected)} />,
    },
  ];
}

function rateColumns(word: (state: ForecastState) => string): Column<Trends['rates'][number]>[] {
  return [
    {
      id: 'state',
      header: <Trans>When the month began</Trans>,
      cell: ({ state }) => word(state),
    },
    {
      id: 'open',
      header: <Trans context="of an amount">Open</Trans>,
      figures: true,
      cell: ({ open_sar }) => <MoneyOrDash amount={open_sar} />,
    },
    {
      id: 'collected',
      header: <Trans>Collected</Trans>,
      figures: true,
      cell: ({ collected_sar }) => <MoneyOrDash amount={collected_sar} />,
    },
    {
      id: 'share',
      header: <Trans>Share</Trans>,
      figures: true,
      cell: ({ open_sar, collected_sar }) => (
        <Percent of={shareOf(halalasFromDecimal(collected_sar), halalasFromDecimal(open_sar))} />
      ),
    },
  ];
}
