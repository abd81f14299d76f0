import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Ticket } from '#api/tickets.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import { serviceFee } from '#domain/payouts/service-fee.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { RelativeDate } from '../../ui/iso-date.tsx';
import { Money } from '../../ui/money.tsx';
import { InvoiceButton } from '../invoice-button.tsx';
import { TicketDescription } from '../ticket-description.tsx';
import { Term } from '../repayment-term.tsx';
import { ticketEndWords } from '../ticket-ends.tsx';
import { TicketLink } from '../ticket-link.tsx';

interface AgencyTicketProps {
  ticket: Ticket;
  /** The Riyadh date. */
  today: string;
}

/** A ticket that waits for the agency's answer, with all that the answer needs. */
export function WaitingTicket({
  ticket,
  today,
  children,
}: AgencyTicketProps & {
  /** The answers. */
  children: ReactNode;
}) {
  const { t } = useLingui();
  const { ticket_number } = ticket;
  return (
    <article
      aria-label={t`Ticket ${ticket_number}`}
      className="grid gap-3 rounded-md border border-line bg-raised p-4 sm:p-5"
    >
      <NumberAndDay ticket={ticket} today={today} />
      <div>
        <CompanyName ticket={ticket} />
        <p className="mt-1 text-2xl font-semibold tracking-tight">
          <Money amount={ticket.amount_sar} />
        </p>
        <Terms ticket={ticket} />
      </div>
      {ticket.description ? (
        <TicketDescription text={ticket.description} className="text-ink-soft" />
      ) : null}
      <footer className="-ms-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <InvoiceButton ticket={ticket} />
        {children}
      </footer>
    </article>
  );
}

/** A ticket that was answered: the rest of it stands on its own page. */
export function AnsweredTicket({ ticket, today }: AgencyTicketProps) {
  const { t } = useLingui();
  const { ticket_number, status } = ticket;
  const paysOut = status !== 'Rejected' && status !== 'Closed';
  return (
    <article
      aria-label={t`Ticket ${ticket_number}`}
      className={`grid gap-1.5 border-b border-line pt-1 pb-4 ${paysOut ? '' : 'text-ink-soft'}`}
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <NumberAndDay ticket={ticket} today={today} />
        <StatusBadge status={status} />
      </header>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <CompanyName ticket={ticket} />
        <p className="font-semibold">
          <Money amount={ticket.amount_sar} />
        </p>
      </div>
      {paysOut ? <Terms ticket={ticket} /> : null}
      {ticket.closed_as ? (
        <p className="text-sm">{ticketEndWords[ticket.closed_as].agency}.</p>
      ) : null}
      {status === 'Rejected' ? <RejectionReason reason={ticket.rejection_reason} /> : null}
    </article>
  );
}

function NumberAndDay({ ticket: { ticket_number, created_local_date }, today }: AgencyTicketProps) {
  return (
    <p className="text-sm text-ink-soft">
      <TicketLink
        ticketNumber={ticket_number}
        className="inline-flex min-h-6 items-center font-semibold text-ink tabular-nums underline decoration-line-strong underline-offset-4 hover:text-palm hover:decoration-current"
      >
        <bdi translate="no">{ticket_number}</bdi>
      </TicketLink>{' '}
      <span aria-hidden="true">·</span> <RelativeDate date={created_local_date} today={today} />
    </p>
  );
}

function CompanyName({ ticket: { company_name } }: { ticket: Ticket }) {
  const { t } = useLingui();
  return (
    <h3 className="font-semibold wrap-anywhere">
      <bdi translate="no">{company_name ?? t`Unnamed company`}</bdi>
    </h3>
  );
}

/** What the agency receives, and over how long the company repays. */
function Terms({ ticket: { amount_sar, repayment_term } }: { ticket: Ticket }) {
  const net = serviceFee(halalasFromDecimal(amount_sar)).net_halalas;
  return (
    <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-ink-soft">
      <span className="text-ink">
        <Trans>
          You receive <Money amount={decimalFromHalalas(net)} />
        </Trans>
      </span>
      <span>
        <Trans>
          Repaid over <Term term={repayment_term} />
        </Trans>
      </span>
    </p>
  );
}

function RejectionReason({ reason }: { reason: string | null }) {
  return (
    <div className="border-s-2 border-overdue ps-3 text-sm">
      <p className="eyebrow">
        <Trans>Rejection reason</Trans>
      </p>
      {reason ? (
        <p dir="auto" className="w-fit text-start whitespace-pre-line wrap-anywhere">
          {reason}
        </p>
      ) : (
        <p className="text-ink-soft">
          <Trans>No reason was given.</Trans>
        </p>
      )}
    </div>
  );
}
