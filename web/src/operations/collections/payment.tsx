import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router';
import type { Payment, PaymentDetails } from '#api/payments.ts';
import { call } from '../../api/call.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BanIcon } from '../../ui/icons.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Money } from '../../ui/money.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { BackLink, Link } from '../../ui/link.tsx';
import { StatementSource } from '../kit/statement-source.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { OpenApprovals } from '../approvals/approval.tsx';
import { JournalAmount } from '../ledger/journal-amount.tsx';
import { linesPath } from '../ledger/journal-filters.ts';
import { QueryResult } from '../../api/query-result.tsx';
import { PaymentActions } from './payment-actions.tsx';
import { PayerName } from './payments.tsx';
import { RefundsOfPayment } from '../payouts/refund-table.tsx';
import { ConsoleTicketLink } from '../tickets/ticket-link.tsx';
import { useConsoleQuery } from '../kit/use-console-query.ts';

type Allocation = Payment['allocations'][number];

/** One payment: whose it is, what it paid, what is left of it. */
export default function PaymentPage() {
  const { t } = useLingui();
  const { paymentId = '' } = useParams();
  const query = useConsoleQuery(['payment', paymentId], (signal) =>
    call('read_payment', { params: { id: paymentId }, signal }),
  );
  return (
    <>
      <DocumentTitle
        name={`${t({ message: 'Payment', context: 'of a company' })} · ${t`Operations`}`}
      />
      <PageHeader
        title={<Trans context="of a company">Payment</Trans>}
        lead={
          query.data ? <IsoDate date={query.data.payment.value_date} length="long" /> : undefined
        }
        back={
          <BackLink to="/operations/payments">
            <Trans>Payments</Trans>
          </BackLink>
        }
        actions={query.data ? <PaymentActions details={query.data} /> : undefined}
      />
      <QueryResult
        query={query}
        missing={<EmptyState title={<Trans>There is no such payment.</Trans>} />}
      >
        {({ payment, approval_requests, refunds, statement, refund_destinations }) => (
          <div className="grid gap-10">
            <OpenApprovals requests={approval_requests} now={new Date(query.dataUpdatedAt)} />
            {payment.reversed_at ? (
              <Notice tone="danger" title={<Trans>Reversed</Trans>}>
                <p>
                  <UserText isProse text={payment.reversal_reason ?? '—'} />
                </p>
                {payment.moved_to_payment_id ? (
                  <Link to={`/operations/payments/${payment.moved_to_payment_id}`}>
                    <Trans>The payment that replaces it</Trans>
                  </Link>
                ) : null}
              </Notice>
            ) : null}
            <NotProven payment={payment} statement={statement} />
            <PayerAbroad payment={payment} destinations={refund_destinations} />
            {payment.company_id === null && payment.refunded_amount !== '0.00' ? (
              <Notice tone="info" title={<Trans>Returned to its sender</Trans>}>
                <Trans>Its payer was not known. Two people have decided it.</Trans>
              </Notice>
            ) : null}
            <Facts payment={payment} statement={statement} />
            <Allocations payment={payment} />
            <RefundsOfPayment refunds={refunds} />
          </div>
        )}
      </QueryResult>
    </>
  );
}

/** What waits for the proof of a payment, and who may give it. */
function NotProven({ payment, statement }: Pick<PaymentDetails, 'payment' | 'statement'>) {
  const { proven_at, reversed_at } = payment;
  if (proven_at !== null || reversed_at !== null) return null;
  return (
    <Notice
      tone="warn"
      title={
        statement ? (
          <Trans>Its statement is not compared yet</Trans>
        ) : (
          <Trans>Not on a statement yet</Trans>
        )
      }
    >
      <p>
        {statement ? (
          <Trans>
            Until someone other than the person who imported{' '}
            <Link to={`/operations/bank-statements/${statement.id}`}>this statement</Link> compares
            it with the bank, or another person confirms the payment, it allows no settlement letter
            and no refund, and lifts no stop.
          </Trans>
        ) : (
          <Trans>
            Until a line of a compared statement shows this payment, or another person confirms it,
            it allows no settlement letter and no refund, and lifts no stop.
          </Trans>
        )}
      </p>
      {payment.is_recorded_by_caller ? (
        <p>
          <Trans>You recorded it: another person confirms it.</Trans>
        </p>
      ) : null}
    </Notice>
  );
}

/** No file of ours carries money to an account abroad, or to one whose IBAN the bank hides: the bank itself returns it. */
function PayerAbroad({
  payment,
  destinations: { payer, is_payer_usable, company },
}: {
  payment: Payment;
  destinations: PaymentDetails['refund_destinations'];
}) {
  const isLeft = payment.credit_amount !== '0.00' || payment.company_id === null;
  const isOpen = payment.reversed_at === null && payment.refunded_amount === '0.00' && isLeft;
  if (!isOpen || payer === null || is_payer_usable || company !== null) return null;
  return (
    <Notice tone="info" title={<Trans>It cannot be sent back in a file of ours.</Trans>}>
      <Trans>
        The account that it came from is abroad, or the bank hides its IBAN. Ask our bank to return
        the transfer to the bank that sent it. Its line on the next statement takes the payment back
        here.
      </Trans>
    </Notice>
  );
}

function Facts({ payment, statement }: Pick<PaymentDetails, 'payment' | 'statement'>) {
  return (
    <DescriptionList
      facts={[
        {
          id: 'amount',
          label: <Trans>Amount</Trans>,
          value: (
            <JournalAmount
              amount={payment.amount_sar}
              lines={{ account: 'bank', event: 'payment_received', payment: payment.id }}
            />
          ),
        },
        {
          id: 'company',
          label: <Trans>Company</Trans>,
          value: <PayerName payment={payment} />,
        },
        {
          id: 'named',
          label: <Trans>Names the ticket or payment request</Trans>,
          value: payment.ticket_number ? (
            <ConsoleTicketLink number={payment.ticket_number} />
          ) : (
            <bdi translate="no">{payment.request_number ?? '—'}</bdi>
          ),
        },
        {
          id: 'allocated',
          label: <Trans>Allocated</Trans>,
          value: (
            <JournalAmount
              amount={payment.allocated_amount}
              lines={{
                // What came back of a refund is not owed by installment.
                ...(payment.allocations.every(isOfInstallment) && { account: 'receivable' }),
                payment: payment.id,
              }}
            />
          ),
        },
        {
          id: 'refunded',
          label: <Trans>Refunded</Trans>,
          value: (
            <JournalAmount
              amount={payment.refunded_amount}
              lines={{ account: 'bank', event: 'credit_refunded', payment: payment.id }}
            />
          ),
        },
        ...recalledRefund(payment),
        {
          id: 'credit',
          label: <Trans>Credit</Trans>,
          value: (
            <JournalAmount
              amount={payment.credit_amount}
              lines={{ account: 'company_credit', payment: payment.id }}
            />
          ),
        },
        {
          id: 'bank',
          label: <Trans>Bank reference</Trans>,
          value: <UserText text={payment.bank_reference ?? '—'} />,
        },
        {
          id: 'recorded',
          label: <Trans>Recorded</Trans>,
          value: <DateTime at={payment.recorded_at} />,
        },
        {
          id: 'by',
          label: <Trans>Recorded by</Trans>,
          value: <bdi translate="no">{payment.recorded_by}</bdi>,
        },
        ...(statement === null
          ? []
          : [
              {
                id: 'statement',
                label: <Trans>Bank statement</Trans>,
                value: <StatementSource statement={statement} />,
              },
            ]),
        ...(payment.confirmed_by === null
          ? []
          : [
              {
                id: 'confirmed',
                label: <Trans>Confirmed by</Trans>,
                value: <bdi translate="no">{payment.confirmed_by}</bdi>,
              },
            ]),
      ]}
    />
  );
}

/** Of a payment that was recalled after a part of it was refunded: what of that has come back, and what is owed. */
function recalledRefund(payment: Payment) {
  if (payment.reversed_at === null || payment.refunded_amount === '0.00') return [];
  const lines = {
    account: 'refunds_receivable' as const,
    ...(payment.company_id === null ? { payment: payment.id } : { company: payment.company_id }),
  };
  const figure = (amount: string) => <JournalAmount amount={amount} lines={lines} />;
  return [
    {
      id: 'recovered',
      label: <Trans>Refund given back</Trans>,
      value: figure(payment.recovered_amount),
    },
    {
      id: 'to_recover',
      label: <Trans>Refund owed back</Trans>,
      value: figure(payment.to_recover_amount),
    },
    ...(payment.written_off_on === null
      ? []
      : [
          {
            id: 'written_off',
            label: <Trans>Refund written off</Trans>,
            value: (
              <JournalAmount
                amount={payment.written_off_amount}
                lines={{ account: 'bad_debt', payment: payment.id }}
              />
            ),
          },
          {
            id: 'loss_recovered',
            label: <Trans>Recovered</Trans>,
            value: <Money amount={payment.loss_recovered_amount} />,
          },
        ]),
  ];
}

function Allocations({ payment }: { payment: Payment }) {
  const { t } = useLingui();
  return (
    <Card
      look="plain"
      title={<Trans>What it paid</Trans>}
      aside={
        <Link to={linesPath({ payment: payment.id })}>
          <Trans>Journal entries</Trans>
        </Link>
      }
    >
      <Table
        label={t`What it paid`}
        rows={payment.allocations.map((allocation, index) => ({ ...allocation, index }))}
        rowKey={({ index }) => index}
        empty={<EmptyState title={<Trans>It has paid nothing.</Trans>} />}
        columns={allocationColumns(payment.id)}
      />
    </Card>
  );
}

const isOfInstallment = ({ installment_id }: Allocation) => installment_id !== null;

const allocationColumns = (payment: string): Column<Allocation & { index: number }>[] => [
  {
    id: 'ticket',
    header: <Trans>Ticket</Trans>,
    cell: ({ ticket_number, recovers_payment_id, is_recovery }) =>
      ticket_number === null ? (
        <Link to={`/operations/payments/${recovers_payment_id}`}>
          {is_recovery ? <Trans>Refund written off</Trans> : <Trans>Refund owed back</Trans>}
        </Link>
      ) : (
        <ConsoleTicketLink number={ticket_number} />
      ),
  },
  {
    id: 'seq',
    header: <Trans>Installment</Trans>,
    cell: ({ seq, is_recovery }) =>
      is_recovery ? <Trans>What was written off</Trans> : (seq ?? '—'),
  },
  {
    id: 'due',
    header: <Trans>Due date</Trans>,
    cell: ({ due_date }) => <IsoDate date={due_date} />,
  },
  {
    id: 'when',
    header: <Trans>Allocated</Trans>,
    cell: ({ allocated_at, reversed_at }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <DateTime at={allocated_at} />
        {reversed_at ? (
          <Badge icon={BanIcon}>
            <Trans>Allocation reversed</Trans>
          </Badge>
        ) : null}
      </span>
    ),
  },
  {
    id: 'amount',
    header: <Trans>Amount</Trans>,
    figures: true,
    cell: ({ amount_sar, installment_id: installment, is_recovery }) => (
      <JournalAmount
        amount={amount_sar}
        lines={
          installment === null
            ? { account: is_recovery ? 'recoveries' : 'refunds_receivable', payment }
            : { account: 'receivable', payment, installment }
        }
      />
    ),
  },
];
