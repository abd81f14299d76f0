import { Trans } from '@lingui/react/macro';
import type { AgencyDashboard } from '#api/dashboards.ts';
import type { AgencyCompletionItem } from '#domain/profiles/agency-profile.ts';
import type { Completion } from '#domain/profiles/profile.ts';
import { SetUpTasks } from '../profiles/set-up-tasks.tsx';
import { AgencyTickets } from '../tickets/lists/agency-tickets.tsx';
import { TicketLink } from '../tickets/ticket-link.tsx';
import { UserText } from '../ui/user-text.tsx';

/** The lower part of an agency's dashboard: the ticket lists, and what its profile lacks. */
export default function AgencyLists({
  dashboard,
  completion,
}: {
  dashboard: AgencyDashboard;
  completion: Completion<AgencyCompletionItem>;
}) {
  const { approved_tickets, ticket_history, oldest_waiting_ticket: oldest } = dashboard;
  return (
    <>
      <AgencyTickets dashboard={dashboard} />
      <SetUpTasks
        role="agency"
        completion={completion}
        first={{
          isDone: approved_tickets.count + ticket_history.count > 0,
          title: <Trans>First decision</Trans>,
          minutes: 2,
          way: (
            <p className="text-sm text-ink-soft">
              {oldest ? (
                <Trans>
                  <TicketLink ticketNumber={oldest.ticket_number}>
                    <UserText text={oldest.ticket_number} />
                  </TicketLink>{' '}
                  waits for it.
                </Trans>
              ) : (
                <Trans>A company’s request to you appears here at once.</Trans>
              )}
            </p>
          ),
        }}
      />
    </>
  );
}
