import type { AgencyDashboard } from '#api/dashboards.ts';
import type { AgencyCompletionItem } from '#domain/profiles/agency-profile.ts';
import type { Completion } from '#domain/profiles/profile.ts';
import { SetUpChecklist } from '../profiles/set-up-checklist.tsx';
import { AgencyTickets } from '../tickets/lists/agency-tickets.tsx';

/** The lower part of an agency's dashboard: the ticket lists, and what its profile lacks. */
export default function AgencyLists({
  dashboard,
  completion,
}: {
  dashboard: AgencyDashboard;
  completion: Completion<AgencyCompletionItem>;
}) {
  return (
    <>
      <AgencyTickets dashboard={dashboard} />
      <SetUpChecklist role="agency" completion={completion} />
    </>
  );
}
