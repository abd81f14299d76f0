import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { CompanyPosition } from '#api/installments.ts';
import type { AccountStatementLine, AccountStatementTotals } from '#api/documents.ts';
import { accountStatementLineWords } from '#domain/documents/account-statement-words.ts';
import { balanceParts, type BalancePart } from '#domain/documents/balance-parts.ts';
import type { Role } from '#domain/accounts/roles.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { IsoDate } from '../ui/iso-date.tsx';
import { Link } from '../ui/link.tsx';
import { Money } from '../ui/money.tsx';
import { SignedMoney } from '../ui/signed-money.tsx';
import { Stat } from '../ui/stat.tsx';
import { SumList } from '../ui/sum-list.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { useLanguage } from '../ui/language-switch.tsx';

/** The opening balance, the changes and the closing balance. */
export function Totals({ role, totals }: { role: Role; totals: AccountStatementTotals }) {
  const isCompany = role === 'company';
  const { opening_balance, closing_balance, total_increase, total_decrease } = totals;
  return (
    <div className="grid gap-x-8 gap-y-5 border-y border-line py-5 sm:grid-cols-2 lg:grid-cols-4">
      <Stat
        quiet
        label={<Trans>Opening balance</Trans>}
        figure={<SignedMoney amount={opening_balance} />}
      />
      <Stat
        quiet
        label={isCompany ? <Trans>Financed and refunded</Trans> : <Trans>Earned</Trans>}
        figure={<SignedMoney amount={total_increase} />}
      />
      <Stat
        quiet
        label={
          isCompany ? <Trans>Payments and adjustments</Trans> : <Trans>Fees and payouts</Trans>
        }
        figure={<SignedMoney amount={total_decrease} />}
      />
      <Stat
        quiet
        label={<Trans>Closing balance</Trans>}
        figure={<SignedMoney amount={closing_balance} />}
        note={
          isCompany ? (
            totals.in_default === '0.00' ? (
              <Trans>What you owe, due or not yet; a negative balance is your credit.</Trans>
            ) : (
              <Trans>
                What you owe, of which <SignedMoney amount={totals.in_default} /> is in default and
                must be paid now.
              </Trans>
            )
          ) : (
            <Trans>What you are owed.</Trans>
          )
        }
      />
    </div>
  );
}

const balancePartLabels: Record<BalancePart, ReactNode> = {
  overdue: <Trans>Overdue</Trans>,
  due_soon: <Trans>Due within 7 days</Trans>,
  later: <Trans>Due later</Trans>,
  in_default: <Trans>In default</Trans>,
  refund_due: <Trans>Refund that you owe back</Trans>,
};

/** What a company's closing balance is made of today; nothing where it owes nothing. */
export function BalanceParts({
  position,
  closing_balance,
}: {
  position: CompanyPosition;
  closing_balance: string;
}) {
  const parts = balanceParts(position, closing_balance);
  if (parts.length === 0) return null;
  return (
    <section aria-labelledby="balance-parts" className="max-w-md">
      <h2 id="balance-parts" className="text-base font-semibold">
        <Trans>What you owe today</Trans>
      </h2>
      <SumList
        rows={[
          ...parts.map(({ part, amount_sar }) => ({
            id: part,
            label: balancePartLabels[part],
            amount: amount_sar,
          })),
          {
            id: 'total',
            label: <Trans>Closing balance</Trans>,
            amount: closing_balance,
            total: true,
          },
        ]}
        className="mt-2"
      />
      {position.being_checked_sar === '0.00' ? null : (
        <p className="mt-1 text-sm text-ink-soft">
          <Trans>
            Of this, <Money amount={position.being_checked_sar} /> is reported and being checked.
          </Trans>
        </p>
      )}
    </section>
  );
}

export function Lines({ role, lines }: { role: Role; lines: readonly AccountStatementLine[] }) {
  const { t } = useLingui();
  return (
    <Table
      label={t`Statement of account`}
      columns={useColumns(role)}
      rows={lines}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title={<Trans>No activity in this period</Trans>}>
          <Trans>Choose another one above.</Trans>
        </EmptyState>
      }
    />
  );
}

function useColumns(role: Role): Column<AccountStatementLine>[] {
  const { t } = useLingui();
  const language = useLanguage();
  const isCompany = role === 'company';
  const amount = (value: string) => (value === '0.00' ? null : <SignedMoney amount={value} />);
  return [
    { id: 'date', header: t`Date`, cell: ({ date }) => <IsoDate date={date} /> },
    {
      id: 'entry',
      header: t`Entry`,
      cell: (line) => <Entry line={line} word={accountStatementLineWords(line)[language]} />,
    },
    { id: 'reference', header: t`Reference`, cell: referenceOf },
    {
      id: 'increase',
      header: isCompany ? t`Owed` : t`Earned`,
      figures: true,
      cell: ({ increase }) => amount(increase),
    },
    {
      id: 'decrease',
      header: isCompany ? t`Paid off` : t`Deducted`,
      figures: true,
      cell: ({ decrease }) => amount(decrease),
    },
    {
      id: 'balance',
      header: t`Balance`,
      figures: true,
      cell: ({ balance }) => <SignedMoney amount={balance} />,
    },
  ];
}

/** With its amount where it changes what is in default and not what is owed, and with a payment's day at the bank. */
function Entry({ line, word }: { line: AccountStatementLine; word: string }) {
  const { in_default, value_date } = line;
  return (
    <span className="grid">
      {in_default === '0.00' ? (
        word
      ) : (
        <span>
          {word}: <SignedMoney amount={in_default.replace('-', '')} />
        </span>
      )}
      {value_date ? (
        <span className="text-sm text-ink-soft">
          <Trans>
            Value date <IsoDate date={value_date} />
          </Trans>
        </span>
      ) : null}
    </span>
  );
}

/** The ticket, or the bank's own mark of a payment. */
function referenceOf({ ticket_number, bank_reference }: AccountStatementLine): ReactNode {
  if (ticket_number) {
    return (
      <Link to={`/tickets/${ticket_number}`} className="text-link tabular-nums">
        <bdi translate="no">{ticket_number}</bdi>
      </Link>
    );
  }
  return bank_reference ? (
    <bdi translate="no" className="wrap-anywhere">
      {bank_reference}
    </bdi>
  ) : null;
}
