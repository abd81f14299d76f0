import { Plural, Trans } from '@lingui/react/macro';
import type { CompanyDashboard } from '#api/dashboards.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { RelativeDate } from '../../ui/iso-date.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { TicketLink } from '../ticket-link.tsx';
import { waitingListId } from './ticket-overview.tsx';

/** How many tickets wait for an agency's answer, and the one that has waited longest. */
export function WaitingTicketsCard({ dashboard }: { dashboard: CompanyDashboard }) {
  const { waiting_tickets, oldest_waiting_ticket: oldest, today } = dashboard;
  const { count } = waiting_tickets;
  const number = oldest?.ticket_number ?? '';
  return (
    <Card title={<Trans>Waiting on agencies</Trans>} look="plain">
      {oldest ? (
        <>
          <p className="text-heading">
            <Link to={{ hash: waitingListId }} className="hover:underline hover:underline-offset-4">
              <Plural value={count} one="# ticket" other="# tickets" />
            </Link>
          </p>
          <p className="mt-1 text-sm text-ink-soft">
            <Trans>
              Longest:{' '}
              <TicketLink ticketNumber={number}>
                <UserText text={number} />
              </TicketLink>
              , <RelativeDate date={oldest.created_local_date} today={today} />
            </Trans>
            {oldest.agency_name ? (
              <>
                {' · '}
                <UserText text={oldest.agency_name} />
              </>
            ) : null}
          </p>
        </>
      ) : (
        <p className="text-ink-soft">
          <Trans>No ticket waits for an answer.</Trans>
        </p>
      )}
    </Card>
  );
}
