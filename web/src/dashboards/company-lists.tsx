import type { CompanyDashboard } from '#api/dashboards.ts';
import { InDefaultNotice } from '../installments/in-default-notice.tsx';
import { OverdueNotice } from '../installments/overdue-notice.tsx';
import { PaymentTimeline } from '../installments/payment-timeline.tsx';
import { SetUpChecklist } from '../profiles/set-up-checklist.tsx';
import { TicketOverview } from '../tickets/lists/ticket-overview.tsx';
import { ticketNumberLink } from '../tickets/ticket-link.tsx';
import { companySituation } from './company-situation.ts';
import { useAfterDrawing } from './use-after-drawing.ts';

/** The lower part of a company's dashboard: installments and ticket lists. */
export default function CompanyLists({
  dashboard,
  isSettingUp,
  onNewTicket,
}: {
  dashboard: CompanyDashboard;
  isSettingUp: boolean;
  onNewTicket: () => void;
}) {
  const { today } = dashboard;
  const isTimelineDrawn = useAfterDrawing('timeline');
  return (
    <>
      <SetUpChecklist
        role="company"
        completion={companySituation(dashboard).completion}
        isOpen={isSettingUp}
      />
      <InDefaultNotice inDefault={dashboard.in_default} ticketLink={ticketNumberLink} />
      <OverdueNotice
        today={today}
        overdue={dashboard.overdue_installments}
        promise={dashboard.lateness?.promise ?? null}
        ticketLink={ticketNumberLink}
      />
      <PaymentTimeline
        today={today}
        upcoming={dashboard.upcoming_installments}
        ticketLink={ticketNumberLink}
      />
      {isTimelineDrawn ? (
        <div className="print:hidden">
          <TicketOverview dashboard={dashboard} onNewTicket={onNewTicket} />
        </div>
      ) : (
        <div className="min-h-dvh" aria-busy="true" />
      )}
    </>
  );
}
