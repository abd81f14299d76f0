import type { CompanyDashboard } from '#api/dashboards.ts';
import type { CompanyCompletionItem } from '#domain/profiles/company-profile.ts';
import type { Completion } from '#domain/profiles/profile.ts';
import { SetUpChecklist } from '../profiles/set-up-checklist.tsx';
import { TicketOverview } from '../tickets/lists/ticket-overview.tsx';

/** The lower part of a company's dashboard: the ticket lists, and what its profile lacks. */
export default function CompanyLists({
  dashboard,
  completion,
  onNewTicket,
}: {
  dashboard: CompanyDashboard;
  completion: Completion<CompanyCompletionItem>;
  onNewTicket: () => void;
}) {
  return (
    <>
      <div className="print:hidden">
        <TicketOverview dashboard={dashboard} onNewTicket={onNewTicket} />
      </div>
      <SetUpChecklist role="company" completion={completion} />
    </>
  );
}
