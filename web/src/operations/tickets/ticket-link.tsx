import { Trans } from '@lingui/react/macro';
import type { Ticket } from '#api/tickets.ts';
import { Link } from '../../ui/link.tsx';
import type { Column } from '../../ui/table.tsx';
import { PartyLink } from '../kit/party-link.tsx';
import { consoleTicketPath } from './ticket-path.ts';

/** A ticket's number, which leads to its page in the console. */
export function ConsoleTicketLink({ number }: { number: string }) {
  return (
    <Link to={consoleTicketPath(number)}>
      <bdi translate="no">{number}</bdi>
    </Link>
  );
}

/** The column of a list whose rows name a ticket. */
export const ticketColumn: Column<{ ticket_number: string }> = {
  id: 'ticket',
  header: <Trans>Ticket</Trans>,
  cell: ({ ticket_number }) => <ConsoleTicketLink number={ticket_number} />,
};

/** The columns of a list whose rows hold a ticket: its number, its company and its agency. */
export const ticketWithPartiesColumns: Column<{ ticket: Ticket }>[] = [
  {
    id: 'ticket',
    header: <Trans>Ticket</Trans>,
    cell: ({ ticket }) => <ConsoleTicketLink number={ticket.ticket_number} />,
  },
  {
    id: 'company',
    header: <Trans>Company</Trans>,
    cell: ({ ticket }) => (
      <PartyLink kind="companies" id={ticket.company_id} name={ticket.company_name} />
    ),
  },
  {
    id: 'agency',
    header: <Trans>Agency</Trans>,
    cell: ({ ticket }) => (
      <PartyLink kind="agencies" id={ticket.agency_id} name={ticket.agency_name} />
    ),
  },
];
