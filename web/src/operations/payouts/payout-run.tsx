import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation, useParams } from 'react-router';
import type { PayoutRunDetails } from '#api/payout-runs.ts';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { BackLink } from '../../ui/link.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import { ConfirmMutationDialog } from '../kit/confirm-mutation-dialog.tsx';
import { PayoutsLeftOut, type FromPreparing } from './payouts-left-out.tsx';
import { QueryResult } from '../../api/query-result.tsx';
import { PayoutFiles } from './payout-files.tsx';
import { PayoutRunLines } from './payout-run-lines.tsx';
import { PayoutRunStatus } from './payout-run-status.tsx';
import { useConsoleQuery } from '../kit/use-console-query.ts';
import { amountFact } from '../kit/amount-fact.tsx';

type Run = PayoutRunDetails['run'];

/** One payout run: its lines, and what may be done with it now. */
export default function PayoutRunPage() {
  const { t } = useLingui();
  const { runId = '' } = useParams();
  const state = useLocation().state as Partial<FromPreparing> | null;
  const query = useConsoleQuery(['payout-run', runId], (signal) =>
    call('read_payout_run', { params: { id: runId }, signal }),
  );
  return (
    <>
      <DocumentTitle name={`${t`Payout run`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Payout run</Trans>}
        lead={query.data ? <DateTime at={query.data.run.prepared_at} /> : undefined}
        back={
          <BackLink to="/operations/payouts">
            <Trans>Payouts</Trans>
          </BackLink>
        }
        actions={query.data ? <Actions details={query.data} /> : undefined}
      />
      <QueryResult
        query={query}
        missing={<EmptyState title={<Trans>There is no such payout run.</Trans>} />}
      >
        {(details) => <Details details={details} leftOut={state?.leftOut ?? []} />}
      </QueryResult>
    </>
  );
}

function Details({ details, leftOut }: { details: PayoutRunDetails } & FromPreparing) {
  const { run, lines } = details;
  return (
    <div className="grid gap-8">
      {run.status === 'Draft' && run.is_prepared_by_caller ? (
        <Notice tone="info">
          <Trans>You prepared this run. Another member of staff releases it.</Trans>
        </Notice>
      ) : null}
      {details.lacks_vat_number ? (
        <Notice
          tone="danger"
          title={<Trans>The platform's VAT number is not set: this run cannot be released</Trans>}
        >
          <Trans>
            Its fees include VAT, and an invoice must state the number. Whoever runs the server sets
            PLATFORM_VAT_NUMBER and restarts it.
          </Trans>
        </Notice>
      ) : null}
      <PayoutsLeftOut title={<Trans>Not included in this run</Trans>} payouts={leftOut} />
      <Facts run={run} />
      {run.status === 'Released' || run.status === 'Completed' ? (
        <PayoutFiles details={details} />
      ) : null}
      <PayoutRunLines run={run} lines={lines} />
    </div>
  );
}

function Facts({ run }: { run: Run }) {
  return (
    <DescriptionList
      facts={[
        {
          id: 'status',
          label: <Trans>Status</Trans>,
          value: <PayoutRunStatus status={run.status} />,
        },
        {
          id: 'prepared',
          label: <Trans>Prepared by</Trans>,
          value: <bdi translate="no">{run.prepared_by}</bdi>,
        },
        {
          id: 'released',
          label: <Trans>Released by</Trans>,
          value: <bdi translate="no">{run.released_by ?? '—'}</bdi>,
        },
        {
          id: 'sent',
          label: <Trans>Released</Trans>,
          value: run.released_at ? <DateTime at={run.released_at} /> : '—',
        },
        { id: 'count', label: <Trans>Payouts</Trans>, value: run.count },
        amountFact(run.amount_sar),
      ]}
    />
  );
}

function Actions({ details: { run, lacks_vat_number } }: { details: PayoutRunDetails }) {
  const [asking, setAsking] = useState<'release' | 'discard' | null>(null);
  const isDraft = run.status === 'Draft';
  return (
    <>
      {isDraft ? (
        <>
          <Button tone="danger" onPress={() => setAsking('discard')}>
            <Trans context="a payout run">Discard</Trans>
          </Button>
          {/* Why it is disabled stands at the head of the page. */}
          <Button
            isDisabled={run.is_prepared_by_caller || lacks_vat_number}
            onPress={() => setAsking('release')}
          >
            <Trans>Release</Trans>
          </Button>
        </>
      ) : null}
      {asking ? <Ask move={asking} run={run} onClose={() => setAsking(null)} /> : null}
    </>
  );
}

function Ask({
  move,
  run,
  onClose,
}: {
  move: 'release' | 'discard';
  run: Run;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const isRelease = move === 'release';
  const operation = isRelease ? 'release_payout_run' : 'discard_payout_run';
  const params = { id: run.id };
  return (
    <ConfirmMutationDialog
      title={isRelease ? <Trans>Release this run?</Trans> : <Trans>Discard this run?</Trans>}
      lead={
        isRelease ? (
          <Trans>
            The companies owe from now on. The payouts go to the bank with the next file.
          </Trans>
        ) : (
          <Trans>Nothing has been sent. Its payouts wait for the next run.</Trans>
        )
      }
      facts={[
        {
          id: 'by',
          label: <Trans>Prepared by</Trans>,
          value: <bdi translate="no">{run.prepared_by}</bdi>,
        },
        { id: 'count', label: <Trans>Payouts</Trans>, value: run.count },
        amountFact(run.amount_sar),
      ]}
      confirm={isRelease ? <Trans>Release the run</Trans> : <Trans>Discard the run</Trans>}
      isDanger={!isRelease}
      operation={operation}
      input={{ params }}
      done={isRelease ? t`The run is released` : t`The run is discarded`}
      onClose={onClose}
    />
  );
}
