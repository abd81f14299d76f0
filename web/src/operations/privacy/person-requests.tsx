import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { PersonRequest } from '#api/privacy.ts';
import type { RetentionKind } from '#domain/privacy/retention.ts';
import { isFactorAsked } from '../../api/use-idempotent-mutation.ts';
import { downloadGenerated } from '../../files/download-file.ts';
import { SaveButton, useSaving } from '../../files/save-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { UserText } from '../../ui/user-text.tsx';
import {
  ApprovalActions,
  ApprovalOutcome,
  ApprovalQuestion,
  type ApprovalMove,
} from '../approvals/approval.tsx';
import { useApprovalWords } from '../approvals/approval-labels.ts';
import { FactorProofField, useFactorProof } from '../accounts/factor-proof.tsx';
import { usePrivacyLabels } from './privacy-labels.ts';

/** What people have asked for, with what another person decides, and what became of it. */
export function PersonRequests({
  requests,
  now,
}: {
  requests: readonly PersonRequest[];
  now: Date;
}) {
  const { t } = useLingui();
  const words = useApprovalWords();
  const [asking, setAsking] = useState<ApprovalMove | null>(null);
  return (
    <>
      <Table
        label={t`Requests`}
        rows={requests}
        rowKey={({ request }) => request.id}
        empty={<EmptyState title={<Trans>Nobody has asked for anything.</Trans>} />}
        columns={requestColumns({ words, now, onAsk: setAsking })}
      />
      {asking ? <ApprovalQuestion {...asking} onClose={() => setAsking(null)} /> : null}
    </>
  );
}

const requestColumns = ({
  words,
  now,
  onAsk,
}: {
  words: ReturnType<typeof useApprovalWords>;
  now: Date;
  onAsk: (asked: ApprovalMove) => void;
}): Column<PersonRequest>[] => [
  {
    id: 'what',
    header: <Trans>Requested action</Trans>,
    cell: ({ request, email }) => (
      <span className="grid justify-items-start gap-1">
        <span className="font-semibold">{words(request.kind).name}</span>
        {email === null ? (
          <span className="text-sm font-normal text-ink-soft">
            <Trans>Erased account</Trans>
          </span>
        ) : (
          <bdi translate="no" dir="ltr" className="font-normal wrap-anywhere">
            {email}
          </bdi>
        )}
      </span>
    ),
  },
  {
    id: 'asked',
    header: <Trans>Requested by</Trans>,
    cell: ({ request }) => <UserText text={request.requested_by} />,
  },
  {
    id: 'why',
    header: <Trans>Identified, reason</Trans>,
    prose: true,
    cell: ({ request }) => (
      <span className="grid gap-1">
        <UserText text={identifiedBy(request)} />
        <UserText isProse text={request.reason} className="text-sm text-ink-soft" />
      </span>
    ),
  },
  {
    id: 'state',
    header: <Trans>State</Trans>,
    cell: (one) => (
      <span className="grid justify-items-start gap-2 cards:justify-items-end">
        {one.request.outcome === null ? (
          <ApprovalActions request={one.request} now={now} onAsk={onAsk} />
        ) : (
          <ApprovalOutcome request={one.request} />
        )}
        {one.can_download ? <DownloadExport id={one.request.id} /> : null}
        {one.erasure ? <Result {...one.erasure} /> : null}
      </span>
    ),
  },
];

/** How the person was identified. */
const identifiedBy = ({ details: { identified } }: PersonRequest['request']): string =>
  typeof identified === 'string' ? identified : '—';

function DownloadExport({ id }: { id: string }) {
  const { t } = useLingui();
  const [asksFactor, setAsksFactor] = useState(false);
  const download = () => downloadGenerated('person_export_file', { params: { id } });
  const save = async () => {
    try {
      await download();
    } catch (error) {
      if (!isFactorAsked(error)) throw error;
      setAsksFactor(true);
    }
  };
  return (
    <>
      <SaveButton problem={t`The file could not be loaded.`} save={save}>
        <Trans>Download as ZIP</Trans>
      </SaveButton>
      {asksFactor ? (
        <FactorQuestion download={download} onClose={() => setAsksFactor(false)} />
      ) : null}
    </>
  );
}

/** Everything about a person is downloaded after a code of the second factor. */
function FactorQuestion({
  download,
  onClose,
}: {
  download: () => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const proof = useFactorProof();
  const { isSaving, start } = useSaving(t`The file could not be loaded.`);
  const give = async () => {
    if (!(await proof.give())) return;
    start(async () => {
      await download();
      onClose();
    });
  };
  return (
    <ConfirmDialog
      title={<Trans>Download as ZIP</Trans>}
      cancel={<Trans context="nothing changes">Cancel</Trans>}
      confirm={<Trans>Download as ZIP</Trans>}
      isSending={proof.isSending || isSaving}
      onConfirm={() => void give()}
      onClose={onClose}
    >
      <FactorProofField proof={proof} />
    </ConfirmDialog>
  );
}

type Rows = Partial<Record<RetentionKind, number>>;

/** What an erasure took away, and what the law has us store. */
function Result({ erased, kept, is_listed }: NonNullable<PersonRequest['erasure']>) {
  return (
    <Disclosure summary={<Trans>What was erased</Trans>}>
      <div className="grid gap-3 text-start text-sm">
        <Counts rows={erased} />
        {Object.keys(kept).length > 0 ? (
          <>
            <p className="font-semibold">
              <Trans>Stays, for the reason in the table below</Trans>
            </p>
            <Counts rows={kept} />
          </>
        ) : null}
        <p>
          {is_listed ? (
            <Trans>A restore from a backup erases this person again.</Trans>
          ) : (
            <Trans>The list that restores follow does not have this erasure yet.</Trans>
          )}
        </p>
      </div>
    </Disclosure>
  );
}

function Counts({ rows }: { rows: Rows }) {
  const { kindLabel } = usePrivacyLabels();
  return (
    <ul className="grid gap-1">
      {(Object.entries(rows) as [RetentionKind, number][]).map(([kind, count]) => (
        <li key={kind}>
          {kindLabel(kind)}: <bdi translate="no">{count}</bdi>
        </li>
      ))}
    </ul>
  );
}
