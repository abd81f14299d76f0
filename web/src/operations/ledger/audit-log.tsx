import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type FormEvent } from 'react';
import type { AuditEvent } from '#api/audit.ts';
import { ticketNumberOf } from '#domain/servicing/ticket-number.ts';
import { call } from '../../api/call.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import { Select } from '../../ui/select.tsx';
import type { Column } from '../../ui/table.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { AuditChange } from './audit-change.tsx';
import { useOperationWord, useSubjectWord } from './audit-labels.ts';
import { DataTable } from '../kit/data-table.tsx';
import { ClearFilters } from '../kit/clear-filters.tsx';
import { DateRangeFields } from '../kit/date-range-fields.tsx';
import { consoleTicketPath } from '../tickets/ticket-path.ts';
import { ExportCsvButton } from '../../files/export-csv-button.tsx';
import { useConsoleQuery, useConsoleList } from '../kit/use-console-query.ts';
import { useUrlFilters } from '../../ui/use-url-filters.ts';

const filterNames = ['actor', 'operation', 'ticket', 'subject', 'from', 'to'] as const;
type Filters = ReturnType<typeof useUrlFilters<(typeof filterNames)[number]>>;

/** Who did what, to what, when, and what it was before and after. */
export default function Audit() {
  const { t } = useLingui();
  const narrowed = useUrlFilters(filterNames);
  const { actor, operation, ticket, subject, from, to } = narrowed.filters;
  const query = { actor, operation, ticket_number: ticket, subject_id: subject, from, to };
  const pages = useConsoleList(['audit', query], (cursor, signal) =>
    call('list_events', { query: { ...query, cursor }, signal }),
  );
  return (
    <>
      <DocumentTitle name={`${t`Audit log`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Audit log</Trans>}
        lead={<Trans>Who did what, and when. It is kept permanently and never changed.</Trans>}
        actions={
          <ExportCsvButton of="list_events" input={{ query: { ...query, format: 'csv' } }} />
        }
      />
      <Filter narrowed={narrowed} />
      <DataTable
        pages={pages}
        label={t`Audit log`}
        rowKey={({ id }) => id}
        empty={<EmptyState title={<Trans>Nothing was found.</Trans>} />}
        columns={eventColumns}
      />
    </>
  );
}

function Filter({ narrowed: { filters, set, clear, isFiltered } }: { narrowed: Filters }) {
  const { t } = useLingui();
  const operationWord = useOperationWord();
  const known = useConsoleQuery(['audit-filters'], (signal) =>
    call('read_audit_filters', { signal }),
  ).data;
  const staff = known?.staff ?? [];
  const { actor, operation } = filters;
  const choose = (name: 'actor' | 'operation') => (id: string | null) =>
    set(name, id === 'all' ? null : id);
  return (
    <div className="mb-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-5 print:hidden">
      <Select
        label={t`Person`}
        value={actor ?? 'all'}
        onChange={choose('actor')}
        options={[
          { id: 'all', label: t`Everyone` },
          ...staff.map(({ id, name }) => ({ id, label: name })),
          // Somebody of a company or an agency, whom the list does not name.
          ...(actor && !staff.some(({ id }) => id === actor)
            ? [{ id: actor, label: t`The chosen person` }]
            : []),
        ]}
      />
      <Select
        label={t`What happened`}
        value={operation ?? 'all'}
        onChange={choose('operation')}
        options={[
          { id: 'all', label: t`Everything` },
          ...[...new Set([...(known?.operations ?? []), ...(operation ? [operation] : [])])].map(
            (id) => ({ id, label: operationWord(id) }),
          ),
        ]}
      />
      <TicketFilter
        key={filters.ticket ?? ''}
        value={filters.ticket ?? ''}
        onChange={(number) => set('ticket', number)}
      />
      <DateRangeFields from={filters.from} to={filters.to} onChange={set} />
      <ClearFilters isFiltered={isFiltered} clear={clear} />
    </div>
  );
}

/** Of one ticket, once its number is whole. */
function TicketFilter({
  value,
  onChange,
}: {
  value: string;
  onChange: (ticketNumber: string | null) => void;
}) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(value);
  const [problem, setProblem] = useState<string>();
  const narrow = (event?: FormEvent) => {
    event?.preventDefault();
    const number = ticketNumberOf(typed);
    if (typed.trim() === '') {
      if (value !== '') onChange(null);
    } else if (number) onChange(number);
    else setProblem(t`Enter a ticket number or a payment reference.`);
  };
  return (
    <form onSubmit={narrow} noValidate>
      <TextField
        label={t`Ticket`}
        placeholder="HM-100001"
        ltr
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setProblem(undefined);
        }}
        onBlur={() => narrow()}
        error={problem}
      />
    </form>
  );
}

function Who({ actor }: { actor: AuditEvent['actor'] }) {
  if (actor.kind === 'system') return <Trans>The platform</Trans>;
  return (
    <span>
      <Link to={`/operations/audit?actor=${actor.id}`}>
        <UserText text={actor.name ?? '—'} />
      </Link>
      <span className="block text-sm text-ink-soft">
        {actor.kind === 'staff' ? <Trans>Staff</Trans> : null}
        {actor.kind === 'company' ? <Trans>Company</Trans> : null}
        {actor.kind === 'agency' ? <Trans>Agency</Trans> : null}
      </span>
    </span>
  );
}

/** Where the row of an event is seen; null where it has no page. */
function pageOf({ subject, subject_id, subject_name }: AuditEvent): string | null {
  switch (subject) {
    case 'ticket':
    case 'payout':
      return subject_name === null ? null : consoleTicketPath(subject_name);
    case 'payment':
      return `/operations/payments/${subject_id}`;
    case 'payout_run':
      return `/operations/payouts/${subject_id}`;
    case 'company':
      return `/operations/companies/${subject_id}`;
    case 'agency':
      return `/operations/agencies/${subject_id}`;
    case 'transfer_report':
      return `/operations/transfer-reports/${subject_id}`;
    case 'bank_statement':
      return `/operations/bank-statements/${subject_id}`;
    default:
      return null;
  }
}

function What({ event }: { event: AuditEvent }) {
  const subjectWord = useSubjectWord();
  const page = pageOf(event);
  const name = (
    <UserText
      text={event.subject_name ?? subjectWord(event.subject)}
      // "HM-100001 · 1" is one name; of the others some are long.
      className={event.subject === 'installment' ? 'whitespace-nowrap' : ''}
    />
  );
  return (
    <span>
      {page ? (
        <Link to={page}>{name}</Link>
      ) : (
        <Link to={`/operations/audit?subject=${event.subject_id}`}>{name}</Link>
      )}
      {event.subject_name === null ? null : (
        <span className="block text-sm text-ink-soft">{subjectWord(event.subject)}</span>
      )}
    </span>
  );
}

function Happened({ operation }: { operation: string }) {
  const operationWord = useOperationWord();
  return <bdi translate="yes">{operationWord(operation)}</bdi>;
}

const eventColumns: Column<AuditEvent>[] = [
  {
    id: 'operation',
    header: <Trans>What happened</Trans>,
    cell: ({ operation }) => <Happened operation={operation} />,
  },
  {
    id: 'subject',
    header: <Trans>Record</Trans>,
    cell: (event) => <What event={event} />,
  },
  { id: 'actor', header: <Trans>By</Trans>, cell: ({ actor }) => <Who actor={actor} /> },
  {
    id: 'at',
    header: <Trans>When</Trans>,
    cell: ({ occurred_at }) => <DateTime at={occurred_at} />,
  },
  {
    id: 'change',
    header: <Trans>Before and after</Trans>,
    cell: (event) => <AuditChange event={event} />,
  },
];
