import { Trans } from '@lingui/react/macro';
import { decimalFromHalalas } from '#domain/money.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { DueDate } from '../ui/iso-date.tsx';
import { Money } from '../ui/money.tsx';
import {
  isPlanned,
  type InstallmentDay,
  type InstallmentView,
  type TicketLinkTo,
} from './installments-view.ts';

/** What a dot stands for: the date, the day's total, and each installment by its ticket's number (SPEC section 2). */
export function DayDetails({ day, ticketLink }: { day: InstallmentDay; ticketLink: TicketLinkTo }) {
  return (
    <div className="grid gap-3">
      <p className="flex items-baseline justify-between gap-6 border-b border-line pb-2">
        <span className="font-semibold">
          <DueDate date={day.due_date} stacked />
        </span>
        <Money amount={decimalFromHalalas(day.total_halalas)} className="font-semibold" />
      </p>
      <ul className="grid max-h-64 gap-2.5 overflow-y-auto text-sm">
        {day.items.map((one) => (
          <li key={one.id} className="flex items-center justify-between gap-6">
            <span className="grid gap-0.5">
              <TicketOfInstallment installment={one} ticketLink={ticketLink} />
              <Money amount={one.counted_sar} />
            </span>
            <StatusBadge status={one.status} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** "HM-1042, installment 2", and that it is planned where its agency has not been paid; the sequence alone without a number. */
export function TicketOfInstallment({
  installment,
  ticketLink,
}: {
  installment: InstallmentView;
  ticketLink: TicketLinkTo;
}) {
  const { seq } = installment;
  const number = installment.ticket.ticket_number;
  const planned = isPlanned(installment) ? (
    <>
      {' · '}
      <Trans>planned</Trans>
    </>
  ) : null;
  if (!number) {
    return (
      <span>
        <Trans>Installment {seq}</Trans>
        {planned}
      </span>
    );
  }
  return (
    <span>
      <Trans>
        <Linked number={number} by={ticketLink} />, installment {seq}
      </Trans>
      {planned}
    </span>
  );
}

/** An element of its own, because a translated sentence takes elements, not what they are drawn from. */
function Linked({ number, by }: { number: string; by: TicketLinkTo }) {
  return by(number);
}
