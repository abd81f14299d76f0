import { Plural, Trans } from '@lingui/react/macro';
import type { CompanyDashboard } from '#api/dashboards.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { RelativeDate } from '../../ui/iso-date.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { TicketLink } from '../ticket-link.tsx';

/** Where the list of tickets that wait for their agencies begins on the dashboard. */
export const waitingListId = 'waiting-approval';

/** How many tickets wait for an agency's answer, and the one that has waited longest; nothing while none waits. */
export function WaitingTicketsCard({ dashboard }: { dashboard: CompanyDashboard }) {
  const { waiting_tickets, oldest_waiting_ticket: oldest, today } = dashboard;
  if (!oldest) return null;
  const { count } = waiting_tickets;
  const { ticket_number: number, agency_name } = oldest;
  return (
    <Card
      title={<Trans>Waiting on agencies</Trans>}
      look="plain"
      small
      aside={
        <Link to={{ hash: waitingListId }} className="text-link">
          <Plural value={count} one="# ticket" other="# tickets" />
        </Link>
      }
    >
      <p className="text-sm text-ink-soft">
        <Trans>
          Longest:{' '}
          <TicketLink ticketNumber={number}>
            <UserText text={number} />
          </TicketLink>
          , <RelativeDate date={oldest.created_local_date} today={today} />
        </Trans>
        {agency_name ? (
          <>
            {' · '}
            <UserText text={agency_name} />
          </>
        ) : null}
      </p>
    </Card>
  );
}
