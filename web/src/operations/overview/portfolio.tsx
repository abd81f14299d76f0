import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { addDays } from '#domain/calendar.ts';
import { halalasFromDecimal, signedHalalasFromDecimal } from '#domain/money.ts';
import { overdueAges, type OverdueAge } from '#domain/servicing/overdue-age.ts';
import { shareOf } from '#domain/share.ts';
import { call } from '../../api/call.ts';
import { Card } from '../../ui/card.tsx';
import { ShareBar } from '../../ui/chart.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import { Stat } from '../../ui/stat.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { useAgeWord } from '../kit/labels.ts';
import { figureLook, JournalAmount } from '../ledger/journal-amount.tsx';
import { linesPath } from '../ledger/journal-filters.ts';
import { QueryResult } from '../../api/query-result.tsx';
import { flowFigures, flows, outstandingLines, type Portfolio } from './portfolio-figures.ts';
import { Percent } from './percent.tsx';
import { PortfolioMonths } from './portfolio-by-month.tsx';
import { SignedMoney } from '../../ui/signed-money.tsx';
import { useConsoleQuery } from '../kit/use-console-query.ts';

/** What is financed, owed, collected and earned: now and by the month, each figure a way to its journal lines. */
export default function PortfolioPage() {
  const { t } = useLingui();
  const query = useConsoleQuery(['portfolio'], (signal) => call('read_portfolio', { signal }));
  return (
    <>
      <DocumentTitle name={`${t`Portfolio`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Portfolio</Trans>}
        lead={query.data ? <IsoDate date={query.data.today} length="long" /> : undefined}
        actions={
          <Link to="/operations/portfolio/trends" className="text-link">
            <Trans>Portfolio trends</Trans>
          </Link>
        }
      />
      <QueryResult query={query}>
        {(portfolio) => (
          <div className="grid gap-12">
            <Standing portfolio={portfolio} />
            <PortfolioMonths months={portfolio.months} today={portfolio.today} />
            <Ageing portfolio={portfolio} />
            <div className="grid gap-12 lg:grid-cols-2">
              <Concentration
                title={<Trans>Largest companies</Trans>}
                header={<Trans>Company</Trans>}
                parties={portfolio.companies}
                filter="company"
                whole={portfolio.standing.outstanding}
              />
              <Concentration
                title={<Trans>Largest agencies</Trans>}
                header={<Trans>Agency</Trans>}
                parties={portfolio.agencies}
                filter="agency"
                whole={portfolio.standing.outstanding}
              />
            </div>
          </div>
        )}
      </QueryResult>
    </>
  );
}

/** The share of two amounts; a negative amount counts as 0. */
const share = (part: string, whole: string) =>
  shareOf(signedHalalasFromDecimal(part), signedHalalasFromDecimal(whole));

function Standing({ portfolio }: { portfolio: Portfolio }) {
  const { i18n } = useLingui();
  const { standing, all_time } = portfolio;
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <Stat
        label={<Trans>Outstanding</Trans>}
        figure={<JournalAmount amount={standing.outstanding} lines={outstandingLines()} />}
        note={
          <Link to="/operations/overdue" className="text-link inline-block min-h-6">
            <Trans>
              Overdue: <SignedMoney amount={standing.overdue} />, or{' '}
              <Percent of={share(standing.overdue, standing.outstanding)} />
            </Trans>
          </Link>
        }
      />
      <div className="grid content-start gap-x-8 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
        {flows.map((flow) => (
          <Stat
            key={flow}
            quiet
            label={i18n._(flowFigures[flow].name)}
            figure={<JournalAmount amount={all_time[flow]} lines={flowFigures[flow].lines} />}
          />
        ))}
      </div>
    </div>
  );
}

const ages = Object.keys(overdueAges) as OverdueAge[];
const overduePath = (age: OverdueAge) => `/operations/overdue?age=${age}`;

function Ageing({ portfolio }: { portfolio: Portfolio }) {
  const { t } = useLingui();
  const ageWord = useAgeWord();
  return (
    <Card look="plain" title={<Trans>How long it has been overdue</Trans>}>
      <Table
        label={t`How long it has been overdue`}
        rows={ages}
        rowKey={(age) => age}
        totalsLabel={<Trans context="of an amount">Overdue</Trans>}
        columns={ageColumns(portfolio, ageWord)}
      />
    </Card>
  );
}

function ageColumns(
  { today, overdue, standing }: Portfolio,
  ageWord: (age: OverdueAge) => string,
): Column<OverdueAge>[] {
  return [
    {
      id: 'age',
      header: <Trans>Age</Trans>,
      cell: (age) => <Link to={overduePath(age)}>{ageWord(age)}</Link>,
    },
    {
      id: 'bar',
      header: <Trans>Share of what is owed</Trans>,
      cell: (age) => <Shared part={overdue[age]} whole={standing.outstanding} tone="overdue" />,
      total: <Shared part={standing.overdue} whole={standing.outstanding} tone="overdue" />,
    },
    {
      id: 'amount',
      header: <Trans>Amount</Trans>,
      figures: true,
      // By its installments, each of which leads to its lines.
      cell: (age) => (
        <Link to={overduePath(age)} className={figureLook}>
          <SignedMoney amount={overdue[age]} />
        </Link>
      ),
      total: (
        <JournalAmount
          amount={standing.overdue}
          lines={outstandingLines({ to: today, due: addDays(today, -1) })}
        />
      ),
    },
  ];
}

/** A share as a bar with its figure. */
function Shared({
  part,
  whole,
  tone = 'palm',
}: {
  part: string;
  whole: string;
  tone?: 'palm' | 'overdue';
}) {
  const of = share(part, whole);
  return (
    <span className="grid grid-cols-[minmax(4rem,12rem)_auto] items-center justify-start gap-3">
      <ShareBar share={of / 1000} tone={tone} />
      <Percent of={of} />
    </span>
  );
}

type Party = Portfolio['companies'][number];

function Concentration({
  title,
  header,
  parties,
  filter,
  whole,
}: {
  title: ReactNode;
  header: ReactNode;
  parties: readonly Party[];
  /** The journal's filter that names such a party. */
  filter: 'company' | 'agency';
  whole: string;
}) {
  const { t } = useLingui();
  const listed = parties.reduce((sum, { outstanding }) => sum + halalasFromDecimal(outstanding), 0);
  return (
    <Card
      look="plain"
      title={title}
      aside={
        parties.length > 0 ? (
          <span className="text-sm text-ink-soft">
            <Trans>
              Total <Percent of={shareOf(listed, signedHalalasFromDecimal(whole))} />
            </Trans>
          </span>
        ) : undefined
      }
    >
      <Table
        label={filter === 'company' ? t`Largest companies` : t`Largest agencies`}
        rows={parties}
        rowKey={({ id }) => id}
        empty={
          <p className="text-ink-soft">
            <Trans>Nothing is owed.</Trans>
          </p>
        }
        columns={partyColumns(header, filter, whole)}
      />
    </Card>
  );
}

function partyColumns(
  header: ReactNode,
  filter: 'company' | 'agency',
  whole: string,
): Column<Party>[] {
  return [
    {
      id: 'party',
      header,
      cell: ({ id, name }) => (
        <Link to={linesPath({ account: 'receivable', [filter]: id })}>
          <UserText text={name ?? '—'} />
        </Link>
      ),
    },
    {
      id: 'share',
      header: <Trans>Share</Trans>,
      cell: ({ outstanding }) => <Shared part={outstanding} whole={whole} />,
    },
    {
      id: 'outstanding',
      header: <Trans>Outstanding</Trans>,
      figures: true,
      cell: ({ id, outstanding }) => (
        <JournalAmount amount={outstanding} lines={{ account: 'receivable', [filter]: id }} />
      ),
    },
  ];
}
