import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Ticket } from '#api/tickets.ts';
import type { IsoDate as Day } from '#domain/calendar.ts';
import { RelativeDate } from '../../ui/iso-date.tsx';
import { Money } from '../../ui/money.tsx';
import { InvoiceButton } from '../invoice-button.tsx';
import { TicketDescription } from '../ticket-description.tsx';
import { Term } from '../repayment-term.tsx';
import { TicketBadge } from '../ticket-badge.tsx';
import { ticketEndWords } from '../ticket-ends.tsx';
import { TicketLink } from '../ticket-link.tsx';

/** One ticket as the company sees it, words before actions. `faded`: an old one, quieter but as readable (SPEC section 2). */
export function TicketRow({
  ticket,
  today,
  faded = false,
  action,
}: {
  ticket: Ticket;
  today: Day;
  faded?: boolean;
  action?: ReactNode;
}) {
  const { t } = useLingui();
  const {
    ticket_number,
    agency_name,
    description,
    rejection_reason,
    created_local_date,
    closed_as,
  } = ticket;
  return (
    <li
      className={`grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5 border-t border-line py-2.5 ${faded ? 'text-ink-faint' : ''}`}
    >
      <TicketLink
        ticketNumber={ticket_number}
        className="group/link -my-1 inline-block max-w-full justify-self-start rounded-sm py-1"
      >
        <span
          className={`block decoration-1 underline-offset-4 group-hover/link:underline ${faded ? '' : 'font-semibold'}`}
        >
          <bdi translate="no" className="wrap-anywhere">
            {agency_name ?? t`Agency`}
          </bdi>
        </span>{' '}
        <span
          className={`block text-sm tabular-nums underline decoration-line-strong underline-offset-4 group-hover/link:decoration-current ${faded ? '' : 'text-ink-soft'}`}
        >
          <bdi translate="no">{ticket_number}</bdi>
        </span>
      </TicketLink>
      <div className="text-end">
        <p className={faded ? '' : 'font-semibold'}>
          <Money amount={ticket.amount_sar} />
        </p>
        <p className={`text-sm ${faded ? '' : 'text-ink-soft'}`}>
          <Term term={ticket.repayment_term} />
        </p>
      </div>
      {description || rejection_reason || closed_as ? (
        <div className="col-span-full grid gap-1">
          {description ? (
            <TicketDescription text={description} className={faded ? '' : 'text-ink-soft'} />
          ) : null}
          {rejection_reason ? (
            <p className="max-w-prose border-s-2 border-overdue ps-3 text-sm wrap-anywhere">
              <span className="font-medium">
                <Trans>Agency's reason:</Trans>
              </span>{' '}
              <bdi translate="yes" className="whitespace-pre-line">
                {rejection_reason}
              </bdi>
            </p>
          ) : null}
          {closed_as ? <p className="text-sm">{ticketEndWords[closed_as].company}.</p> : null}
        </div>
      ) : null}
      <div className="col-span-full flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <TicketBadge ticket={ticket} />
          <span className={faded ? '' : 'text-ink-soft'}>
            <Trans>
              <span className="sr-only">Requested</span>{' '}
              <RelativeDate date={created_local_date} today={today} />
            </Trans>
          </span>
        </span>
        <span className="-mx-3 flex items-center">
          <InvoiceButton ticket={ticket} />
          {action}
        </span>
      </div>
    </li>
  );
}
