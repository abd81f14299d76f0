import { Trans } from '@lingui/react/macro';
import { Link } from '../../ui/link.tsx';
import type { Column } from '../../ui/table.tsx';
import { consoleTicketPath } from './ticket-path.ts';

/** A ticket's number, which leads to its page at the desk. */
export function ConsoleTicketLink({ number }: { number: string }) {
  return (
    <Link to={consoleTicketPath(number)}>
      <bdi>{number}</bdi>
    </Link>
  );
}

/** The column of a list whose rows name a ticket. */
export const ticketColumn: Column<{ ticket_number: string }> = {
  id: 'ticket',
  header: <Trans>Ticket</Trans>,
  cell: ({ ticket_number }) => <ConsoleTicketLink number={ticket_number} />,
};
