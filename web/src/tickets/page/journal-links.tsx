import { Trans } from '@lingui/react/macro';
import type { TicketDetails } from '#api/tickets.ts';
import { Link } from '../../ui/link.tsx';

/** Where the figures of a ticket that has been paid out are followed to their lines in the reader's account. */
export function TicketLines({ details: { ticket, today, story } }: { details: TicketDetails }) {
  if (!story.some(({ kind }) => kind === 'paid_out')) return null;
  const lines = new URLSearchParams({
    ticket: ticket.ticket_number,
    from: ticket.created_local_date,
    to: today,
  });
  return (
    <p className="mt-4 print:hidden">
      <Link
        to={`/account-statement?${lines}`}
        className="text-link inline-flex min-h-9 items-center"
      >
        <Trans>See each entry in your statement of account</Trans>
      </Link>
    </p>
  );
}
