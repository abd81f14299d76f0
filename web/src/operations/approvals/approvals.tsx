import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ApprovalRequest } from '#api/approvals.ts';
import { call } from '../../api/call.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import type { Column } from '../../ui/table.tsx';
import { UserText } from '../../ui/user-text.tsx';
import {
  ApprovalActions,
  ApprovalOutcome,
  ApprovalQuestion,
  type ApprovalMove,
} from './approval.tsx';
import { useApprovalWords } from './approval-labels.ts';
import { DataTable } from '../kit/data-table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ExportCsvButton } from '../../files/export-csv-button.tsx';
import { useConsoleList } from '../kit/use-console-query.ts';
import { useUrlFilters } from '../../ui/use-url-filters.ts';

/** What takes two people: what one of staff has asked for, and another one approves or declines. */
export default function Approvals() {
  const { t } = useLingui();
  const { filters, address } = useUrlFilters(['list']);
  const list = filters.list === 'ended' ? 'ended' : 'open';
  const [asking, setAsking] = useState<ApprovalMove | null>(null);
  const pages = useConsoleList(['approvals', list], (cursor, signal) =>
    call('list_approval_requests', { query: { list, cursor }, signal }),
  );
  return (
    <>
      <DocumentTitle name={`${t`Approvals`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Approvals</Trans>}
        lead={
          <Trans>
            What one member of staff requests and another approves within seven days, while the
            figures are the same.
          </Trans>
        }
        actions={
          <ExportCsvButton of="list_approval_requests" input={{ query: { list, format: 'csv' } }} />
        }
      />
      <Tabs
        label={t`Filter requests`}
        current={list}
        tabs={[
          { id: 'open', to: address('list', null), name: <Trans>To decide</Trans> },
          { id: 'ended', to: address('list', 'ended'), name: <Trans>Decided</Trans> },
        ]}
      />
      <DataTable
        pages={pages}
        label={t`Approvals`}
        rowKey={({ id }) => id}
        empty={<EmptyState title={<Trans>No requests here.</Trans>} />}
        columns={requestColumns(new Date(pages.dataUpdatedAt), setAsking)}
      />
      {asking ? <ApprovalQuestion {...asking} onClose={() => setAsking(null)} /> : null}
    </>
  );
}

/** `now`: when the list was read. */
function requestColumns(
  now: Date,
  onAsk: (asked: ApprovalMove) => void,
): Column<ApprovalRequest>[] {
  return [
    {
      id: 'what',
      header: <Trans>Requested action</Trans>,
      cell: (request) => <What request={request} />,
    },
    {
      id: 'amount',
      header: <Trans>Amount</Trans>,
      figures: true,
      cell: ({ amount_sar }) => (amount_sar === null ? '—' : <Money amount={amount_sar} />),
    },
    {
      id: 'asked',
      header: <Trans>Requested by</Trans>,
      cell: ({ requested_by, requested_at }) => (
        <span className="grid gap-1">
          <UserText text={requested_by} />
          <span className="text-sm text-ink-soft">
            <DateTime at={requested_at} />
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      header: <Trans>State</Trans>,
      cell: (request) =>
        request.outcome === null ? (
          <ApprovalActions request={request} now={now} onAsk={onAsk} />
        ) : (
          <ApprovalOutcome request={request} />
        ),
    },
  ];
}

/** What is asked for, about whom, and why. */
function What({ request }: { request: ApprovalRequest }) {
  const words = useApprovalWords();
  return (
    <span className="grid justify-items-start gap-1">
      <span className="font-semibold">{words(request.kind).name}</span>
      <Subject request={request} />
      {request.company_name ? <UserText text={request.company_name} /> : null}
      <UserText isProse text={request.reason} className="text-sm font-normal text-ink-soft" />
    </span>
  );
}

/** The way to what the request is about. */
function Subject({
  request: { ticket_number, subject_type, subject_id },
}: {
  request: ApprovalRequest;
}) {
  if (subject_type === 'payment')
    return (
      <Link to={`/operations/payments/${subject_id}`}>
        <Trans context="of a company">Payment</Trans>
      </Link>
    );
  if (subject_type === 'bank_statement')
    return (
      <Link to={`/operations/bank-statements/${subject_id}`}>
        <Trans>Bank statement</Trans>
      </Link>
    );
  if (subject_type === 'virtual_iban_list')
    return (
      <Link to="/operations/virtual-ibans">
        <Trans>Virtual IBANs</Trans>
      </Link>
    );
  if (subject_type === 'credit_policy')
    return (
      <Link to="/operations/credit-policy">
        <Trans>Credit policy</Trans>
      </Link>
    );
  if (subject_type === 'account' || subject_type === 'retention_rule')
    return (
      <Link to="/operations/privacy">
        <Trans>Personal data</Trans>
      </Link>
    );
  if (ticket_number === null) return null;
  return (
    <Link to={`/operations/tickets/${ticket_number}`}>
      <bdi translate="no">{ticket_number}</bdi>
    </Link>
  );
}
