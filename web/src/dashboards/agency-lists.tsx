import type { AgencyDashboard } from '#api/dashboards.ts';
import type { AgencyCompletionItem } from '#domain/profiles/agency-profile.ts';
import type { Completion } from '#domain/profiles/profile.ts';
import { SetUpChecklist } from '../profiles/set-up-checklist.tsx';
import { AgencyTickets } from '../tickets/lists/agency-tickets.tsx';

/** The lower part of an agency's dashboard: the set-up checklist and the ticket lists. */
export default function AgencyLists({
  dashboard,
  completion,
}: {
  dashboard: AgencyDashboard;
  completion: Completion<AgencyCompletionItem>;
}) {
  const { waiting_tickets, approved_tickets, ticket_history } = dashboard;
  const isNew = waiting_tickets.count + approved_tickets.count + ticket_history.count === 0;
  return (
    <>
      <SetUpChecklist role="agency" completion={completion} isOpen={isNew} />
      <AgencyTickets dashboard={dashboard} />
    </>
  );
}
