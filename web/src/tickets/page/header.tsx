import { Trans, useLingui } from '@lingui/react/macro';
import type { Ticket } from '#api/tickets.ts';
import type { Role } from '#domain/accounts/roles.ts';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Money } from '../../ui/money.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { Term } from '../repayment-term.tsx';
import { TicketBadge } from '../ticket-badge.tsx';

/** Which ticket this is, with whom, and the one large figure. */
export function TicketHead({ role, ticket }: { role: Role; ticket: Ticket }) {
  const { t } = useLingui();
  const { ticket_number, amount_sar } = ticket;
  const other =
    role === 'company'
      ? (ticket.agency_name ?? t`Unnamed agency`)
      : (ticket.company_name ?? t`Unnamed company`);
  return (
    <header className="grid gap-x-12 gap-y-5 pt-3 pb-8 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <h1 className="text-heading text-ink-soft">
            <Trans>
              Ticket <UserText text={ticket_number} className="tabular-nums" />
            </Trans>
          </h1>
          <TicketBadge ticket={ticket} />
        </div>
        <p className="text-title mt-2 pb-1.5 wrap-anywhere">
          <bdi translate="no">{other}</bdi>
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 text-ink-soft">
          <span>
            <Trans>
              Requested on <IsoDate date={ticket.created_local_date} />
            </Trans>
          </span>
          <span>
            <Trans>
              Repaid over <Term term={ticket.repayment_term} />
            </Trans>
          </span>
        </p>
      </div>
      <p className={figureSize(amount_sar)}>
        <Money amount={amount_sar} />
      </p>
    </header>
  );
}

/** The one large figure, as large as its digits allow on a narrow screen. */
function figureSize(amount: string): string {
  if (amount.length > 12) return 'text-title max-sm:text-xl';
  return amount.length > 9 ? 'text-display max-sm:text-2xl' : 'text-display max-sm:text-[2.25rem]';
}
