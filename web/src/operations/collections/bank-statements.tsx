import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import type { BankStatement } from '#api/bank-statements.ts';
import { MAX_BANK_STATEMENT_BYTES } from '#domain/servicing/bank-statement-line.ts';
import { call } from '../../api/call.ts';
import { uploadBankStatement } from '../../api/upload.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AlertIcon, CheckIcon, ClockIcon, CrossIcon } from '../../ui/icons.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Link } from '../../ui/link.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import type { Column } from '../../ui/table.tsx';
import { toast } from '../../ui/toaster.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { BankFileField } from './bank-file-field.tsx';
import { useDecidedOrderWords } from './bank-statement-labels.ts';
import { DataTable } from '../kit/data-table.tsx';
import { ExportCsvButton } from '../../files/export-csv-button.tsx';
import { useConsoleList } from '../kit/use-console-query.ts';

/** The bank's statements: imported ones, and a place for the next. */
export default function Statements() {
  const { t } = useLingui();
  const pages = useConsoleList(['statements'], (cursor, signal) =>
    call('list_bank_statements', { query: { cursor }, signal }),
  );
  return (
    <>
      <DocumentTitle name={`${t`Bank statements`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Bank statements</Trans>}
        lead={
          <Trans>What reached our account. A line imported before is never counted again.</Trans>
        }
        actions={<ExportCsvButton of="list_bank_statements" input={{ query: { format: 'csv' } }} />}
      />
      <div className="mb-8 max-w-2xl">
        <ImportField />
      </div>
      <DataTable
        pages={pages}
        label={t`Imported statements`}
        rowKey={({ id }) => id}
        columns={columns}
        empty={<EmptyState title={<Trans>No statement has been imported yet.</Trans>} />}
      />
    </>
  );
}

/** Its name in every language. */
const camt = 'camt.053';
/** A workbook is refused in words that say what to do. */
const extensions = ['.xml', '.csv', '.txt', '.xls', '.xlsx'] as const;

/** Imports the file that is chosen, and leads to its lines. */
function ImportField() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const decidedOrder = useDecidedOrderWords();
  return (
    <BankFileField
      label={<Trans>Import a statement</Trans>}
      hint={
        <Trans>
          <UserText text={camt} /> or CSV, up to 40 MB
        </Trans>
      }
      accept={extensions}
      maxBytes={MAX_BANK_STATEMENT_BYTES}
      tooLarge={t`This statement is larger than 40 MB. Ask the bank for shorter ones.`}
      upload={uploadBankStatement}
      whenSent={<Trans>Its lines are being read.</Trans>}
      onLoaded={async ({ is_known, statement }) => {
        const order = decidedOrder(statement);
        if (is_known) toast.info(t`This file was imported before. Nothing has changed`);
        else if (order !== null) toast.success(t`The statement is imported. Its dates: ${order}`);
        else toast.success(t`The statement is imported`);
        await navigate(`/operations/bank-statements/${statement.id}`);
      }}
    />
  );
}

const columns: Column<BankStatement>[] = [
  {
    id: 'days',
    header: <Trans>Days</Trans>,
    cell: ({ id, from_date, to_date }) => (
      <Link to={`/operations/bank-statements/${id}`}>
        <IsoDate date={from_date} />
        {from_date === to_date ? null : (
          <>
            {' – '}
            <IsoDate date={to_date} />
          </>
        )}
      </Link>
    ),
  },
  {
    id: 'file',
    header: <Trans>File</Trans>,
    cell: ({ file_name }) => <UserText text={file_name} />,
  },
  {
    id: 'imported',
    header: <Trans>Imported</Trans>,
    cell: ({ imported_at, imported_by }) => (
      <span className="grid cards:justify-items-end">
        <DateTime at={imported_at} />
        <span className="text-sm text-ink-soft">
          <bdi translate="no">{imported_by}</bdi>
        </span>
      </span>
    ),
  },
  {
    id: 'state',
    header: <Trans>State</Trans>,
    cell: ({ open_count, compared_by, rejected_at, is_contradicted }) => (
      <span className="grid justify-items-start gap-1 cards:justify-items-end">
        {open_count > 0 ? (
          <Badge tone="now" icon={ClockIcon}>
            <Plural value={open_count} one="# line to decide" other="# lines to decide" />
          </Badge>
        ) : (
          <Badge tone="good" icon={CheckIcon}>
            <Trans>All decided</Trans>
          </Badge>
        )}
        {is_contradicted ? (
          <Badge tone="bad" icon={AlertIcon}>
            <Trans>Contradicts another statement</Trans>
          </Badge>
        ) : null}
        {rejected_at !== null ? (
          <Badge tone="bad" icon={CrossIcon}>
            <Trans>Rejected: not the bank’s</Trans>
          </Badge>
        ) : compared_by === null ? (
          <Badge tone="now" icon={ClockIcon}>
            <Trans>To compare with the bank</Trans>
          </Badge>
        ) : (
          <Badge tone="good" icon={CheckIcon}>
            <Trans>Compared with the bank</Trans>
          </Badge>
        )}
      </span>
    ),
  },
  {
    id: 'lines',
    header: <Trans>Lines</Trans>,
    figures: true,
    cell: ({ line_count }) => line_count,
  },
];
