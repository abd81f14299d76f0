import { Trans, useLingui } from '@lingui/react/macro';
import type { ReplyOf } from '#api/contract.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import { accounts, ledgerEvents, type Account, type LedgerEvent } from '#domain/ledger/accounts.ts';
import { call } from '../../api/call.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Link } from '../../ui/link.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import { Select } from '../../ui/select.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { useAccountWord, useEventWord } from '../kit/labels.ts';
import { journalFilters, type JournalFilters } from './journal-filters.ts';
import { QueryResult } from '../../api/query-result.tsx';
import { ClearFilters } from '../kit/clear-filters.tsx';
import { DateRangeFields } from '../kit/date-range-fields.tsx';
import { ConsoleTicketLink } from '../tickets/ticket-link.tsx';
import { ExportCsvButton } from '../../files/export-csv-button.tsx';
import { useConsoleList } from '../kit/use-console-query.ts';
import { useUrlFilters } from '../../ui/use-url-filters.ts';

type Entry = ReplyOf<'list_journal_entries'>['items'][number];

const accountNames = Object.keys(accounts) as Account[];

/** The ledger's entries, newest first: every figure of the console leads to its lines here. */
export default function Journal() {
  const { t } = useLingui();
  const { filters, set, clear, isFiltered } = useUrlFilters(journalFilters);
  const query = {
    account: accountNames.find((name) => name === filters.account),
    event: ledgerEvents.find((name) => name === filters.event),
    ticket_number: filters.ticket,
    payment_id: filters.payment,
    company_id: filters.company,
    agency_id: filters.agency,
    installment_id: filters.installment,
    from: filters.from,
    to: filters.to,
    due_to: filters.due,
  };
  const pages = useConsoleList(['journal', query], (cursor, signal) =>
    call('list_journal_entries', { query: { ...query, cursor }, signal }),
  );
  return (
    <>
      <DocumentTitle name={`${t`Journal`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Journal</Trans>}
        lead={<Subject filters={filters} />}
        actions={
          <ExportCsvButton
            of="list_journal_entries"
            input={{ query: { ...query, format: 'csv' } }}
          />
        }
      />
      <div className="mb-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-4 print:hidden">
        <AccountSelect value={query.account} onChange={(name) => set('account', name)} />
        <EventSelect value={query.event} onChange={(name) => set('event', name)} />
        <DateRangeFields from={filters.from} to={filters.to} onChange={set} />
        <ClearFilters isFiltered={isFiltered} clear={clear} />
      </div>
      <QueryResult
        query={{ ...pages, data: pages.items }}
        missing={<EmptyState title={<Trans>No entries.</Trans>} />}
      >
        {(items) => (
          <div className="grid">
            {items.length === 0 ? (
              <EmptyState title={<Trans>No entries.</Trans>} />
            ) : (
              <div className="grid gap-8">
                {query.account ? <Together entries={items} isWhole={!pages.hasNextPage} /> : null}
                <ol className="grid gap-8">
                  {items.map((entry) => (
                    <EntryRow key={entry.id} entry={entry} />
                  ))}
                </ol>
              </div>
            )}
            <LoadMore pages={pages} />
          </div>
        )}
      </QueryResult>
    </>
  );
}

/** What the lines that were asked for come to: the figure that led here, once all are shown. */
function Together({ entries, isWhole }: { entries: readonly Entry[]; isWhole: boolean }) {
  const sum = entries
    .flatMap(({ lines }) => lines)
    .filter(({ is_asked }) => is_asked)
    .reduce(
      (all, line) => all + halalasFromDecimal(line.amount_sar) * (line.side === 'debit' ? 1 : -1),
      0,
    );
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="text-ink-soft">
        {isWhole ? (
          <Trans>Total of this account</Trans>
        ) : (
          <Trans>Total of the lines shown so far</Trans>
        )}
      </span>
      <span className="font-semibold">
        {sum === 0 ? null : sum > 0 ? (
          <Trans context="side of an entry">Debit</Trans>
        ) : (
          <Trans context="side of an entry">Credit</Trans>
        )}{' '}
        <Money amount={decimalFromHalalas(Math.abs(sum))} />
      </span>
    </p>
  );
}

function AccountSelect({
  value,
  onChange,
}: {
  value: Account | undefined;
  onChange: (name: string | null) => void;
}) {
  const { t } = useLingui();
  const accountWord = useAccountWord();
  return (
    <Select
      label={t`Account`}
      value={value ?? 'all'}
      onChange={(name) => onChange(name === 'all' ? null : name)}
      options={[
        { id: 'all', label: t`All accounts` },
        ...accountNames.map((id) => ({ id, label: accountWord(id) })),
      ]}
    />
  );
}

function EventSelect({
  value,
  onChange,
}: {
  value: LedgerEvent | undefined;
  onChange: (name: string | null) => void;
}) {
  const { t } = useLingui();
  const eventWord = useEventWord();
  return (
    <Select
      label={t`What happened`}
      value={value ?? 'all'}
      onChange={(name) => onChange(name === 'all' ? null : name)}
      options={[
        { id: 'all', label: t`Everything` },
        ...ledgerEvents.map((id) => ({ id, label: eventWord(id) })),
      ]}
    />
  );
}

/** Of whom or of what the entries are, where the address says so. */
function Subject({ filters }: { filters: JournalFilters }) {
  const { ticket, payment, company, agency, installment, due } = filters;
  if (!ticket && !payment && !company && !agency && !installment && !due) {
    return <Trans>Every entry balances, and none is ever changed.</Trans>;
  }
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      {ticket ? <ConsoleTicketLink number={ticket} /> : null}
      {payment ? (
        <Link to={`/operations/payments/${payment}`}>
          <Trans>One payment</Trans>
        </Link>
      ) : null}
      {company ? (
        <Link to={`/operations/companies/${company}`}>
          <Trans>One company</Trans>
        </Link>
      ) : null}
      {agency ? (
        <Link to={`/operations/agencies/${agency}`}>
          <Trans>One agency</Trans>
        </Link>
      ) : null}
      {installment ? <Trans>One installment</Trans> : null}
      {due ? (
        <span>
          <Trans>
            Installments due until <IsoDate date={due} />
          </Trans>
        </span>
      ) : null}
    </span>
  );
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
          {entry.ticket_number ? <ConsoleTicketLink number={entry.ticket_number} /> : null}
          {entry.payment_id ? (
            <Link to={`/operations/payments/${entry.payment_id}`}>
              <Trans context="of a company">Payment</Trans>
            </Link>
          ) : null}
          {entry.reverses_entry_id ? (
            <span>
              <Trans>reverses entry {entry.reverses_entry_id}</Trans>
            </span>
          ) : null}
          <span>
            {entry.posted_by === null ? (
              <Trans>Month's end</Trans>
            ) : (
              <bdi translate="no">{entry.posted_by}</bdi>
            )}
          </span>
          <DateTime at={entry.occurred_at} />
        </p>
      </div>
      <Table
        label={t`Lines of entry ${entry.id}`}
        rows={rows}
        rowKey={({ index }) => index}
        columns={lineColumns(
          accountWord,
          entry.lines.some(({ is_asked }) => !is_asked),
        )}
      />
    </li>
  );
}

/** Its column is as wide in every entry: debits stand under debits down the page. */
function Side({
  of,
  line: { side, amount_sar, is_asked },
  isFiltered,
}: {
  of: 'debit' | 'credit';
  line: Entry['lines'][number];
  isFiltered: boolean;
}) {
  const look = !isFiltered ? '' : is_asked ? 'font-semibold' : 'text-ink-soft';
  return (
    <span className={`inline-block rows:min-w-32 ${look}`}>
      {side === of ? <Money amount={amount_sar} /> : '—'}
    </span>
  );
}

function lineColumns(
  accountWord: (account: Account) => string,
  isFiltered: boolean,
): Column<Entry['lines'][number] & { index: number }>[] {
  return [
    {
      id: 'account',
      header: <Trans>Account</Trans>,
      // Of an entry's lines, those that make up the figure stand out.
      cell: ({ account, is_asked }) => (
        <span className={isFiltered && !is_asked ? 'text-ink-soft' : ''}>
          {accountWord(account)}
        </span>
      ),
    },
    {
      id: 'debit',
      header: <Trans context="side of an entry">Debit</Trans>,
      figures: true,
      cell: (line) => <Side of="debit" line={line} isFiltered={isFiltered} />,
    },
    {
      id: 'credit',
      header: <Trans context="side of an entry">Credit</Trans>,
      figures: true,
      cell: (line) => <Side of="credit" line={line} isFiltered={isFiltered} />,
    },
  ];
}
