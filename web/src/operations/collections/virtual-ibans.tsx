import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ReplyOf } from '#api/contract.ts';
import type { VirtualIbanList } from '#api/virtual-ibans.ts';
import { groupedIban } from '#domain/iban.ts';
import { MAX_VIRTUAL_IBAN_LIST_BYTES } from '#domain/servicing/virtual-iban-list.ts';
import { call } from '../../api/call.ts';
import { uploadVirtualIbans } from '../../api/upload.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import type { Column } from '../../ui/table.tsx';
import { toast } from '../../ui/toaster.tsx';
import { UserText } from '../../ui/user-text.tsx';
import {
  ApprovalActions,
  ApprovalOutcome,
  ApprovalQuestion,
  type ApprovalMove,
} from '../approvals/approval.tsx';
import { BankFileField } from './bank-file-field.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { useConsoleList } from '../kit/use-console-query.ts';

/** Below this many free ones the next list is asked for. */
const FEW = 20;

/** The bank's lists of virtual IBANs: loaded by one, approved by another a day later, and how many are left. */
export default function VirtualIbans() {
  const { t } = useLingui();
  const [asking, setAsking] = useState<ApprovalMove | null>(null);
  const pages = useConsoleList(['virtual-ibans'], (cursor, signal) =>
    call('list_virtual_iban_lists', { query: { cursor }, signal }),
  );
  const counts = pages.data?.pages[0];
  return (
    <>
      <DocumentTitle name={`${t`Virtual IBANs`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Virtual IBANs</Trans>}
        lead={
          <Trans>
            Each company is given one for good and pays to it. One of us loads the bank's list,
            another one approves it a day later.
          </Trans>
        }
      />
      <div className="mb-8 grid max-w-2xl gap-6">
        {counts ? <Counts counts={counts} /> : null}
        <LoadField />
      </div>
      <DataTable
        pages={pages}
        label={t`Lists of virtual IBANs`}
        rowKey={({ id }) => id}
        columns={listColumns(new Date(pages.dataUpdatedAt), setAsking)}
        empty={<EmptyState title={<Trans>No list has been loaded yet.</Trans>} />}
      />
      {asking ? <ApprovalQuestion {...asking} onClose={() => setAsking(null)} /> : null}
    </>
  );
}

function Counts({ counts }: { counts: ReplyOf<'list_virtual_iban_lists'> }) {
  const { free_count, given_count, waiting_count } = counts;
  const count = (value: number) => <bdi translate="no">{value.toLocaleString('en')}</bdi>;
  const areFew = free_count + given_count > 0 && free_count < FEW;
  return (
    <>
      {areFew ? (
        <Notice
          title={
            <Plural
              value={free_count}
              _0="No virtual IBAN is free."
              one="# virtual IBAN is still free."
              other="# virtual IBANs are still free."
            />
          }
        >
          <Trans>Ask the bank for the next list. A company without one pays to our account.</Trans>
        </Notice>
      ) : null}
      <DescriptionList
        facts={[
          { id: 'free', label: <Trans>Free</Trans>, value: count(free_count) },
          { id: 'given', label: <Trans>Given to companies</Trans>, value: count(given_count) },
          { id: 'waiting', label: <Trans>Companies that wait</Trans>, value: count(waiting_count) },
        ]}
      />
    </>
  );
}

/** Loads the file that is chosen; its list then stands below, to be approved by another person. */
function LoadField() {
  const { t } = useLingui();
  return (
    <BankFileField
      label={<Trans>Load the bank's list</Trans>}
      hint={<Trans>CSV with a column IBAN, up to 4 MB</Trans>}
      accept={['.csv', '.txt']}
      maxBytes={MAX_VIRTUAL_IBAN_LIST_BYTES}
      tooLarge={t`This list is larger than 4 MB. Ask the bank for shorter ones.`}
      upload={uploadVirtualIbans}
      onLoaded={({ is_known }) => {
        if (is_known) toast.info(t`This file was loaded before. Nothing has changed`);
        else toast.success(t`The list is loaded. Another person can approve it in a day`);
      }}
    />
  );
}

/** `now`: when the lists were read. */
function listColumns(now: Date, onAsk: (asked: ApprovalMove) => void): Column<VirtualIbanList>[] {
  return [
    {
      id: 'file',
      header: <Trans>File</Trans>,
      cell: ({ file_name, first_iban, last_iban }) => (
        <span className="grid justify-items-start gap-1 cards:justify-items-end">
          <UserText text={file_name} className="font-semibold" />
          <Iban iban={first_iban} />
          {first_iban === last_iban ? null : <Iban iban={last_iban} />}
        </span>
      ),
    },
    {
      id: 'count',
      header: <Trans>IBANs</Trans>,
      figures: true,
      cell: ({ iban_count }) => iban_count.toLocaleString('en'),
    },
    {
      id: 'loaded',
      header: <Trans>Loaded</Trans>,
      cell: ({ loaded_at, loaded_by }) => (
        <span className="grid cards:justify-items-end">
          <DateTime at={loaded_at} />
          <span className="text-sm text-ink-soft">
            <UserText text={loaded_by} />
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      header: <Trans>State</Trans>,
      cell: ({ request }) =>
        request.outcome === null ? (
          <ApprovalActions request={request} now={now} onAsk={onAsk} />
        ) : (
          <ApprovalOutcome request={request} />
        ),
    },
  ];
}

const Iban = ({ iban }: { iban: string }) => (
  <bdi
    translate="no"
    dir="ltr"
    className="text-sm text-ink-soft tabular-nums rows:whitespace-nowrap"
  >
    {groupedIban(iban)}
  </bdi>
);
