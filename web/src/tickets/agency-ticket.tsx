import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Ticket } from '#api/tickets.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import { serviceFee } from '#domain/payouts/service-fee.ts';
import { DownloadButton } from '../files/download-button.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { IsoDate } from '../ui/iso-date.tsx';
import { Money } from '../ui/money.tsx';
import { Description } from './description.tsx';
import { Term } from './term.tsx';

/** One ticket as the agency sees it; `actions` belong to a waiting one. */
export function AgencyTicket({ ticket, actions }: { ticket: Ticket; actions?: ReactNode }) {
  const { t } = useLingui();
  const { ticket_number } = ticket;
  const net = serviceFee(halalasFromDecimal(ticket.amount_sar)).net_halalas;
  const paysOut = ticket.status !== 'Rejected' && ticket.status !== 'Closed';
  return (
    <article
      aria-label={t`Ticket ${ticket_number}`}
      className="grid gap-3 rounded-md border border-line bg-raised p-4 sm:p-5"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-ink-soft">
        <span className="tabular-nums">
          <bdi className="font-medium">{ticket_number}</bdi>
          <span aria-hidden="true"> · </span>
          <IsoDate date={ticket.created_local_date} />
        </span>
        {actions ? null : <StatusBadge status={ticket.status} />}
      </header>
      <div>
        <h3 className="font-semibold wrap-anywhere">
          <bdi>{ticket.company_name ?? t`A company without a name yet`}</bdi>
        </h3>
        <p
          className={`mt-1 font-semibold ${paysOut ? 'text-2xl' : 'text-lg text-ink-soft'} tracking-tight`}
        >
          <Money amount={ticket.amount_sar} />
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-ink-soft">
          {paysOut ? (
            <span className="text-ink">
              <Trans>
                You receive <Money amount={decimalFromHalalas(net)} />
              </Trans>
            </span>
          ) : null}
          <span>
            <Trans>
              Repaid over <Term term={ticket.repayment_term} />
            </Trans>
          </span>
        </p>
      </div>
      {ticket.status === 'Rejected' ? <RejectionReason reason={ticket.rejection_reason} /> : null}
      {ticket.description ? (
        <Description text={ticket.description} className="text-ink-soft" />
      ) : null}
      <footer className="-ms-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <DownloadButton
          store="ticket-invoices"
          path={ticket.invoice_url}
          label={t`Invoice of ${ticket_number}`}
        >
          <Trans>Invoice</Trans>
        </DownloadButton>
        {actions}
      </footer>
    </article>
  );
}

function RejectionReason({ reason }: { reason: string | null }) {
  return (
    <div className="border-s-2 border-overdue ps-3 text-sm">
      <p className="eyebrow">
        <Trans>Rejection reason</Trans>
      </p>
      {reason ? (
        <p dir="auto" className="text-start whitespace-pre-line wrap-anywhere">
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
