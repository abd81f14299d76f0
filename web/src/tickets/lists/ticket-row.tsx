import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Ticket } from '#api/tickets.ts';
import type { IsoDate as Day } from '#domain/calendar.ts';
import { DownloadButton } from '../../files/save-button.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { RelativeDate } from '../../ui/iso-date.tsx';
import { Money } from '../../ui/money.tsx';
import { TicketDescription } from '../ticket-description.tsx';
import { Term } from '../repayment-term.tsx';
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
  const { ticket_number, agency_name, description, rejection_reason, created_local_date } = ticket;
  return (
    <li
      className={`grid grid-cols-[1fr_auto] items-start gap-x-6 gap-y-2 border-t border-line py-4 lg:grid-cols-[minmax(0,1fr)_11rem_11rem_12rem] ${faded ? 'text-ink-faint' : ''}`}
    >
      <div className="min-w-0">
        <TicketLink
          ticketNumber={ticket_number}
          className="group/link -my-1 inline-block max-w-full rounded-sm py-1"
        >
          <span
            className={`block decoration-1 underline-offset-4 group-hover/link:underline ${faded ? '' : 'font-semibold'}`}
          >
            <bdi className="wrap-anywhere">{agency_name ?? t`Agency`}</bdi>
          </span>{' '}
          <span
            className={`block text-sm tabular-nums underline decoration-line-strong underline-offset-4 group-hover/link:decoration-current ${faded ? '' : 'text-ink-soft'}`}
          >
            <bdi>{ticket_number}</bdi>
          </span>
        </TicketLink>
      </div>
      <div className="text-end lg:order-none">
        <p className={`text-lg ${faded ? '' : 'font-semibold'}`}>
          <Money amount={ticket.amount_sar} />
        </p>
        <p className={`text-sm ${faded ? '' : 'text-ink-soft'}`}>
          <Term term={ticket.repayment_term} />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 max-lg:col-span-2 lg:grid lg:justify-items-start lg:ps-4">
        <StatusBadge status={ticket.status} />
        <span className={`text-sm ${faded ? '' : 'text-ink-soft'}`}>
          <Trans>
            Requested <RelativeDate date={created_local_date} today={today} />
          </Trans>
        </span>
      </div>
      {description || rejection_reason ? (
        <div className="col-span-full grid gap-1 lg:row-start-2">
          {description ? (
            <TicketDescription text={description} className={faded ? '' : 'text-ink-soft'} />
          ) : null}
          {rejection_reason ? (
            <div className="border-s-2 border-overdue ps-3 text-sm">
              <p className="font-medium">
                <Trans>Reason of the agency:</Trans>
              </p>
              <p
                dir="auto"
                className="w-fit max-w-prose text-start whitespace-pre-line wrap-anywhere"
              >
                {rejection_reason}
              </p>
            </div>
          ) : null}
        </div>
      ) : null}
      <div className="flex flex-wrap items-center gap-2 max-lg:col-span-2 max-lg:-ms-3 lg:col-start-4 lg:row-start-1 lg:justify-end">
        <DownloadButton
          store="ticket-invoices"
          path={ticket.invoice_url}
          label={t`Invoice of ${ticket_number}`}
        >
          <Trans>Invoice</Trans>
        </DownloadButton>
        {action}
      </div>
    </li>
  );
}
