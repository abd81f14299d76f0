import { Trans, useLingui } from '@lingui/react/macro';
import type { ReplyOf } from '#api/contract.ts';
import { overdueAges, type OverdueAge } from '#domain/servicing/overdue-age.ts';
import { call } from '../api/call.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { DueDate } from '../ui/iso-date.tsx';
import { Link } from '../ui/link.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ScreenTitle } from '../ui/screen-title.tsx';
import type { Column } from '../ui/table.tsx';
import { Typed } from '../ui/typed.tsx';
import { DeskTable } from './desk-table.tsx';
import { useAgeWord } from './desk-words.ts';
import { JournalFigure } from './journal-figure.tsx';
import { ticketColumn } from './ticket-link.tsx';
import { Tabs } from './tabs.tsx';
import { TakeCsv } from './take-csv.tsx';
import { useDeskPages } from './use-desk.ts';
import { useFilters } from './use-filters.ts';

type OverdueItem = ReplyOf<'list_overdue_installments'>['items'][number];

const ages = Object.keys(overdueAges) as OverdueAge[];

/** What is overdue, by its age; the age stands in the address. */
export default function Overdue() {
  const { t } = useLingui();
  const ageWord = useAgeWord();
  const { filters, address } = useFilters(['age']);
  const age = ages.find((one) => one === filters.age) ?? 'days_1_7';
  const pages = useDeskPages(['overdue', age], (cursor, signal) =>
    call('list_overdue_installments', { query: { age, cursor }, signal }),
  );
  return (
    <>
      <ScreenTitle name={`${t`Overdue installments`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Overdue installments</Trans>}
        actions={
          <TakeCsv of="list_overdue_installments" input={{ query: { age, format: 'csv' } }} />
        }
      />
      <Tabs
        label={t`Age`}
        current={age}
        tabs={ages.map((id) => ({ id, to: address('age', id), name: ageWord(id) }))}
      />
      <DeskTable
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
        <Typed text={company_name ?? '—'} />
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
      <JournalFigure amount={open_amount} lines={{ account: 'receivable', installment: id }} />
    ),
  },
];
