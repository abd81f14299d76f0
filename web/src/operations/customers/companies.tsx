import { Trans, useLingui } from '@lingui/react/macro';
import { budgetFilters, type DeskCompany } from '#api/operations-companies.ts';
import { call } from '../../api/call.ts';
import { BudgetBadge, useBudgetStatusWord } from './budget-badge.tsx';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AlertIcon } from '../../ui/icons.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import type { Column } from '../../ui/table.tsx';
import { ListSearch } from '../kit/list-search.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { PartyName } from '../kit/party-name.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ExportCsvButton } from '../../files/export-csv-button.tsx';
import { useConsoleList } from '../kit/use-console-query.ts';
import { useUrlFilters } from '../../ui/use-url-filters.ts';

/** Companies with their budgets, newest first; the search and the filter are in the address. */
export default function Companies() {
  const { t } = useLingui();
  const wordOf = useBudgetStatusWord();
  const { filters, address } = useUrlFilters(['q', 'budget']);
  const search = filters.q;
  const budget = budgetFilters.find((one) => one === filters.budget);
  const pages = useConsoleList(['companies-list', search, budget], (cursor, signal) =>
    call('list_companies', { query: { search, budget, cursor }, signal }),
  );
  return (
    <>
      <DocumentTitle name={`${t`Companies`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Companies</Trans>}
        lead={<Trans>Their budgets, and how they were assessed.</Trans>}
        actions={
          <ExportCsvButton
            of="list_companies"
            input={{ query: { search, budget, format: 'csv' } }}
          />
        }
      />
      <Tabs
        label={t`Filter companies`}
        current={budget ?? 'all'}
        tabs={[
          { id: 'all', to: address('budget', null), name: <Trans>All</Trans> },
          {
            id: 'to_decide',
            to: address('budget', 'to_decide'),
            name: <Trans>To decide</Trans>,
          },
          {
            id: 'late',
            to: address('budget', 'late'),
            name: <Trans>More than 24 hours</Trans>,
          },
          ...(['Preliminary', 'Confirmed', 'Suspended'] as const).map((id) => ({
            id,
            to: address('budget', id),
            name: wordOf(id),
          })),
        ]}
      />
      <ListSearch />
      <DataTable
        pages={pages}
        label={t`Companies`}
        rowKey={({ id }) => id}
        empty={<EmptyState title={<Trans>No companies here.</Trans>} />}
        columns={columns}
      />
    </>
  );
}

const columns: Column<DeskCompany>[] = [
  {
    id: 'name',
    header: <Trans>Company</Trans>,
    cell: ({ id, name, email }) => (
      <PartyName to={`/operations/companies/${id}`} name={name} email={email} />
    ),
  },
  {
    id: 'since',
    header: <Trans>Since</Trans>,
    cell: ({ created_at }) => <IsoDate date={created_at} />,
  },
  {
    id: 'status',
    header: <Trans>Budget</Trans>,
    cell: ({ budget, proposed_budget, is_proposal_low }) => (
      <span className="inline-flex flex-wrap gap-1.5">
        <BudgetBadge status={budget.budget_status} />
        {proposed_budget === null ? null : (
          <Badge tone="now" icon={AlertIcon}>
            {is_proposal_low ? (
              <Trans>Proposal far below the confirmed amount</Trans>
            ) : (
              <Trans>Proposal</Trans>
            )}
          </Badge>
        )}
      </span>
    ),
  },
  {
    id: 'grade',
    header: <Trans>Grade</Trans>,
    cell: ({ grade }) => <bdi translate="no">{grade ?? '—'}</bdi>,
  },
  {
    id: 'total',
    header: <Trans>Approval budget</Trans>,
    figures: true,
    cell: ({ budget }) => <MoneyOrNone amount={budget.total_approval_budget} />,
  },
  {
    id: 'available',
    header: <Trans>Available</Trans>,
    figures: true,
    cell: ({ budget }) => <MoneyOrNone amount={budget.available_budget} />,
  },
];

/** An amount, or that none is set. */
export function MoneyOrNone({ amount }: { amount: string | null }) {
  return amount === null ? <Trans>Not set</Trans> : <Money amount={amount} />;
}
