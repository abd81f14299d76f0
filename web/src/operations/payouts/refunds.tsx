import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { RefundFile } from '#api/refunds.ts';
import { call } from '../../api/call.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import { toast } from '../../ui/toaster.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { bankFileColumns } from './bank-file-columns.tsx';
import { RefundQuestion, refundColumns, type RefundMoveChoice } from './refund-table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ExportCsvButton } from '../../files/export-csv-button.tsx';
import { useConsoleList } from '../kit/use-console-query.ts';
import { useUrlFilters } from '../../ui/use-url-filters.ts';

const lists = ['waiting', 'sent', 'answered'] as const;

/** Refunds that two people have approved: those that wait for a file, those that the bank has, their answers, the files. */
export default function Refunds() {
  const { t } = useLingui();
  const { filters, address } = useUrlFilters(['list']);
  const isFiles = filters.list === 'files';
  const list = lists.find((one) => one === filters.list) ?? 'waiting';
  return (
    <>
      <DocumentTitle name={`${t`Refunds`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Refunds</Trans>}
        lead={
          <Trans>
            What two people have approved goes to the bank in a file. Record for each whether it
            arrived.
          </Trans>
        }
        actions={
          isFiles ? undefined : (
            <ExportCsvButton of="list_refunds" input={{ query: { list, format: 'csv' } }} />
          )
        }
      />
      <Tabs
        label={t`Filter refunds`}
        current={isFiles ? 'files' : list}
        tabs={[
          { id: 'waiting', to: address('list', null), name: <Trans>For the next file</Trans> },
          { id: 'sent', to: address('list', 'sent'), name: <Trans>At the bank</Trans> },
          { id: 'answered', to: address('list', 'answered'), name: <Trans>Answered</Trans> },
          { id: 'files', to: address('list', 'files'), name: <Trans>Bank files</Trans> },
        ]}
      />
      {isFiles ? <Files /> : <List list={list} />}
    </>
  );
}

function List({ list }: { list: (typeof lists)[number] }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState<RefundMoveChoice | null>(null);
  const pages = useConsoleList(['refunds', list], (cursor, signal) =>
    call('list_refunds', { query: { list, cursor }, signal }),
  );
  return (
    <>
      {list === 'waiting' && pages.items && pages.items.length > 0 ? <MakeFile /> : null}
      <DataTable
        pages={pages}
        label={t`Refunds`}
        rowKey={({ id }) => id}
        empty={<EmptyState title={<Trans>No refunds here.</Trans>} />}
        columns={refundColumns(setAsking)}
      />
      {asking ? <RefundQuestion {...asking} onClose={() => setAsking(null)} /> : null}
    </>
  );
}

/** One button makes a file of all that waits, and stops what must not be sent any more. */
function MakeFile() {
  const { t } = useLingui();
  const make = useIdempotentMutation('make_refund_file', {
    onSuccess: ({ file }) =>
      toast.success(
        file
          ? t`The file has been created. Download it and send it to the bank`
          : t`Stopped. There was nothing left to send to the bank`,
      ),
  });
  return (
    <p className="mb-5 flex flex-wrap items-center gap-4">
      <Button isPending={make.isSending} onPress={() => void make.send({})}>
        <Trans>Create the file</Trans>
      </Button>
      <span className="text-ink-soft">
        <Trans>What is in one file is not put into another: the bank is told to pay it once.</Trans>
      </span>
    </p>
  );
}

function Files() {
  const { t } = useLingui();
  const pages = useConsoleList(['refund-files'], (cursor, signal) =>
    call('list_refund_files', { query: { cursor }, signal }),
  );
  return (
    <DataTable
      pages={pages}
      label={t`Bank files`}
      rowKey={({ file_no }) => file_no}
      empty={<EmptyState title={<Trans>No refund file yet.</Trans>} />}
      columns={fileColumns}
    />
  );
}

const fileColumns = bankFileColumns<RefundFile>(
  <Trans>Refunds</Trans>,
  ({ file_no }) =>
    (format) =>
      call('download_refund_file', { params: { file_no }, query: { format } }),
);
