import { Trans, useLingui } from '@lingui/react/macro';
import type { ReplyOf } from '#api/contract.ts';
import { overdueAges, type OverdueAge } from '#domain/servicing/overdue-age.ts';
import { call } from '../../api/call.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DueDate, IsoDate } from '../../ui/iso-date.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import type { Column } from '../../ui/table.tsx';
import { PromiseBadge } from '../customers/promise-badge.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { useAgeWord } from '../kit/labels.ts';
import { JournalAmount } from '../ledger/journal-amount.tsx';
import { ticketColumn } from '../tickets/ticket-link.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ExportCsvButton } from '../../files/export-csv-button.tsx';
import { useConsoleList } from '../kit/use-console-query.ts';
import { useUrlFilters } from '../../ui/use-url-filters.ts';
import { PartyLink } from '../kit/party-link.tsx';

type OverdueItem = ReplyOf<'list_overdue_installments'>['items'][number];

const ages = Object.keys(overdueAges) as OverdueAge[];

/** What is overdue, by its age; the age is in the address. */
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
        empty={<EmptyState title={<Trans>Nothing has been overdue for that long.</Trans>} />}
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
    cell: ({ company_id, company_name, company_phone }) => (
      <span className="grid">
        <PartyLink kind="companies" id={company_id} name={company_name} />
        {company_phone ? (
          <a href={`tel:${company_phone}`} className="text-link justify-self-start text-sm">
            <bdi translate="no" dir="ltr">
              {company_phone}
            </bdi>
          </a>
        ) : null}
      </span>
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
    id: 'late',
    header: <Trans>Days late</Trans>,
    figures: true,
    cell: ({ days_late }) => days_late,
  },
  {
    id: 'open',
    header: <Trans>Still owed</Trans>,
    figures: true,
    cell: ({ id, open_amount }) => (
      <JournalAmount amount={open_amount} lines={{ account: 'receivable', installment: id }} />
    ),
  },
  {
    id: 'reminded',
    header: <Trans>Last reminder</Trans>,
    cell: ({ reminded_on }) => (reminded_on === null ? null : <IsoDate date={reminded_on} />),
  },
  {
    id: 'promise',
    header: <Trans>Promise to pay</Trans>,
    cell: ({ promise }) =>
      promise === null ? null : (
        <span className="flex flex-wrap items-baseline gap-x-3">
          <PromiseBadge status={promise.status} /> <IsoDate date={promise.promised_for} />
        </span>
      ),
  },
];
