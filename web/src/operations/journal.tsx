import { Trans, useLingui } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import type { ReplyOf } from '#api/contract.ts';
import { accounts, type Account } from '#domain/ledger/accounts.ts';
import { call } from '../api/call.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Link } from '../ui/link.tsx';
import { Money } from '../ui/money.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Select } from '../ui/select.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { BackLink } from './back-link.tsx';
import { useAccountWord, useEventWord } from './desk-words.ts';
import { Loaded, ShowMore } from './loaded.tsx';
import { Moment } from './moment.tsx';
import { staffTicketPath } from './staff-ticket.ts';
import { useDeskPages } from './use-desk.ts';

type Entry = ReplyOf<'list_journal_entries'>['items'][number];

const accountNames = Object.keys(accounts) as Account[];

/** The ledger's entries, newest first: of one account, one ticket or one payment, as the address says. */
export default function Journal() {
  const { t } = useLingui();
  const accountWord = useAccountWord();
  const [search, setSearch] = useSearchParams();
  const account = accountNames.find((name) => name === search.get('account'));
  const ticket_number = search.get('ticket') ?? undefined;
  const payment_id = search.get('payment') ?? undefined;
  const filters = { account, ticket_number, payment_id };
  const pages = useDeskPages(['journal', filters], (cursor, signal) =>
    call('list_journal_entries', { query: { ...filters, cursor }, signal }),
  );
  const choose = (name: string | null) => {
    const next = new URLSearchParams(search);
    if (name === null || name === 'all') next.delete('account');
    else next.set('account', name);
    setSearch(next, { replace: true });
  };
  return (
    <>
      <title>{`${t`Journal`} · ${t`Operations`} · Hamla`}</title>
      <PageHeader
        title={<Trans>Journal</Trans>}
        lead={<Subject ticketNumber={ticket_number} paymentId={payment_id} />}
        back={
          <BackLink to="/operations">
            <Trans>Today</Trans>
          </BackLink>
        }
        actions={
          <Select
            label={t`Account`}
            className="min-w-60"
            value={account ?? 'all'}
            onChange={choose}
            options={[
              { id: 'all', label: t`All accounts` },
              ...accountNames.map((id) => ({ id, label: accountWord(id) })),
            ]}
          />
        }
      />
      <Loaded answer={{ ...pages, data: pages.items }}>
        {(items) => (
          <div className="grid">
            {items.length === 0 ? (
              <EmptyState title={<Trans>No entries.</Trans>} />
            ) : (
              <ol className="grid gap-8">
                {items.map((entry) => (
                  <EntryRow key={entry.id} entry={entry} />
                ))}
              </ol>
            )}
            <ShowMore pages={pages} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Subject({
  ticketNumber,
  paymentId,
}: {
  ticketNumber: string | undefined;
  paymentId: string | undefined;
}) {
  if (ticketNumber) {
    return (
      <Link to={staffTicketPath(ticketNumber)}>
        <bdi>{ticketNumber}</bdi>
      </Link>
    );
  }
  if (paymentId) {
    return (
      <Link to={`/operations/payments/${paymentId}`}>
        <Trans>One payment</Trans>
      </Link>
    );
  }
  return <Trans>Every entry balances, and none is ever changed.</Trans>;
}

function EntryRow({ entry }: { entry: Entry }) {
  const { t } = useLingui();
  const eventWord = useEventWord();
  const accountWord = useAccountWord();
  const rows = entry.lines.map((line, index) => ({ ...line, index }));
  return (
    <li className="border-t-2 border-ink pt-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="font-semibold">{eventWord(entry.event)}</h2>
        <p className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
          <span>
            <Trans>Entry {entry.id}</Trans>
          </span>
          {entry.ticket_number ? (
            <Link to={staffTicketPath(entry.ticket_number)}>
              <bdi>{entry.ticket_number}</bdi>
            </Link>
          ) : null}
          {entry.payment_id ? (
            <Link to={`/operations/payments/${entry.payment_id}`}>
              <Trans context="of a company">Payment</Trans>
            </Link>
          ) : null}
          {entry.reverses_entry_id ? (
            <span>
              <Trans>undoes entry {entry.reverses_entry_id}</Trans>
            </span>
          ) : null}
          <bdi>{entry.posted_by}</bdi>
          <Moment at={entry.occurred_at} />
        </p>
      </div>
      <Table
        label={t`Lines of entry ${entry.id}`}
        rows={rows}
        rowKey={({ index }) => index}
        columns={lineColumns(accountWord)}
      />
    </li>
  );
}

function lineColumns(
  accountWord: (account: Account) => string,
): Column<Entry['lines'][number] & { index: number }>[] {
  return [
    {
      id: 'account',
      header: <Trans>Account</Trans>,
      cell: ({ account }) => accountWord(account),
    },
    {
      id: 'debit',
      header: <Trans>Debit</Trans>,
      figures: true,
      cell: ({ side, amount_sar }) => (side === 'debit' ? <Money amount={amount_sar} /> : '—'),
    },
    {
      id: 'credit',
      header: <Trans>Credit</Trans>,
      figures: true,
      cell: ({ side, amount_sar }) => (side === 'credit' ? <Money amount={amount_sar} /> : '—'),
    },
  ];
}
