import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ReplyOf } from '#api/contract.ts';
import type { PayoutRunDetails } from '#api/payout-runs.ts';
import type { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import type { Column } from '../../ui/table.tsx';
import { toast } from '../../ui/toaster.tsx';
import { ConfirmFactsDialog } from '../kit/confirm-facts-dialog.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { HeldPayouts, PayoutsLeftOut, type FromPreparing } from './payouts-left-out.tsx';
import { PayoutRunStatus } from './payout-run-status.tsx';
import { ExportCsvButton } from '../../files/export-csv-button.tsx';
import { useConsoleQuery, useConsoleList } from '../kit/use-console-query.ts';
import { amountFact } from '../kit/amount-fact.tsx';

type Run = PayoutRunDetails['run'];

/** Payout runs, newest first, and the start of the next one. */
export default function PayoutRuns() {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const pages = useConsoleList(['payout-runs'], (cursor, signal) =>
    call('list_payout_runs', { query: { cursor }, signal }),
  );
  const next = useConsoleQuery(['next payout run'], (signal) =>
    call('preview_payout_run', { signal }),
  ).data;
  return (
    <>
      <DocumentTitle name={`${t`Payouts`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Payouts</Trans>}
        lead={
          next ? (
            <Trans>
              The next run holds <Plural value={next.count} one="# payout" other="# payouts" />,{' '}
              <Money amount={next.amount_sar} />
            </Trans>
          ) : undefined
        }
        actions={
          <>
            <ExportCsvButton of="list_payout_runs" input={{ query: { format: 'csv' } }} />
            <Button isDisabled={!next || next.count === 0} onPress={() => setAsking(true)}>
              <Trans>Prepare a run</Trans>
            </Button>
          </>
        }
      />
      {next?.count === 0 ? (
        <div className="mb-8">
          <LeftOutOfNext next={next} />
        </div>
      ) : null}
      <DataTable
        pages={pages}
        label={t`Payout runs`}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title={<Trans>No payout run yet.</Trans>}>
            <Trans>A run collects what agencies are owed. One person prepares it.</Trans>{' '}
            <Trans>Another releases it.</Trans>
          </EmptyState>
        }
        columns={runColumns}
      />
      {isAsking && next ? <PrepareDialog next={next} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

type NextRun = ReplyOf<'preview_payout_run'>;

function LeftOutOfNext({ next: { left_out } }: { next: NextRun }) {
  return <PayoutsLeftOut title={<Trans>Not in the next run</Trans>} payouts={left_out} />;
}

function PrepareDialog({ next, onClose }: { next: NextRun; onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [held, setHeld] = useState<ApiError['holds']>([]);
  const mutation = useIdempotentMutation('prepare_payout_run', {
    onRefusal: ({ holds }) => setHeld(holds),
    onSuccess: async ({ run, left_out }) => {
      toast.success(t`The run is prepared. Another person releases it`);
      const state: FromPreparing = { leftOut: left_out };
      await navigate(`/operations/payouts/${run.id}`, { state });
    },
  });
  return (
    <ConfirmFactsDialog
      title={<Trans>Prepare a payout run?</Trans>}
      lead={<Trans>Nothing is sent yet. Another person releases the run.</Trans>}
      facts={[
        { id: 'count', label: <Trans>Payouts</Trans>, value: next.count },
        amountFact(next.amount_sar),
      ]}
      confirm={<Trans>Prepare the run</Trans>}
      mutation={mutation}
      onConfirm={() => mutation.send({})}
      onClose={onClose}
    >
      <LeftOutOfNext next={next} />
      <HeldPayouts payouts={held} />
    </ConfirmFactsDialog>
  );
}

const runColumns: Column<Run>[] = [
  {
    id: 'prepared',
    header: <Trans>Prepared</Trans>,
    cell: ({ id, prepared_at }) => (
      <Link to={`/operations/payouts/${id}`}>
        <DateTime at={prepared_at} />
      </Link>
    ),
  },
  {
    id: 'by',
    header: <Trans>Prepared by</Trans>,
    cell: ({ prepared_by }) => <bdi translate="no">{prepared_by}</bdi>,
  },
  {
    id: 'released',
    header: <Trans>Released by</Trans>,
    cell: ({ released_by }) => <bdi translate="no">{released_by ?? '—'}</bdi>,
  },
  {
    id: 'status',
    header: <Trans>Status</Trans>,
    cell: ({ status }) => <PayoutRunStatus status={status} />,
  },
  {
    id: 'count',
    header: <Trans>Payouts</Trans>,
    figures: true,
    cell: ({ count }) => count,
  },
  {
    id: 'amount',
    header: <Trans>Amount</Trans>,
    figures: true,
    cell: ({ amount_sar }) => <Money amount={amount_sar} />,
  },
];
