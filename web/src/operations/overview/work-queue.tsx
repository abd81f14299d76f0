import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ReplyOf } from '#api/contract.ts';
import type { WorkQueueName } from '#api/operations-overview.ts';
import { accounts, type Account } from '#domain/ledger/accounts.ts';
import { daysBetween } from '#domain/calendar.ts';
import type { OverdueAge } from '#domain/servicing/overdue-age.ts';
import { call } from '../../api/call.ts';
import { Card } from '../../ui/card.tsx';
import { ArrowIcon, CheckIcon } from '../../ui/icons.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { CappedCount } from '../kit/capped-count.tsx';
import { useAccountWord, useAgeWord } from '../kit/labels.ts';
import { JournalAmount } from '../ledger/journal-amount.tsx';
import { linesPath } from '../ledger/journal-filters.ts';
import { QueryResult } from '../../api/query-result.tsx';
import { useConsoleQuery } from '../kit/use-console-query.ts';

type Overview = ReplyOf<'operations_overview'>;

/** The work that waits for staff, and the ledger's balances. */
export default function WorkQueue() {
  const { t } = useLingui();
  const query = useConsoleQuery(['overview'], (signal) => call('operations_overview', { signal }));
  return (
    <>
      <DocumentTitle name={`${t`Today`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Today</Trans>}
        lead={query.data ? <IsoDate date={query.data.today} length="long" /> : undefined}
      />
      <QueryResult query={query}>
        {(overview) => (
          <div className="grid gap-12">
            <Queue overview={overview} />
            <Overdue overview={overview} />
            <Balances overview={overview} />
          </div>
        )}
      </QueryResult>
    </>
  );
}

/** The screen of each queue, in the order of the queue. */
const places: Record<WorkQueueName, { to: string; title: ReactNode }> = {
  budgets_preliminary_long: {
    to: '/operations/companies?budget=late',
    title: <Trans>Budgets preliminary for more than 24 hours</Trans>,
  },
  bank_statements_contradicted: {
    to: '/operations/bank-statements',
    title: <Trans>Statements that contradict each other</Trans>,
  },
  approval_requests: {
    to: '/operations/approvals',
    title: <Trans>Requests for another person to approve</Trans>,
  },
  runs_to_release: { to: '/operations/payouts', title: <Trans>Runs to release</Trans> },
  payouts_due: { to: '/operations/payouts', title: <Trans>Payouts due</Trans> },
  payouts_stopped: {
    to: '/operations/stopped-payouts',
    title: <Trans>Payouts stopped by overdue installments</Trans>,
  },
  payouts_to_instruct: {
    to: '/operations/payouts',
    title: <Trans>Released, not in a bank file yet</Trans>,
  },
  payouts_sent: {
    to: '/operations/payouts',
    title: <Trans>Sent, not answered by the bank</Trans>,
  },
  agency_claims_open: {
    to: linesPath({ account: 'agency_receivable' }),
    title: <Trans>Agencies that were paid twice</Trans>,
  },
  refunds_to_send: {
    to: '/operations/refunds',
    title: <Trans>Refunds for the next file</Trans>,
  },
  refunds_unanswered: {
    to: '/operations/refunds?list=sent',
    title: <Trans>Refunds that the bank has not answered for five days</Trans>,
  },
  iban_changes: { to: '/operations/iban-changes', title: <Trans>IBANs to approve</Trans> },
  agency_names: {
    to: '/operations/agencies?standing=name_held',
    title: <Trans>Agencies' names to check</Trans>,
  },
  virtual_ibans_missing: {
    to: '/operations/virtual-ibans',
    title: <Trans>Companies for which no virtual IBAN is free</Trans>,
  },
  payments_unidentified: {
    to: '/operations/payments?list=unidentified',
    title: <Trans>Unidentified payments</Trans>,
  },
  payments_unproven: {
    to: '/operations/payments?list=unproven_long',
    title: <Trans>Payments not proven after five working days</Trans>,
  },
  payments_with_credit: {
    to: '/operations/payments?list=credit',
    title: <Trans>Credit to refund</Trans>,
  },
  transfers_to_check: {
    to: '/operations/transfer-reports',
    title: <Trans>Reported transfers to check</Trans>,
  },
  bank_statement_lines_open: {
    to: '/operations/bank-statements',
    title: <Trans>Statement lines to decide</Trans>,
  },
  bank_statements_to_compare: {
    to: '/operations/bank-statements',
    title: <Trans>Statements to compare with the bank</Trans>,
  },
  bank_reversals_open: {
    to: '/operations/bank-statements',
    title: <Trans>Transfers that the bank reversed</Trans>,
  },
  small_rests: {
    to: '/operations/small-rests',
    title: <Trans>Tickets of which only small rests are left</Trans>,
  },
  budgets_to_decide: {
    to: '/operations/companies?budget=to_decide',
    title: <Trans>Budgets to decide</Trans>,
  },
  budget_requests: {
    to: '/operations/budget-requests',
    title: <Trans>Requests for a higher budget</Trans>,
  },
  tickets_to_review: { to: '/operations/reviews', title: <Trans>Tickets to review</Trans> },
  help_messages: { to: '/operations/help-messages', title: <Trans>Messages to answer</Trans> },
};
const workQueueNames = Object.keys(places) as WorkQueueName[];

/** Stands at the top, below late budgets, once the bank day of the release has ended. */
const late: WorkQueueName = 'payouts_to_instruct';

/** Queues with waiting work, each with its count and link; empty queues are in one line below. */
function Queue({ overview }: { overview: Overview }) {
  const { waits, payouts_to_instruct_since: since, today } = overview;
  // Companies owe since the release, and their agencies wait.
  const [first, ...others] = workQueueNames;
  const names = since ? [first!, late, ...others.filter((name) => name !== late)] : workQueueNames;
  const waiting = names.filter((name) => waits[name].count > 0);
  const quiet = names.filter((name) => waits[name].count === 0);
  return (
    <Card look="plain" title={<Trans>To do</Trans>}>
      <ul className="grid grid-cols-[minmax(3.5rem,auto)_1fr_auto] gap-x-4">
        {waiting.map((name) => (
          <Waits
            key={name}
            name={name}
            note={
              since && name === late ? (
                <Plural
                  value={daysBetween(since, today)}
                  one="Released # day ago"
                  other="Released # days ago"
                />
              ) : null
            }
            {...waits[name]}
          />
        ))}
      </ul>
      {quiet.length > 0 ? (
        <div className="mt-4 flex gap-3 text-sm text-ink-soft">
          <CheckIcon className="mt-1.5 text-paid" />
          <div className="gap-x-4 sm:flex sm:flex-wrap">
            <span className="flex min-h-8 items-center font-semibold">
              {waiting.length > 0 ? (
                <Trans>Nothing is waiting here:</Trans>
              ) : (
                <Trans>Nothing is waiting.</Trans>
              )}
            </span>
            <ul className="sm:contents">
              {quiet.map((name) => (
                <li key={name}>
                  <Link
                    to={places[name].to}
                    className="inline-flex min-h-8 items-center text-ink-soft"
                  >
                    {places[name].title}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        </div>
      ) : null}
    </Card>
  );
}

function Waits({
  name,
  note,
  amount_sar,
  ...counted
}: { name: WorkQueueName; note: ReactNode } & Overview['waits'][WorkQueueName]) {
  const { to, title } = places[name];
  return (
    <li className="col-span-full grid grid-cols-subgrid border-b border-line">
      <Link
        to={to}
        className="col-span-full grid min-h-14 grid-cols-subgrid items-center py-2 no-underline hover:bg-sunk"
      >
        <CappedCount {...counted} className="text-2xl font-semibold" />
        <span className="grid items-baseline justify-between gap-x-6 sm:flex">
          <span>
            <span className="font-semibold">{title}</span>
            {note ? <span className="block text-sm text-overdue">{note}</span> : null}
          </span>
          {/* Points stand under points in both directions. */}
          {amount_sar === null ? null : (
            <Money amount={amount_sar} className="justify-self-start sm:min-w-32 sm:text-right" />
          )}
        </span>
        <ArrowIcon className="text-palm" />
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
          const { count, has_more, amount_sar } = overview.overdue[age];
          const counted = count.toLocaleString('en');
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
                  {has_more ? (
                    <Trans>More than {counted} installments</Trans>
                  ) : (
                    <Plural value={count} one="# installment" other="# installments" />
                  )}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

const accountNames = Object.keys(accounts) as Account[];

function Balances({ overview }: { overview: Overview }) {
  const { t } = useLingui();
  const accountWord = useAccountWord();
  const rows = accountNames.map((name): [Account, string] => [name, overview.balances[name]]);
  return (
    <Card look="plain" title={<Trans>Ledger accounts</Trans>}>
      <Table
        label={t`Ledger accounts`}
        rows={rows}
        rowKey={([account]) => account}
        columns={balanceColumns(accountWord)}
      />
      <p className="mt-3 max-w-prose text-sm text-ink-soft">
        <Trans>
          The ledger books a payout when its run is released, so payouts due are not in it yet. Owed
          to agencies is what has failed or was returned and is to be paid again.
        </Trans>
      </p>
    </Card>
  );
}

function balanceColumns(accountWord: (account: Account) => string): Column<[Account, string]>[] {
  return [
    {
      id: 'account',
      header: <Trans>Account</Trans>,
      cell: ([account]) => <Link to={linesPath({ account })}>{accountWord(account)}</Link>,
    },
    {
      id: 'balance',
      header: <Trans>Balance</Trans>,
      figures: true,
      cell: ([account, balance]) => <JournalAmount amount={balance} lines={{ account }} />,
    },
  ];
}
