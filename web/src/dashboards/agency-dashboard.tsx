import { useLingui } from '@lingui/react/macro';
import type { AgencyDashboard } from '#api/dashboards.ts';
import { agencyCompletion, type AgencyCompletionItem } from '#domain/profiles/agency-profile.ts';
import type { Completion } from '#domain/profiles/profile.ts';
import { RequireRole } from '../accounts/require-role.tsx';
import { ExpectedPayment } from '../payouts/expected-payment.tsx';
import { IbanHint } from '../payouts/iban-hint.tsx';
import { ticketNumberLink } from '../tickets/ticket-link.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { agencyDashboardQuery } from './dashboard-query.ts';
import { DashboardFallback } from './dashboard-fallback.tsx';
import { AgencyNextStepPanel, asksForIban, nextStepOf } from './agency-next-step.tsx';
import { AgencySkeleton, ColumnsSkeleton } from './agency-skeleton.tsx';
import { DashboardHeader, DashboardLayout } from './dashboard-layout.tsx';
import { HeldName, SuspendedAgency } from './suspended-agency.tsx';
import { useDashboard } from './use-dashboard.ts';
import { useAfterDrawing } from './use-after-drawing.ts';

// Loaded later, so that a slow connection shows the first figures sooner.
const lists = (
  <div aria-busy="true">
    <ColumnsSkeleton />
  </div>
);
const AgencyLists = lazyPart(() => import('./agency-lists.tsx'), { fallback: lists });

export default function AgencyDashboardScreen() {
  const { t } = useLingui();
  return (
    <>
      <DocumentTitle name={t`Dashboard`} />
      <RequireRole only="agency">
        <Dashboard />
      </RequireRole>
    </>
  );
}

function Dashboard() {
  const dashboard = useDashboard(agencyDashboardQuery);
  const { data } = dashboard;
  const completion = data ? agencyCompletion(data.agency) : null;
  return (
    <DashboardLayout role="agency" percent={completion?.percent ?? null}>
      {/* A new key with the data: the skeleton is replaced at once instead of being moved. */}
      <DashboardHeader key={data ? 'shown' : 'coming'} name={data?.agency.name} />
      {data && completion ? (
        <Content dashboard={data} completion={completion} />
      ) : (
        <DashboardFallback dashboard={dashboard} skeleton={<AgencySkeleton />} />
      )}
    </DashboardLayout>
  );
}

/** When the money comes and beside it what to do next; then what is missing, and every ticket (SPEC section 2). */
function Content({
  dashboard,
  completion,
}: {
  dashboard: AgencyDashboard;
  completion: Completion<AgencyCompletionItem>;
}) {
  const next = nextStepOf(dashboard, completion);
  const areFiguresDrawn = useAfterDrawing();
  return (
    <div className="grid gap-6 sm:gap-10">
      <SuspendedAgency suspension={dashboard.suspension} />
      {dashboard.is_name_held ? <HeldName /> : null}
      <div className="grid gap-4 lg:grid-cols-[1.25fr_1fr] lg:gap-6">
        <ExpectedPayment
          expected={dashboard.expected_payouts}
          late={dashboard.late_payouts}
          released={dashboard.released_payouts}
          payee={dashboard.agency.name}
          today={dashboard.today}
          ticketLink={ticketNumberLink}
          account={dashboard.agency.payment_account}
          notice={
            asksForIban(next) ? null : <IbanHint account={dashboard.agency.payment_account} />
          }
        />
        <AgencyNextStepPanel next={next} today={dashboard.today} />
      </div>
      {areFiguresDrawn ? <AgencyLists dashboard={dashboard} completion={completion} /> : lists}
    </div>
  );
}
