import { Trans, useLingui } from '@lingui/react/macro';
import type { PayCentre } from '#api/payment-requests.ts';
import { positionHead } from '#domain/installments/position.ts';
import { QueryResult } from '../api/query-result.tsx';
import { ReportedTransfers } from '../tickets/transfer/reported-transfers.tsx';
import { Card } from '../ui/card.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { Money } from '../ui/money.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ChoiceBar } from './choice-bar.tsx';
import { DueDateFeed } from './due-date-feed.tsx';
import { ChooseWhatToPay } from './choose-what-to-pay.tsx';
import { OpenRequests } from './open-requests.tsx';
import { NoAccountToPay } from './no-account-to-pay.tsx';
import { PayWhatIsLate } from './pay-what-is-late.tsx';
import { usePayCentre } from './payment-queries.ts';
import { PaymentsTabs } from './payments-tabs.tsx';
import { PromiseToPay } from './promise-to-pay.tsx';
import { usePaymentChoice } from './use-payment-choice.ts';

/** Everything that a company can pay, chosen and paid with one transfer. */
export default function PayCentreScreen() {
  const { t } = useLingui();
  const centre = usePayCentre();
  return (
    <>
      <DocumentTitle name={t`Payments`} />
      <PageHeader
        title={<Trans>Payments</Trans>}
        lead={<Trans>Choose what you pay, and pay it all with one transfer.</Trans>}
      />
      <PaymentsTabs current="pay" />
      <QueryResult query={centre}>{(data) => <Content centre={data} />}</QueryResult>
    </>
  );
}

function Content({ centre }: { centre: PayCentre }) {
  const { items, requests, payee, today } = centre;
  const choice = usePaymentChoice(items, today);
  const canChoose = items.length > 0 && payee !== null;
  return (
    // A block, not a grid: the bar stays in view over all of it.
    <div>
      <div className="grid gap-10">
        <PayWhatIsLate centre={centre} />
        {centre.transfer_reports.length > 0 ? (
          <ReportedTransfers reports={centre.transfer_reports} />
        ) : null}
        {requests.length > 0 ? <OpenRequests requests={requests} /> : null}
        {items.length === 0 ? (
          <NothingToPay planned_sar={centre.position.planned_sar} />
        ) : (
          <>
            <WhatIsOwed centre={centre} />
            <PromiseToPay centre={centre} />
            {payee === null ? <NoAccountToPay /> : null}
            <ChooseWhatToPay centre={centre} choice={choice} canChoose={canChoose} />
          </>
        )}
        <DueDateFeed />
      </div>
      {canChoose ? <ChoiceBar choice={choice} /> : null}
    </div>
  );
}

const isSome = (amount: string) => amount !== '0.00';

/** What is owed in total, what of it is late, what falls due in the next three months, and what stands beside it. */
function WhatIsOwed({ centre: { position, due_in } }: { centre: PayCentre }) {
  const head = positionHead(position);
  const figures = [
    { id: 'overdue', label: <Trans>Overdue</Trans>, amount: position.overdue_sar, isRed: true },
    {
      id: 'in_default',
      label: <Trans>In default</Trans>,
      amount: position.in_default_sar,
      isRed: true,
    },
    { id: 'days_30', label: <Trans>Due within 30 days</Trans>, amount: due_in.days_30_sar },
    { id: 'days_60', label: <Trans>Due within 60 days</Trans>, amount: due_in.days_60_sar },
    { id: 'days_90', label: <Trans>Due within 90 days</Trans>, amount: due_in.days_90_sar },
    {
      id: 'refund_due',
      label: <Trans>Refund that you owe back</Trans>,
      amount: position.refund_due_sar,
    },
    {
      id: 'checked',
      label: <Trans>Reported and being checked</Trans>,
      amount: position.being_checked_sar,
    },
    {
      id: 'planned',
      label: <Trans>Planned, not owed yet</Trans>,
      amount: position.planned_sar,
    },
    { id: 'credit', label: <Trans>Your credit</Trans>, amount: position.credit_sar },
  ];
  const headLabel = figures.find(({ id }) => id === head.id)?.label;
  return (
    <Card look="plain" title={<Trans>What you owe</Trans>}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 xl:grid-cols-5">
        <div className="col-span-full">
          <dt className={headLabel ? 'eyebrow' : 'sr-only'}>
            {headLabel ?? <Trans>Owed in total</Trans>}
          </dt>
          <dd className="text-figure">
            <Money amount={head.amount} />
          </dd>
        </div>
        {figures
          // "Nothing overdue" is shown too; the other figures only when they are not 0.
          .filter(({ id, amount }) => id !== head.id && (id === 'overdue' || isSome(amount)))
          .map(({ id, label, amount, isRed = false }) => (
            <div key={id} className="min-w-0">
              <dt className="eyebrow">{label}</dt>
              <dd className={`font-semibold ${isRed && isSome(amount) ? 'text-overdue' : ''}`}>
                <Money amount={amount} />
              </dd>
            </div>
          ))}
      </dl>
    </Card>
  );
}

function NothingToPay({ planned_sar }: { planned_sar: string }) {
  return (
    <EmptyState
      title={<Trans>There is nothing to pay now.</Trans>}
      action={
        <ButtonLink to="/payments/received" tone="secondary">
          <Trans>See the payments we have received from you</Trans>
        </ButtonLink>
      }
    >
      {isSome(planned_sar) ? (
        <Trans>
          <Money amount={planned_sar} /> is planned: it appears here once the payment to the agency
          is released.
        </Trans>
      ) : (
        <Trans>
          Once we have released the payment to an agency for one of your tickets, its installments
          appear here.
        </Trans>
      )}
    </EmptyState>
  );
}
