import { Trans, useLingui } from '@lingui/react/macro';
import type { StaffBudgetRequest } from '#api/budget-requests.ts';
import { call } from '../../api/call.ts';
import { RequestStatusBadge } from '../../budget/request-words.tsx';
import { ExportCsvButton } from '../../files/export-csv-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import type { Column } from '../../ui/table.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { useConsoleList } from '../kit/use-console-query.ts';
import { MoneyOrNone } from './companies.tsx';

/** Requests for a higher budget that wait for staff; each is decided on its company's page. */
export default function BudgetRequests() {
  const { t } = useLingui();
  const pages = useConsoleList(['budget-requests'], (cursor, signal) =>
    call('list_budget_requests', { query: { cursor }, signal }),
  );
  return (
    <>
      <DocumentTitle name={`${t`Budget requests`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Budget requests</Trans>}
        lead={
          <Trans>
            What companies ask for beyond their budget, the oldest first. An appeal is answered by
            another person than the one who decided.
          </Trans>
        }
        actions={<ExportCsvButton of="list_budget_requests" input={{ query: { format: 'csv' } }} />}
      />
      <DataTable
        pages={pages}
        label={t`Budget requests`}
        rowKey={({ id }) => id}
        empty={<EmptyState title={<Trans>No company is waiting for a decision.</Trans>} />}
        columns={columns}
      />
    </>
  );
}

const columns: Column<StaffBudgetRequest>[] = [
  {
    id: 'company',
    header: <Trans>Company</Trans>,
    cell: ({ company_id, company_name }) => (
      <Link to={`/operations/companies/${company_id}#budget-request`}>
        <UserText text={company_name ?? '—'} />
      </Link>
    ),
  },
  {
    id: 'asked',
    header: <Trans>Requested</Trans>,
    cell: ({ asked_at }) => <DateTime at={asked_at} />,
  },
  {
    id: 'status',
    header: <Trans>State</Trans>,
    cell: ({ status }) => <RequestStatusBadge status={status} />,
  },
  {
    id: 'reason',
    header: <Trans>Reason</Trans>,
    prose: true,
    cell: ({ reason, appeal_reason }) => <UserText isProse text={appeal_reason ?? reason} />,
  },
  {
    id: 'stands',
    header: <Trans>Current budget</Trans>,
    figures: true,
    cell: ({ total_approval_budget }) => <MoneyOrNone amount={total_approval_budget} />,
  },
  {
    id: 'amount',
    header: <Trans context="of a budget">Asked for</Trans>,
    figures: true,
    cell: ({ amount_sar }) => <Money amount={amount_sar} />,
  },
];
