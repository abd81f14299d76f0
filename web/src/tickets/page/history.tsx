import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { TicketDetails } from '#api/tickets.ts';
import type { Role } from '#domain/accounts/roles.ts';
import { restOf } from '#domain/installments/owed.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import { expectedPaymentDate } from '#domain/payouts/expected-payment.ts';
import type { NextStep } from '#domain/tickets/next-step.ts';
import type { TicketHistoryKind } from '#domain/tickets/ticket-history.ts';
import { ReviewWords } from '../../payouts/review-words.tsx';
import { Card } from '../../ui/card.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Money } from '../../ui/money.tsx';
import { EventTimeline, type TimelineEvent, type TimelineState } from '../../ui/event-timeline.tsx';
import { ticketEndWords } from '../ticket-ends.tsx';
import { stepOf } from './next-step.tsx';

/** What happened to a ticket, where it stands, and what comes: the history, the next step, the schedule. */
export function TicketHistory({ details }: { details: TicketDetails }) {
  const { t } = useLingui();
  const step = stepOf(details);
  const events = [
    ...pastEvents(details),
    ...answerEvents(step, details.role),
    ...documentEvents(step, details.role),
    ...payoutEvents(step, details),
    ...installmentEvents(step, details),
  ];
  return (
    <Card title={<Trans>History</Trans>} look="plain">
      <EventTimeline label={t`History of the ticket`} events={events} />
    </Card>
  );
}

function pastEvents({ story, role }: TicketDetails): TimelineEvent[] {
  return story.map(({ kind, occurred_at, amount_sar }, index) => ({
    id: index,
    title: told[kind][role],
    time: <IsoDate date={occurred_at} />,
    state: against.has(kind) ? 'stopped' : 'past',
    children: amount_sar ? <Money amount={amount_sar} /> : undefined,
  }));
}

/** What ended a ticket before its time, or took a step back. */
const against: ReadonlySet<TicketHistoryKind> = new Set([
  'rejected',
  'cancelled',
  'expired',
  'closed',
  'payout_failed',
  'payout_returned',
  'payout_failed_again',
  'payout_postponed',
  'paid_twice',
  'ended',
  'payment_returned',
  'written_off',
  'loss_raised',
]);

/** Each kind of event in the words of its reader; some are never told to one of the two. */
const told: Record<TicketHistoryKind, Partial<Record<Role, ReactNode>>> = {
  submitted: {
    company: <Trans>You requested financing</Trans>,
    agency: <Trans>The company requested financing</Trans>,
  },
  approved: {
    company: <Trans>The agency approved</Trans>,
    agency: <Trans>You approved</Trans>,
  },
  documents_accepted: {
    company: <Trans>You accepted the documents</Trans>,
    agency: <Trans>The company accepted the documents</Trans>,
  },
  rejected: {
    company: <Trans>The agency rejected</Trans>,
    agency: <Trans>You rejected</Trans>,
  },
  ...ticketEndWords,
  payout_reviewed: {
    company: <Trans>We decided to pay the agency although you are overdue</Trans>,
    agency: <Trans>We reviewed your payment and will send it</Trans>,
  },
  paid_out: {
    company: <Trans>We released the payment to the agency</Trans>,
    agency: <Trans>We released your payment</Trans>,
  },
  payout_sent: {
    company: <Trans>We sent the payment to the agency</Trans>,
    agency: <Trans>We sent your payment</Trans>,
  },
  payout_failed: {
    company: <Trans>The payment to the agency did not arrive</Trans>,
    agency: <Trans>Your payment did not arrive</Trans>,
  },
  payout_postponed: {
    company: <Trans>We postponed the payment to the agency</Trans>,
    agency: <Trans>We postponed your payment</Trans>,
  },
  payout_arrived: {
    agency: <Trans>Your payment arrived</Trans>,
  },
  payout_returned: {
    agency: <Trans>The bank returned your payment</Trans>,
  },
  payout_sent_again: {
    agency: <Trans>We released your payment again</Trans>,
  },
  payout_failed_again: {
    agency: <Trans>Your payment did not arrive</Trans>,
  },
  paid_twice: {
    agency: <Trans>The bank paid you twice: please send this amount back to us</Trans>,
  },
  paid_back: {
    agency: <Trans>We received money that you paid back</Trans>,
  },
  not_paid_twice: {
    agency: <Trans>One of the two payments did not reach you: you owe nothing back</Trans>,
  },
  payment_received: {
    company: <Trans>We received your payment</Trans>,
  },
  payment_returned: {
    company: <Trans>A payment was reversed</Trans>,
  },
  completed: {
    company: <Trans>You have repaid everything</Trans>,
    agency: <Trans>The company has repaid everything</Trans>,
  },
  reopened: {
    company: <Trans>The ticket is active again</Trans>,
    agency: <Trans>The ticket is active again</Trans>,
  },
  bank_charges_settled: {
    company: <Trans>We settled a small rest as bank charges</Trans>,
  },
  bank_charges_undone: {
    company: <Trans>The rest settled as bank charges is open again</Trans>,
  },
  loss_raised: {
    company: <Trans>The amount that payment had paid is in default too</Trans>,
  },
  loss_recovered: {
    company: <Trans>You have paid all that was in default</Trans>,
  },
};

function answerEvents(step: NextStep, role: Role): TimelineEvent[] {
  if (step.kind !== 'answer') return [];
  const title =
    role === 'company' ? <Trans>The agency answers</Trans> : <Trans>You approve or reject</Trans>;
  return [{ id: 'answer', title, state: 'now' }];
}

/** The company's acceptance, from the request on until it is given. */
function documentEvents(step: NextStep, role: Role): TimelineEvent[] {
  if (step.kind !== 'answer' && step.kind !== 'documents') return [];
  const title =
    role === 'company' ? (
      <Trans>You read and accept the documents</Trans>
    ) : (
      <Trans>The company reads and accepts the documents</Trans>
    );
  return [{ id: 'documents', title, state: step.kind === 'documents' ? 'now' : 'future' }];
}

/** The payment to the agency, from the request on until it has been made. */
function payoutEvents(
  step: NextStep,
  { role, ticket, payout, review, holds, is_agency_suspended }: TicketDetails,
): TimelineEvent[] {
  const isNow = step.kind === 'payout' || step.kind === 'payout_stopped';
  if (step.kind !== 'answer' && step.kind !== 'documents' && !isNow) return [];
  const isLate = review ? review.is_late : step.kind === 'payout' && step.is_late;
  const state: TimelineState = isLate ? 'late' : isNow ? 'now' : 'future';
  return [
    {
      id: 'payout',
      title: role === 'company' ? <Trans>We pay the agency</Trans> : <Trans>We pay you</Trans>,
      time:
        review && isNow ? (
          <ReviewWords review={review} />
        ) : step.kind === 'payout_stopped' ? (
          <Trans>
            decided by <IsoDate date={step.decide_by} />
          </Trans>
        ) : (isNow && role === 'company' && holds.length > 0) || is_agency_suspended ? undefined : (
          <Trans>
            by <IsoDate date={expectedPaymentDate(ticket.created_local_date)} />
          </Trans>
        ),
      state,
      children: payout ? <Money amount={payout.net_amount} /> : undefined,
    },
  ];
}

/** The company's installments while the ticket lives; after a rejection, a cancellation or a write-off none of them comes. */
function installmentEvents(
  step: NextStep,
  { ticket, installments }: TicketDetails,
): TimelineEvent[] {
  if (!installments || step.waits_on === 'nobody' || ticket.status === 'Closed') return [];
  const isRepaying = ['installment', 'overdue', 'being_checked'].includes(step.kind);
  const next = installments.find(({ status }) => status !== 'Paid');
  return installments.map((one) => {
    const { id, seq, due_date, amount_sar, paid_amount, status } = one;
    const rest = restOf({
      amount_halalas: halalasFromDecimal(amount_sar),
      paid_halalas: halalasFromDecimal(paid_amount),
    });
    const state: TimelineState =
      status === 'Paid'
        ? 'past'
        : !isRepaying
          ? 'future'
          : status === 'Overdue'
            ? 'late'
            : one === next
              ? 'now'
              : 'future';
    return {
      id,
      title: <Trans>Installment {seq}</Trans>,
      time: <IsoDate date={due_date} />,
      state,
      // Of one that is paid in part, what is left to come.
      children: <Money amount={status === 'Paid' ? amount_sar : decimalFromHalalas(rest)} />,
    };
  });
}
