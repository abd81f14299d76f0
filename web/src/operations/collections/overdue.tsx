import { Trans, useLingui } from '@lingui/react/macro';
import type { ReplyOf } from '#api/contract.ts';
import { overdueAges, type OverdueAge } from '#domain/servicing/overdue-age.ts';
import { call } from '../../api/call.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DueDate } from '../../ui/iso-date.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import type { Column } from '../../ui/table.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { useAgeWord } from '../kit/labels.ts';
import { JournalAmount } from '../ledger/journal-amount.tsx';
import { ticketColumn } from '../tickets/ticket-link.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { ExportCsvButton } from '../kit/export-csv-button.tsx';
import { useConsoleList } from '../kit/use-console-query.ts';
import { useUrlFilters } from '../kit/use-url-filters.ts';

type OverdueItem = ReplyOf<'list_overdue_installments'>['items'][number];

const ages = Object.keys(overdueAges) as OverdueAge[];

/** What is overdue, by its age; the age stands in the address. */
export default function Overdue() {
  const { t } = useLingui();
  const ageWord = useAgeWord();
  const { filters, address } = useUrlFilters(['age']);
  const age = ages.find((one) => one === filters.age) ?? 'days_1_7';
  const pages = useConsoleList(['overdue', age], (cursor, signal) =>
    call('list_overdue_installments', { query: { age, cursor }, signal }),
  );
  return (
    <>
      <DocumentTitle name={`${t`Overdue installments`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Overdue installments</Trans>}
        actions={
          <ExportCsvButton
            of="list_overdue_installments"
            input={{ query: { age, format: 'csv' } }}
          />
        }
      />
      <Tabs
        label={t`Age`}
        current={age}
        tabs={ages.map((id) => ({ id, to: address('age', id), name: ageWord(id) }))}
      />
      <DataTable
        pages={pages}
        label={t`Overdue installments`}
        rowKey={({ id }) => id}
        empty={<EmptyState title={<Trans>Nothing is overdue for so long.</Trans>} />}
        columns={overdueColumns}
      />
    </>
  );
}

const overdueColumns: Column<OverdueItem>[] = [
  ticketColumn,
  {
    id: 'company',
    header: <Trans>Company</Trans>,
    cell: ({ company_id, company_name }) => (
      <Link to={`/operations/companies/${company_id}`}>
        <UserText text={company_name ?? '—'} />
      </Link>
    ),
  },
  {
    id: 'seq',
    header: <Trans>Installment</Trans>,
    cell: ({ seq }) => seq,
  },
  {
    id: 'due',
    header: <Trans>Due date</Trans>,
    cell: ({ due_date }) => <DueDate date={due_date} />,
  },
  {
    id: 'open',
    header: <Trans>Still owed</Trans>,
    figures: true,
    cell: ({ id, open_amount }) => (
      <JournalAmount amount={open_amount} lines={{ account: 'receivable', installment: id }} />
    ),
  },
];
