import { Trans, useLingui } from '@lingui/react/macro';
import type { IsoDate } from '#domain/calendar.ts';
import { installmentStatuses } from '#domain/installments/installment.ts';
import { nextPayments } from '#domain/installments/timeline.ts';
import type { InstallmentList } from '#api/installments.ts';
import { StatusBadge, useStatusWord } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IsoDate as DateText } from '../ui/iso-date.tsx';
import { Money } from '../ui/money.tsx';
import { TicketOfInstallment } from './day-details.tsx';
import { installmentViews, type InstallmentView } from './installments-view.ts';
import { StatusMark } from './mark.tsx';
import { TimelineLine } from './timeline-line.tsx';

/** What is to be paid and when (SPEC section 2, Payment Timeline). `upcoming`: due today or later. */
export function PaymentTimeline({
  today,
  upcoming,
}: {
  today: IsoDate;
  upcoming: InstallmentList;
}) {
  const installments = installmentViews(upcoming.items);
  const shown = installments.length;
  const { count } = upcoming;
  return (
    <Card title={<Trans>Payment Timeline</Trans>} aside={<Legend />}>
      {shown === 0 ? (
        <EmptyState title={<Trans>No installments found</Trans>}>
          <Trans>Installments appear here once an agency has approved a ticket of yours.</Trans>
        </EmptyState>
      ) : (
        <TimelineLine today={today} installments={installments} />
      )}
      {count > shown ? (
        <p className="mt-2 text-sm text-ink-soft">
          <Trans>
            The line shows the first {shown} of {count} installments.
          </Trans>
        </p>
      ) : null}
      <NextPayments installments={nextPayments(installments)} />
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

function NextPayments({ installments }: { installments: readonly InstallmentView[] }) {
  return (
    <div className="mt-6">
      <h3 className="text-base font-semibold">
        <Trans>Next Payments</Trans>
      </h3>
      {installments.length === 0 ? (
        <p className="mt-1 text-ink-soft">
          <Trans>No upcoming payments yet</Trans>
        </p>
      ) : (
        <ol className="mt-2 grid gap-x-8 md:grid-cols-3">
          {installments.map((one) => (
            <li key={one.id} className="border-t border-line py-3 md:border-ink">
              <p className="flex items-center justify-between gap-3">
                <Money amount={one.amount_sar} className="text-lg font-semibold" />
                <StatusBadge status={one.status} />
              </p>
              <p className="text-sm text-ink-soft">
                <DateText date={one.due_date} />
              </p>
              <p className="text-sm text-ink-soft">
                <TicketOfInstallment installment={one} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
