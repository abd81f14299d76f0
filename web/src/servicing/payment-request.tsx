import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { PaymentRequest, PaymentRequestDetails } from '#api/payment-requests.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import { paymentReference } from '#domain/servicing/payment-reference.ts';
import { QueryResult } from '../api/query-result.tsx';
import { useIdempotentMutation } from '../api/use-idempotent-mutation.ts';
import { HowToPayCard } from '../tickets/transfer/how-to-pay-card.tsx';
import { ReportedTransfers } from '../tickets/transfer/reported-transfers.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { DescriptionList } from '../ui/description-list.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { DueDate, IsoDate } from '../ui/iso-date.tsx';
import { BackLink, ButtonLink } from '../ui/link.tsx';
import { Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { SumList } from '../ui/sum-list.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { toast } from '../ui/toaster.tsx';
import { UserText } from '../ui/user-text.tsx';
import { NoAccountToPay } from './no-account-to-pay.tsx';
import { PayableName } from './payable-name.tsx';
import { usePaymentRequest } from './payment-queries.ts';
import { RequestBadge } from './request-badge.tsx';

/** One payment request: how to transfer it, what it pays, and what has arrived. */
export default function PaymentRequestScreen() {
  const { t } = useLingui();
  const { requestId = '' } = useParams();
  const query = usePaymentRequest(requestId);
  return (
    <>
      <DocumentTitle name={query.data?.request_number ?? t`Payment request`} />
      <header className="grid gap-3 pt-8 pb-6 sm:pt-10">
        <div className="print:hidden">
          <BackLink to="/payments">
            <Trans>Payments</Trans>
          </BackLink>
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <h1 className="text-title">
            {query.data ? (
              <Trans>
                Payment request <UserText text={query.data.request_number} />
              </Trans>
            ) : (
              <Trans>Payment request</Trans>
            )}
          </h1>
          {query.data ? <RequestBadge request={query.data} /> : null}
        </div>
      </header>
      <QueryResult query={query} missing={<Missing />}>
        {(request) => <Content request={request} />}
      </QueryResult>
    </>
  );
}

function Missing() {
  return (
    <EmptyState
      title={<Trans>There is no such payment request, or you do not have access to it.</Trans>}
      action={
        <ButtonLink to="/payments" tone="secondary">
          <Trans>Go to your payments</Trans>
        </ButtonLink>
      }
    />
  );
}

function Content({ request }: { request: PaymentRequestDetails }) {
  const { transfer_reports } = request;
  return (
    <div className="grid gap-10">
      {request.status === 'Open' ? <OpenRequest request={request} /> : <Ended request={request} />}
      <Facts request={request} />
      <WhatItPays request={request} />
      {transfer_reports.length > 0 ? <ReportedTransfers reports={transfer_reports} /> : null}
    </div>
  );
}

function OpenRequest({ request }: { request: PaymentRequestDetails }) {
  return (
    <div className="grid gap-6">
      {request.would_pay ? <OtherOrder parts={request.would_pay} /> : null}
      <HowToPay request={request} />
    </div>
  );
}

function HowToPay({ request }: { request: PaymentRequestDetails }) {
  const { id, open_sar, being_checked_sar, request_number, expires_on, would_pay } = request;
  const { payee, today } = request;
  if (payee === null) return <NoAccountToPay />;
  const amount_sar = decimalFromHalalas(
    halalasFromDecimal(open_sar) - halalasFromDecimal(being_checked_sar),
  );
  return (
    <HowToPayCard
      lead={
        <Trans>
          Transfer from your bank to this account, with the reference: it tells us what you chose to
          pay.
        </Trans>
      }
      transfer={{ ...payee, reference: paymentReference(request_number), amount_sar }}
      being_checked_sar={being_checked_sar}
      reportedFor={{ operation: 'report_request_transfer', id }}
      today={today}
      actions={<Withdraw request={request} />}
    >
      <p>
        <Trans>
          It is valid until <IsoDate date={expires_on} />: the transfer must reach our account by
          then.
        </Trans>
      </p>
      {would_pay ? null : (
        <p>
          <Trans>
            If less arrives, it pays the chosen items that are due first. Any excess pays what else
            you owe, and the rest is kept as your credit.
          </Trans>
        </p>
      )}
    </HowToPayCard>
  );
}

/** What a transfer pays first where something is in default: said before it is made. */
function OtherOrder({ parts }: { parts: NonNullable<PaymentRequest['would_pay']> }) {
  return (
    <Notice
      tone="warn"
      title={
        <Trans>You have an amount in default: the transfer would pay in a different order.</Trans>
      }
    >
      <p>
        <Trans>
          Amounts in default are paid before amounts that fall due later. If the transfer arrived
          today, it would pay:
        </Trans>
      </p>
      <SumList
        className="mt-2 max-w-xl"
        rows={parts.map(({ kind, ticket_number, due_date, amount_sar }, index) => ({
          id: index,
          label: (
            <span className="flex flex-wrap items-baseline gap-x-3">
              <PayableName kind={kind} ticket_number={ticket_number} />
              <span className="text-sm text-ink-soft">
                {kind === 'installment' ? (
                  <Trans>
                    due <IsoDate date={due_date} />
                  </Trans>
                ) : (
                  <Trans>
                    since <IsoDate date={due_date} />
                  </Trans>
                )}
              </span>
            </span>
          ),
          amount: amount_sar,
        }))}
      />
    </Notice>
  );
}

/** What a request that has ended still means for a transfer with its reference. */
function Ended({
  request: { status, open_sar, expires_on, withdrawn_at },
}: {
  request: PaymentRequest;
}) {
  if (status === 'Paid') {
    return (
      <Notice tone="good" title={<Trans>Everything that you chose is paid.</Trans>}>
        <p>
          <Trans>Do not transfer it again.</Trans>
        </p>
      </Notice>
    );
  }
  return (
    <Notice
      tone="info"
      title={
        status === 'Expired' ? (
          <Trans>
            This payment request ended on <IsoDate date={expires_on} />.
          </Trans>
        ) : (
          <Trans>
            You withdrew this payment request on <IsoDate date={withdrawn_at ?? expires_on} />.
          </Trans>
        )
      }
      action={
        open_sar === '0.00' ? undefined : (
          <ButtonLink to="/payments">
            <Trans>Choose what to pay</Trans>
          </ButtonLink>
        )
      }
    >
      <p>
        <Trans>
          A transfer with its reference that reaches us after that day is not lost: it pays what is
          due first, like any other transfer.
        </Trans>
      </p>
      {open_sar === '0.00' ? null : (
        <p>
          <Trans>
            <Money amount={open_sar} /> of it is still to be paid.
          </Trans>
        </p>
      )}
    </Notice>
  );
}

function Facts({ request }: { request: PaymentRequest }) {
  const { amount_sar, received_sar, being_checked_sar, open_sar, created_at, expires_on } = request;
  return (
    <DescriptionList
      facts={[
        { id: 'chosen', label: <Trans>Chosen</Trans>, value: <Money amount={amount_sar} /> },
        {
          id: 'received',
          label: <Trans>Arrived with its reference</Trans>,
          value: <Money amount={received_sar} />,
        },
        ...(being_checked_sar === '0.00'
          ? []
          : [
              {
                id: 'checked',
                label: <Trans>Reported and being checked</Trans>,
                value: <Money amount={being_checked_sar} />,
              },
            ]),
        { id: 'open', label: <Trans>Still to be paid</Trans>, value: <Money amount={open_sar} /> },
        { id: 'made', label: <Trans>Created</Trans>, value: <DateTime at={created_at} /> },
        {
          id: 'until',
          label: <Trans>Valid until</Trans>,
          value: <IsoDate date={expires_on} />,
        },
      ]}
    />
  );
}

function WhatItPays({ request: { items } }: { request: PaymentRequest }) {
  const { t } = useLingui();
  return (
    <Card
      look="plain"
      title={<Trans>What it pays</Trans>}
      aside={
        <span className="text-ink-soft">
          <Plural value={items.length} one="# item" other="# items" />
        </span>
      }
    >
      <Table
        label={t`What it pays`}
        columns={useColumns()}
        rows={items}
        rowKey={({ kind, id }) => `${kind} ${id}`}
      />
    </Card>
  );
}

type Item = PaymentRequest['items'][number];

function useColumns(): Column<Item>[] {
  const { t } = useLingui();
  return [
    {
      id: 'item',
      header: t`For`,
      cell: ({ kind, ticket_number, seq }) => (
        <PayableName
          kind={kind}
          ticket_number={ticket_number}
          part={seq === null ? null : { seq, of: null }}
        />
      ),
    },
    {
      id: 'due',
      header: t`Due date`,
      cell: ({ due_date }) => <DueDate date={due_date} />,
    },
    {
      id: 'amount',
      header: t`Chosen`,
      figures: true,
      cell: ({ amount_sar }) => <Money amount={amount_sar} />,
    },
    {
      id: 'open',
      header: t`Still to be paid`,
      figures: true,
      cell: ({ open_sar }) => <Money amount={open_sar} />,
    },
  ];
}

/** Asks first: a transfer already under way would then pay something else. */
function Withdraw({ request }: { request: PaymentRequest }) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const withdraw = useIdempotentMutation('withdraw_payment_request', {
    onSuccess: async (_, reloaded) => {
      toast.success(t`The payment request is withdrawn`);
      await reloaded;
      setAsking(false);
    },
    onRefusal: () => setAsking(false),
  });
  return (
    <>
      <Button tone="quiet" onPress={() => setAsking(true)}>
        <Trans>Withdraw the request</Trans>
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={
            <Trans>
              Withdraw payment request <UserText text={request.request_number} />?
            </Trans>
          }
          cancel={<Trans>Keep it</Trans>}
          confirm={<Trans>Withdraw the request</Trans>}
          isDanger
          isSending={withdraw.isSending}
          onConfirm={() => void withdraw.send({ params: { id: request.id } })}
          onClose={() => setAsking(false)}
        >
          <p>
            <Trans>
              You still owe the <Money amount={request.open_sar} /> and can choose it again.
            </Trans>
          </p>
          <p className="mt-2">
            <Trans>
              Have you already made the transfer? Then keep the request: a transfer that arrives on
              a later day would pay what is due first instead of what you chose.
            </Trans>
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
