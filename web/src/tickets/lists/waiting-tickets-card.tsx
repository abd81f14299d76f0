import { Plural, Trans } from '@lingui/react/macro';
import type { CompanyDashboard } from '#api/dashboards.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { RelativeDate } from '../../ui/iso-date.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { TicketLink } from '../ticket-link.tsx';

/** Where the list of tickets that wait for their agencies begins on the dashboard. */
export const waitingListId = 'waiting-approval';

/** How many tickets wait for an agency's answer, and the one that has waited longest. */
export function WaitingTicketsCard({ dashboard }: { dashboard: CompanyDashboard }) {
  const { waiting_tickets, oldest_waiting_ticket: oldest, today } = dashboard;
  const { count } = waiting_tickets;
  const number = oldest?.ticket_number ?? '';
  return (
    <Card title={<Trans>Waiting on agencies</Trans>} look="plain" small>
      {oldest ? (
        <>
          <p>
            <Link
              to={{ hash: waitingListId }}
              className="font-medium underline decoration-line-strong underline-offset-4 hover:decoration-current"
            >
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
          <Trans>No tickets are waiting for an answer.</Trans>
        </p>
      )}
    </Card>
  );
}
