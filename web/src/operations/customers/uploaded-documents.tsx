import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { DeskDocument } from '#api/files.ts';
import { call } from '../../api/call.ts';
import { requestDocumentWords } from '../../budget/request-words.tsx';
import { openDownload } from '../../files/download-file.ts';
import { SaveButton } from '../../files/save-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { UserText } from '../../ui/user-text.tsx';

const kindWords: Partial<Record<DeskDocument['kind'], MessageDescriptor>> = {
  company_registration_file: msg`Company registration`,
  financial_statement_file: msg`Financial statement`,
  bank_statement_6m_file: msg`Bank statement of six months`,
  agency_registration_file: msg`Company registration`,
  other_docs_files: msg`Other document`,
  ...requestDocumentWords,
};

/** What somebody has uploaded to their profile; opening one is kept in the history. */
export function Documents({ documents }: { documents: readonly DeskDocument[] }) {
  const { t } = useLingui();
  return (
    <Table
      label={t`Documents`}
      rows={documents}
      rowKey={({ id }) => id}
      empty={<EmptyState title={<Trans>No document is uploaded.</Trans>} />}
      columns={columns}
    />
  );
}

function Kind({ kind }: { kind: DeskDocument['kind'] }) {
  const { i18n } = useLingui();
  const word = kindWords[kind];
  return word ? i18n._(word) : '—';
}

/** Saves a document or an invoice; who opened it is kept. */
export function OpenDocument({ id, name }: { id: string; name: string }) {
  const { t } = useLingui();
  return (
    // Its words are flush with what stands above and below them.
    <span className="-mx-3 inline-block">
      <SaveButton
        label={t`Open ${name}`}
        save={async () => openDownload((await call('open_document', { params: { id } })).url)}
      >
        <Trans>Open</Trans>
      </SaveButton>
    </span>
  );
}

const columns: Column<DeskDocument>[] = [
  { id: 'kind', header: <Trans>Document</Trans>, cell: ({ kind }) => <Kind kind={kind} /> },
  { id: 'name', header: <Trans>File</Trans>, cell: ({ name }) => <UserText text={name} /> },
  {
    id: 'when',
    header: <Trans>Uploaded</Trans>,
    cell: ({ attached_at }) => <IsoDate date={attached_at} />,
  },
  {
    id: 'open',
    // Its button says the same to those who see.
    header: (
      <span className="sr-only">
        <Trans>Open</Trans>
      </span>
    ),
    cell: ({ id, name }) => <OpenDocument id={id} name={name} />,
  },
];
