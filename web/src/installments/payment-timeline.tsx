import { Trans, useLingui } from '@lingui/react/macro';
import type { IsoDate } from '#domain/calendar.ts';
import { installmentStatuses } from '#domain/installments/installment.ts';
import { nextPayments } from '#domain/installments/timeline.ts';
import type { InstallmentList } from '#api/installments.ts';
import { StatusBadge, useStatusWord } from '../ui/status-badge.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { DueDate, RelativeDate } from '../ui/iso-date.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Money } from '../ui/money.tsx';
import { TicketOfInstallment } from './day-details.tsx';
import { installmentViews, type InstallmentView, type TicketLinkTo } from './installments-view.ts';
import { StatusMark } from './mark.tsx';
import { PrintButton } from '../ui/print-button.tsx';

/** Room of a line whose dots do not overlap. */
const line = <div className="h-17.5" aria-busy="true" />;

// Loaded later, so that a slow connection shows the first figures sooner.
const TimelineLine = lazyPart(() => import('./timeline-line.tsx'), { fallback: line });
const PaymentSchedule = lazyPart(() => import('./payment-schedule.tsx'));

/** What is to be paid and when (SPEC section 2, Payment Timeline). `upcoming`: due today or later. */
export function PaymentTimeline({
  today,
  upcoming,
  isLineShown,
  ticketLink,
}: {
  today: IsoDate;
  upcoming: InstallmentList;
  /** The words stand first, the line follows. */
  isLineShown: boolean;
  ticketLink: TicketLinkTo;
}) {
  const installments = installmentViews(upcoming.items);
  const shown = installments.length;
  const { count } = upcoming;
  return (
    <Card title={<Trans>Payment Timeline</Trans>} aside={shown > 0 ? <Legend /> : undefined}>
      {shown === 0 ? (
        <EmptyState isShort title={<Trans>No installments found</Trans>}>
          <Trans>Installments appear here once an agency has approved one of your tickets.</Trans>
        </EmptyState>
      ) : isLineShown ? (
        <TimelineLine today={today} installments={installments} ticketLink={ticketLink} />
      ) : (
        line
      )}
      {count > shown ? (
        <p className="mt-2 text-sm text-ink-soft">
          <Trans>
            The line shows the first {shown} of {count} installments.
          </Trans>
        </p>
      ) : null}
      <NextPayments
        today={today}
        installments={nextPayments(installments)}
        ticketLink={ticketLink}
      />
      {isLineShown ? <PaymentSchedule installments={installments} /> : null}
    </Card>
  );
}

function Legend() {
  const { t } = useLingui();
  const statusWord = useStatusWord();
  return (
    <ul aria-label={t`Legend`} className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
      {installmentStatuses.map((status) => (
        <li key={status} className="flex items-center gap-1.5">
          <StatusMark status={status} className="size-3.5" />
          {statusWord(status)}
        </li>
      ))}
    </ul>
  );
}

function NextPayments({
  today,
  installments,
  ticketLink,
}: {
  today: IsoDate;
  installments: readonly InstallmentView[];
  ticketLink: TicketLinkTo;
}) {
  return (
    <div className="mt-3 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h3 className="text-base font-semibold">
          <Trans>Next Payments</Trans>
        </h3>
        {installments.length > 0 ? <PrintButton /> : null}
      </div>
      {installments.length === 0 ? (
        <p className="mt-1 text-ink-soft">
          <Trans>No upcoming payments yet</Trans>
        </p>
      ) : (
        <ol className="mt-2 grid gap-x-8 md:grid-cols-3">
          {installments.map((one) => (
            <li key={one.id} className="border-t border-line pt-2 pb-1 md:border-ink md:pt-2.5">
              <p className="flex items-center justify-between gap-3">
                <Money amount={one.counted_sar} className="text-lg font-semibold" />
                <StatusBadge status={one.status} />
              </p>
              <p className="flex flex-wrap items-baseline gap-x-2 md:mt-1">
                <span className="font-semibold">
                  <RelativeDate date={one.due_date} today={today} />
                </span>
                <span className="text-sm text-ink-soft">
                  <DueDate date={one.due_date} isInOneLine />
                </span>
              </p>
              <p className="text-sm text-ink-soft">
                <TicketOfInstallment installment={one} ticketLink={ticketLink} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
