import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { useParams } from 'react-router';
import type { Payment } from '#api/payments.ts';
import type { StaffTransferReport, TransferReportDetails } from '#api/transfer-reports.ts';
import { call } from '../../api/call.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { openDownload } from '../../files/download-file.ts';
import { SaveButton } from '../../files/save-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { BackLink, Link } from '../../ui/link.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { amountText, Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { toast } from '../../ui/toaster.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { ArrivedDifference } from './arrived-difference.tsx';
import { useReasonToRecord } from './reason-to-record.tsx';
import { ConfirmFactsDialog, type Fact } from '../kit/confirm-facts-dialog.tsx';
import { QueryResult } from '../../api/query-result.tsx';
import { paidAmount, paymentIdentityColumns } from './payments.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';
import { ConsoleTicketLink } from '../tickets/ticket-link.tsx';
import { ReportStatus } from './transfer-reports.tsx';
import { useConsoleQuery } from '../kit/use-console-query.ts';
import { amountFact } from '../kit/amount-fact.tsx';
import { PartyLink } from '../kit/party-link.tsx';

const RecordReportedTransfer = lazyPart(() => import('./record-reported-transfer.tsx'));

/** One reported transfer: its proof, the payments that it may be, and what is decided about it. */
export default function TransferReportPage() {
  const { t } = useLingui();
  const { reportId = '' } = useParams();
  const query = useConsoleQuery(['transfer-report', reportId], (signal) =>
    call('read_transfer_report', { params: { id: reportId }, signal }),
  );
  return (
    <>
      <DocumentTitle name={`${t`Reported transfer`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Reported transfer</Trans>}
        lead={query.data ? <DateTime at={query.data.report.reported_at} /> : undefined}
        back={
          <BackLink to="/operations/transfer-reports">
            <Trans>Reported transfers</Trans>
          </BackLink>
        }
        actions={query.data ? <Actions details={query.data} /> : undefined}
      />
      <QueryResult
        query={query}
        missing={<EmptyState title={<Trans>There is no such report of a transfer.</Trans>} />}
      >
        {({ report, payments }) => (
          <div className="grid gap-10">
            {report.reason ? (
              <Notice tone="danger" title={<Trans>Turned down</Trans>}>
                <p>
                  <UserText isProse text={report.reason} />
                </p>
              </Notice>
            ) : null}
            <DescriptionList facts={keyFacts(report)} />
            {report.status === 'Checking' ? (
              <Candidates report={report} payments={payments} />
            ) : null}
          </div>
        )}
      </QueryResult>
    </>
  );
}

function keyFacts(
  report: StaffTransferReport,
): { id: string; label: ReactNode; value: ReactNode }[] {
  const { ticket_number, payment_id, decided_by, arrived_amount } = report;
  return [
    amountFact(report.amount_sar),
    {
      id: 'company',
      label: <Trans>Company</Trans>,
      value: <PartyLink kind="companies" id={report.company_id} name={report.company_name} />,
    },
    ticket_number === null
      ? namedFact(report)
      : {
          id: 'ticket',
          label: <Trans>Ticket</Trans>,
          value: <ConsoleTicketLink number={ticket_number} />,
        },
    {
      id: 'day',
      label: <Trans>Transferred on</Trans>,
      value: <IsoDate date={report.transferred_on} />,
    },
    {
      id: 'bank',
      label: <Trans>Bank reference</Trans>,
      value: <UserText text={report.bank_reference ?? '—'} />,
    },
    { id: 'status', label: <Trans>Status</Trans>, value: <ReportStatus report={report} /> },
    ...(arrived_amount
      ? [
          {
            id: 'arrived',
            label: <Trans>Arrived amount</Trans>,
            value: <Money amount={arrived_amount} />,
          },
        ]
      : []),
    ...(decided_by
      ? [
          {
            id: 'by',
            label: <Trans>Decided by</Trans>,
            value: <bdi translate="no">{decided_by}</bdi>,
          },
        ]
      : []),
    ...(payment_id
      ? [
          {
            id: 'payment',
            label: <Trans context="of a company">Payment</Trans>,
            value: (
              <Link to={`/operations/payments/${payment_id}`}>
                <Trans>Open the payment</Trans>
              </Link>
            ),
          },
        ]
      : []),
  ];
}

type Question = 'record' | 'turn_down';

function Actions({ details: { report, proof } }: { details: TransferReportDetails }) {
  const [asking, setAsking] = useState<Question | null>(null);
  const close = () => setAsking(null);
  return (
    <>
      {proof ? <OpenProof report_id={report.id} /> : null}
      {report.status === 'Checking' ? (
        <>
          <Button tone="danger" onPress={() => setAsking('turn_down')}>
            <Trans>Turn down</Trans>
          </Button>
          <Button onPress={() => setAsking('record')}>
            <Trans>Record the payment</Trans>
          </Button>
        </>
      ) : null}
      {asking === 'record' ? (
        <RecordReportedTransfer report={report} facts={factsOf(report)} onClose={close} />
      ) : null}
      {asking === 'turn_down' ? <TurnDown report={report} onClose={close} /> : null}
    </>
  );
}

function OpenProof({ report_id }: { report_id: string }) {
  const { t } = useLingui();
  const save = async () =>
    openDownload((await call('open_transfer_proof', { params: { id: report_id } })).url);
  return (
    <SaveButton
      tone="secondary"
      problem={t`The proof could not be opened. Please try again.`}
      save={save}
    >
      <Trans>Open the proof</Trans>
    </SaveButton>
  );
}

function factsOf(report: StaffTransferReport): Fact[] {
  return [
    amountFact(report.amount_sar),
    {
      id: 'company',
      label: <Trans>Company</Trans>,
      value: <UserText text={report.company_name ?? '—'} />,
    },
    namedFact(report),
  ];
}

/** What it was reported for. */
const namedFact = ({ ticket_number, request_number, payer_number }: StaffTransferReport): Fact => ({
  id: 'named',
  label: ticket_number ? (
    <Trans>Ticket</Trans>
  ) : request_number ? (
    <Trans>Payment request</Trans>
  ) : (
    <Trans>All that is owed</Trans>
  ),
  value: <bdi translate="no">{ticket_number ?? request_number ?? payer_number}</bdi>,
});

function TurnDown({ report, onClose }: { report: StaffTransferReport; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <ReasonDialog
      title={<Trans>Turn this report down?</Trans>}
      lead={<Trans>The company sees the reason, and is reminded again.</Trans>}
      facts={factsOf(report)}
      confirm={<Trans>Turn down</Trans>}
      operation="turn_down_transfer_report"
      input={(said) => ({ params: { id: report.id }, body: said })}
      done={t`The report is turned down`}
      onClose={onClose}
    />
  );
}

function Candidates({
  report,
  payments,
}: {
  report: StaffTransferReport;
  payments: readonly Payment[];
}) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<Payment | null>(null);
  return (
    <Card look="plain" title={<Trans>Recorded payments that it may be</Trans>}>
      <Table
        label={t`Recorded payments that it may be`}
        rows={payments}
        rowKey={({ id }) => id}
        columns={candidateColumns(({ amount_sar }) => {
          const amount = amountText(amount_sar);
          return t`It is this one: ${amount}`;
        }, setChosen)}
        empty={
          <EmptyState title={<Trans>No payment fits.</Trans>}>
            <Trans>Check our account, then record it or turn it down.</Trans>
          </EmptyState>
        }
      />
      {chosen ? <Match report={report} payment={chosen} onClose={() => setChosen(null)} /> : null}
    </Card>
  );
}

function candidateColumns(
  nameOf: (payment: Payment) => string,
  onChoose: (payment: Payment) => void,
): Column<Payment>[] {
  return [
    ...paymentIdentityColumns,
    {
      id: 'choose',
      header: <Trans>Is it this one?</Trans>,
      cell: (payment) => (
        <Button
          tone="secondary"
          size="small"
          aria-label={nameOf(payment)}
          onPress={() => onChoose(payment)}
        >
          <Trans>It is this one</Trans>
        </Button>
      ),
    },
    paidAmount,
  ];
}

function Match({
  report,
  payment,
  onClose,
}: {
  report: StaffTransferReport;
  payment: Payment;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const mutation = useIdempotentMutation('match_transfer_report', {
    onSuccess: () => {
      toast.success(t`The report is matched to the payment`);
      onClose();
    },
  });
  const reason = useReasonToRecord(mutation);
  const match = () =>
    mutation.send({
      params: { id: report.id },
      body: reason.bodyOf({ payment_id: payment.id }),
    });
  return (
    <ConfirmFactsDialog
      title={<Trans>Is this the reported transfer?</Trans>}
      lead={
        payment.amount_sar === report.amount_sar ? undefined : (
          <Trans>
            <ArrivedDifference reported={report.amount_sar} arrived={payment.amount_sar} />: the
            payment counts, not the report, and the company sees how much has arrived.
          </Trans>
        )
      }
      facts={[
        ...factsOf(report),
        {
          id: 'payment',
          label: <Trans>Recorded payment</Trans>,
          value: <Money amount={payment.amount_sar} />,
        },
      ]}
      confirm={<Trans>It is this one</Trans>}
      mutation={mutation}
      onConfirm={match}
      onClose={onClose}
    >
      {reason.field}
    </ConfirmFactsDialog>
  );
}
