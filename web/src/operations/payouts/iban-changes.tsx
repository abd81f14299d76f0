import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { IbanChange } from '#api/iban-changes.ts';
import { groupedIban } from '#domain/iban.ts';
import { canApproveIban } from '#domain/profiles/iban-change.ts';
import { call } from '../../api/call.ts';
import { Badge } from '../../ui/badge.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BanIcon } from '../../ui/icons.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import type { Column } from '../../ui/table.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { ConfirmMutationDialog } from '../kit/confirm-mutation-dialog.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ExportCsvButton } from '../../files/export-csv-button.tsx';
import { useConsoleList } from '../kit/use-console-query.ts';
import { useUrlFilters } from '../../ui/use-url-filters.ts';

const lists = ['pending', 'ended'] as const;

interface Question {
  move: 'approve' | 'reject';
  change: IbanChange;
}

/** The IBANs that agencies and companies have asked for: approved or rejected here, a day later at the earliest. */
export default function IbanChanges() {
  const { t } = useLingui();
  const { filters, address } = useUrlFilters(['list']);
  const list = lists.find((one) => one === filters.list) ?? 'pending';
  const [asking, setAsking] = useState<Question | null>(null);
  const pages = useConsoleList(['iban-changes', list], (cursor, signal) =>
    call('list_iban_changes', { query: { list, cursor }, signal }),
  );
  const close = () => setAsking(null);
  return (
    <>
      <DocumentTitle name={`${t`IBANs`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>IBANs of agencies and companies</Trans>}
        lead={
          <Trans>
            An agency is paid to another IBAN, and a company's refunds go to one, once 24 hours have
            passed and a member of staff has approved it.
          </Trans>
        }
        actions={
          <ExportCsvButton of="list_iban_changes" input={{ query: { list, format: 'csv' } }} />
        }
      />
      <Tabs
        label={t`Filter IBANs`}
        current={list}
        tabs={[
          { id: 'pending', to: address('list', null), name: <Trans>To approve</Trans> },
          { id: 'ended', to: address('list', 'ended'), name: <Trans>Decided</Trans> },
        ]}
      />
      <DataTable
        pages={pages}
        label={t`IBANs of agencies and companies`}
        rowKey={({ id }) => id}
        empty={<EmptyState title={<Trans>No IBANs here.</Trans>} />}
        columns={changeColumns(new Date(pages.dataUpdatedAt), setAsking)}
      />
      {asking?.move === 'approve' ? <Approve change={asking.change} onClose={close} /> : null}
      {asking?.move === 'reject' ? <Reject change={asking.change} onClose={close} /> : null}
    </>
  );
}

function Iban({ iban }: { iban: string | null }) {
  if (iban === null) return <>—</>;
  return (
    <bdi translate="no" dir="ltr" className="tabular-nums rows:whitespace-nowrap">
      {groupedIban(iban)}
    </bdi>
  );
}

const Holder = ({ name }: { name: string | null }) => (name ? <UserText text={name} /> : <>—</>);

/** Whether it is an agency's, or a company's for refunds. */
const Purpose = ({ company_id }: Pick<IbanChange, 'company_id'>) =>
  company_id ? <Trans>Company, for refunds</Trans> : <Trans>Agency, for payouts</Trans>;

/** `now`: when the list was read. */
function changeColumns(now: Date, onAsk: (question: Question) => void): Column<IbanChange>[] {
  return [
    {
      id: 'holder',
      header: <Trans>Customer</Trans>,
      cell: ({ holder_name, company_id }) => (
        <span className="grid gap-1">
          <Holder name={holder_name} />
          <span className="text-sm text-ink-soft">
            <Purpose company_id={company_id} />
          </span>
        </span>
      ),
    },
    { id: 'iban', header: <Trans>IBAN</Trans>, cell: ({ iban }) => <Iban iban={iban} /> },
    {
      id: 'previous',
      header: <Trans>Previous IBAN</Trans>,
      cell: ({ previous_iban }) => <Iban iban={previous_iban} />,
    },
    {
      id: 'requested',
      header: <Trans>Requested</Trans>,
      cell: ({ requested_at }) => <DateTime at={requested_at} />,
    },
    {
      id: 'state',
      header: <Trans>State</Trans>,
      cell: (change) =>
        change.status === 'Pending' ? (
          <Pending change={change} now={now} onAsk={onAsk} />
        ) : (
          <Ended change={change} />
        ),
    },
  ];
}

function Pending({
  change,
  now,
  onAsk,
}: {
  change: IbanChange;
  now: Date;
  onAsk: (question: Question) => void;
}) {
  const { t } = useLingui();
  const name = change.holder_name ?? change.iban;
  const { status, earliest_at } = change;
  const canApprove = canApproveIban({ status, requested_at: new Date(change.requested_at) }, now);
  return (
    <span className="grid justify-items-start gap-2 cards:justify-items-end">
      <span className="flex flex-wrap gap-2 cards:justify-end">
        {canApprove ? (
          <Button
            tone="secondary"
            size="small"
            aria-label={t`Approve the IBAN of ${name}`}
            onPress={() => onAsk({ move: 'approve', change })}
          >
            <Trans>Approve</Trans>
          </Button>
        ) : null}
        <Button
          tone="danger"
          size="small"
          aria-label={t`Reject the IBAN of ${name}`}
          onPress={() => onAsk({ move: 'reject', change })}
        >
          <Trans>Reject</Trans>
        </Button>
      </span>
      {canApprove ? null : (
        <span className="text-sm text-ink-soft">
          <Trans>
            Can be approved from <DateTime at={earliest_at} />
          </Trans>
        </span>
      )}
    </span>
  );
}

function Ended({
  change: { status, decided_by, ended_at, rejection_reason },
}: {
  change: IbanChange;
}) {
  return (
    <span className="grid justify-items-start gap-1 cards:justify-items-end">
      {status === 'Approved' || status === 'Rejected' ? (
        <StatusBadge status={status} />
      ) : (
        <Badge icon={BanIcon}>
          {status === 'Withdrawn' ? <Trans>Withdrawn</Trans> : <Trans>Replaced</Trans>}
        </Badge>
      )}
      {decided_by ? (
        <span className="text-sm text-ink-soft">
          <UserText text={decided_by} />
        </span>
      ) : null}
      {ended_at ? (
        <span className="text-sm text-ink-soft">
          <DateTime at={ended_at} />
        </span>
      ) : null}
      {rejection_reason ? (
        <UserText isProse text={rejection_reason} className="text-sm text-ink-soft" />
      ) : null}
    </span>
  );
}

function factsOf({ holder_name, company_id, iban, previous_iban }: IbanChange) {
  return [
    {
      id: 'holder',
      label: company_id ? <Trans>Company</Trans> : <Trans>Agency</Trans>,
      value: <Holder name={holder_name} />,
    },
    { id: 'iban', label: <Trans>IBAN</Trans>, value: <Iban iban={iban} /> },
    {
      id: 'previous',
      label: <Trans>Previous IBAN</Trans>,
      value: <Iban iban={previous_iban} />,
    },
  ];
}

function Approve({ change, onClose }: { change: IbanChange; onClose: () => void }) {
  const { t } = useLingui();
  const params = { id: change.id };
  return (
    <ConfirmMutationDialog
      title={
        change.company_id ? (
          <Trans>Send the company's refunds to this IBAN?</Trans>
        ) : (
          <Trans>Pay the agency to this IBAN?</Trans>
        )
      }
      lead={
        change.company_id ? (
          <Trans>
            Compare it with the letter of the company's bank: the account has to be the company's
            own.
          </Trans>
        ) : (
          <Trans>
            Compare it with the letter of the agency's bank. From now on its payouts go there.
          </Trans>
        )
      }
      facts={factsOf(change)}
      confirm={<Trans>Approve</Trans>}
      operation="approve_iban_change"
      input={{ params }}
      done={
        change.company_id
          ? t`The company's refunds can go to this IBAN from now on`
          : t`The agency is paid to this IBAN from now on`
      }
      onClose={onClose}
    />
  );
}

function Reject({ change, onClose }: { change: IbanChange; onClose: () => void }) {
  const { t } = useLingui();
  const params = { id: change.id };
  return (
    <ReasonDialog
      title={<Trans>Reject this IBAN?</Trans>}
      lead={
        change.company_id ? (
          <Trans>The company is told why, and can give us another IBAN at any time.</Trans>
        ) : (
          <Trans>
            The agency is told why. It is paid as before, and can give us another IBAN at any time.
          </Trans>
        )
      }
      facts={factsOf(change)}
      confirm={<Trans>Reject</Trans>}
      operation="reject_iban_change"
      input={(said) => ({ params, body: said })}
      done={t`The IBAN is rejected`}
      onClose={onClose}
    />
  );
}
