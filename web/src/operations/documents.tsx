import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { DeskDocument } from '#api/operations-companies.ts';
import { messageOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { saveFrom } from '../files/download-file.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { DownloadIcon } from '../ui/icons.tsx';
import { IsoDate } from '../ui/iso-date.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { toast } from '../ui/toaster.tsx';
import { Typed } from '../ui/typed.tsx';

const kindWords: Partial<Record<DeskDocument['kind'], MessageDescriptor>> = {
  company_registration_file: msg`Company registration`,
  financial_statement_file: msg`Financial statement`,
  bank_statement_6m_file: msg`Bank statement of six months`,
  agency_registration_file: msg`Company registration`,
  other_docs_files: msg`Other document`,
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
  const [isPending, setPending] = useState(false);
  const open = () => {
    setPending(true);
    call('open_document', { params: { id } })
      .then(({ url }) => saveFrom(url))
      .catch((error: unknown) =>
        toast.error(messageOf(error, t`The file could not be opened. Please try again.`)),
      )
      .finally(() => setPending(false));
  };
  return (
    <Button
      tone="quiet"
      size="small"
      aria-label={t`Open ${name}`}
      isPending={isPending}
      onPress={open}
    >
      {isPending ? null : <DownloadIcon />}
      <Trans>Open</Trans>
    </Button>
  );
}

const columns: Column<DeskDocument>[] = [
  { id: 'kind', header: <Trans>Document</Trans>, cell: ({ kind }) => <Kind kind={kind} /> },
  { id: 'name', header: <Trans>File</Trans>, cell: ({ name }) => <Typed text={name} /> },
  {
    id: 'when',
    header: <Trans>Uploaded</Trans>,
    cell: ({ attached_at }) => <IsoDate date={attached_at} />,
  },
  {
    id: 'open',
    header: <Trans>Open</Trans>,
    cell: ({ id, name }) => <OpenDocument id={id} name={name} />,
  },
];
