import { Trans } from '@lingui/react/macro';
import type { CompanyDashboard } from '#api/dashboards.ts';
import type { CompanyCompletionItem } from '#domain/profiles/company-profile.ts';
import type { Completion } from '#domain/profiles/profile.ts';
import { SetUpTasks } from '../profiles/set-up-tasks.tsx';
import { TicketOverview } from '../tickets/lists/ticket-overview.tsx';
import { Button } from '../ui/button.tsx';

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
  const { current_tickets, waiting_tickets, old_tickets } = dashboard;
  return (
    <>
      <div className="print:hidden">
        <TicketOverview dashboard={dashboard} onNewTicket={onNewTicket} />
      </div>
      <SetUpTasks
        role="company"
        completion={completion}
        first={{
          isDone: [current_tickets, waiting_tickets, old_tickets].some(({ count }) => count > 0),
          title: <Trans>First ticket</Trans>,
          minutes: 3,
          way: (
            <Button tone="secondary" size="small" onPress={onNewTicket}>
              <Trans>Add New Ticket</Trans>
            </Button>
          ),
        }}
      />
    </>
  );
}
