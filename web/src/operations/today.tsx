import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ReplyOf } from '#api/contract.ts';
import type { Account } from '#domain/ledger/accounts.ts';
import type { OverdueAge } from '#domain/servicing/overdue-age.ts';
import { call } from '../api/call.ts';
import { Card } from '../ui/card.tsx';
import { ArrowIcon, CheckIcon } from '../ui/icons.tsx';
import { IsoDate } from '../ui/iso-date.tsx';
import { Link } from '../ui/link.tsx';
import { Money } from '../ui/money.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { useAccountWord, useAgeWord } from './desk-words.ts';
import { Loaded } from './loaded.tsx';
import { SignedMoney } from './signed-money.tsx';
import { useDesk } from './use-desk.ts';

type Overview = ReplyOf<'operations_overview'>;

/** What waits for staff, and where the money stands. */
export default function Today() {
  const { t } = useLingui();
  const answer = useDesk(['overview'], (signal) => call('operations_overview', { signal }));
  return (
    <>
      <title>{`${t`Today`} · ${t`Operations`} · Hamla`}</title>
      <PageHeader
        title={<Trans>Today</Trans>}
        lead={answer.data ? <IsoDate date={answer.data.today} length="long" /> : undefined}
      />
      <Loaded answer={answer}>
        {(overview) => (
          <div className="grid gap-12">
            <Queue overview={overview} />
            <Overdue overview={overview} />
            <Balances overview={overview} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Queue({ overview }: { overview: Overview }) {
  const { payouts_due, runs_to_release, payouts_sent } = overview;
  const { payments_unidentified, payments_with_credit } = overview;
  return (
    <Card look="plain" title={<Trans>What waits</Trans>}>
      <ul>
        <Waits
          to="/operations/payouts"
          title={<Trans>Payouts due</Trans>}
          count={payouts_due.count}
          amount={payouts_due.amount_sar}
        />
        <Waits
          to="/operations/payouts"
          title={<Trans>Runs to release</Trans>}
          count={runs_to_release}
        />
        <Waits
          to="/operations/payouts"
          title={<Trans>Sent, and the bank has not answered</Trans>}
          count={payouts_sent.count}
          amount={payouts_sent.amount_sar}
        />
        <Waits
          to="/operations/payments?list=unidentified"
          title={<Trans>Payments without a payer</Trans>}
          count={payments_unidentified.count}
          amount={payments_unidentified.amount_sar}
        />
        <Waits
          to="/operations/payments?list=credit"
          title={<Trans>Credit to use or to refund</Trans>}
          count={payments_with_credit.count}
          amount={payments_with_credit.amount_sar}
        />
      </ul>
    </Card>
  );
}

function Waits({
  to,
  title,
  count,
  amount,
}: {
  to: string;
  title: ReactNode;
  count: number;
  amount?: string;
}) {
  const isQuiet = count === 0;
  return (
    <li className="border-b border-line">
      <Link
        to={to}
        className={`grid min-h-14 grid-cols-[3.5rem_1fr_auto] items-center gap-x-4 py-2 no-underline hover:bg-sunk ${isQuiet ? 'text-ink-soft' : ''}`}
      >
        <span className={`text-2xl tabular-nums ${isQuiet ? 'text-ink-faint' : 'font-semibold'}`}>
          {count}
        </span>
        <span className="flex flex-wrap items-baseline justify-between gap-x-6">
          <span className="font-semibold">{title}</span>
          {amount === undefined || isQuiet ? null : <Money amount={amount} />}
        </span>
        {isQuiet ? <CheckIcon className="text-paid" /> : <ArrowIcon className="text-palm" />}
      </Link>
    </li>
  );
}

const ages: readonly OverdueAge[] = ['days_1_7', 'days_8_30', 'days_31_60', 'days_60_plus'];

function Overdue({ overview }: { overview: Overview }) {
  const ageWord = useAgeWord();
  return (
    <Card look="plain" title={<Trans>Overdue installments</Trans>}>
      <ul className="grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
        {ages.map((age) => {
          const { count, amount_sar } = overview.overdue[age];
          return (
            <li key={age} className="min-w-0">
              <Link
                to={`/operations/overdue?age=${age}`}
                className="block rounded-sm py-1 no-underline hover:bg-sunk"
              >
                <span className="eyebrow block underline decoration-line-strong underline-offset-4">
                  {ageWord(age)}
                </span>
                <span
                  className={`mt-1 block text-heading ${count > 0 ? 'text-overdue' : 'text-ink-soft'}`}
                >
                  <Money amount={amount_sar} />
                </span>
                <span className="block text-sm text-ink-soft">
                  <Plural value={count} one="# installment" other="# installments" />
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function Balances({ overview }: { overview: Overview }) {
  const { t } = useLingui();
  const accountWord = useAccountWord();
  const rows = Object.entries(overview.balances) as [Account, string][];
  return (
    <Card look="plain" title={<Trans>Accounts of the ledger</Trans>}>
      <Table
        label={t`Accounts of the ledger`}
        rows={rows}
        rowKey={([account]) => account}
        columns={balanceColumns(accountWord)}
      />
    </Card>
  );
}

function balanceColumns(accountWord: (account: Account) => string): Column<[Account, string]>[] {
  return [
    {
      id: 'account',
      header: <Trans>Account</Trans>,
      cell: ([account]) => (
        <Link to={`/operations/journal?account=${account}`}>{accountWord(account)}</Link>
      ),
    },
    {
      id: 'balance',
      header: <Trans>Balance</Trans>,
      figures: true,
      cell: ([, balance]) => <SignedMoney amount={balance} />,
    },
  ];
}
