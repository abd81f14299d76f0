import { Trans, useLingui } from '@lingui/react/macro';
import type { AgencyDashboard } from '#api/dashboards.ts';
import type { Role } from '#domain/accounts/roles.ts';
import { agencyCompletion, type AgencyCompletionItem } from '#domain/profiles/agency-profile.ts';
import type { Completion } from '#domain/profiles/profile.ts';
import { RequireRole } from '../accounts/require-role.tsx';
import { HomeAndSignOut } from '../accounts/home-and-sign-out.tsx';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { ExpectedPayment } from '../payouts/expected-payment.tsx';
import { IbanHint } from '../payouts/iban-hint.tsx';
import { ProfileBanner } from '../profiles/profile-banner.tsx';
import { ProfileLink } from '../profiles/completion-badge.tsx';
import { SetUpChecklist } from '../profiles/set-up-checklist.tsx';
import { AgencyTickets } from '../tickets/agency-tickets.tsx';
import { TicketLink } from '../tickets/ticket-link.tsx';
import { AppLayout } from '../ui/app-layout.tsx';
import { Link } from '../ui/link.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ScreenTitle } from '../ui/screen-title.tsx';
import { Absent } from './absent.tsx';
import { AgencyNextStepPanel, asksForIban, nextStepOf } from './agency-next-step.tsx';
import { AgencySkeleton, ColumnsSkeleton } from './agency-skeleton.tsx';
import { SuspendedAgency } from './suspended-agency.tsx';
import { useDashboard } from './use-dashboard.ts';
import { useLaterSlices } from './use-later-slices.ts';

const role: Role = 'agency';

export default function Screen() {
  const { t } = useLingui();
  return (
    <>
      <ScreenTitle name={t`Dashboard`} />
      <RequireRole only="agency">
        <Dashboard />
      </RequireRole>
    </>
  );
}

function Dashboard() {
  const dashboard = useDashboard(queryKeys.agencyDashboard, (signal) =>
    call('agency_dashboard', { signal }),
  );
  const { data } = dashboard;
  const completion = data ? agencyCompletion(data.agency) : null;
  return (
    <AppLayout
      header={
        <>
          {completion ? <ProfileLink role={role} percent={completion.percent} /> : null}
          <HomeAndSignOut />
        </>
      }
      notice={completion ? <ProfileBanner role={role} percent={completion.percent} /> : undefined}
    >
      {/* Drawn anew with the data: what was there while it was on its way gives way instead of being pushed about. */}
      <PageHeader
        key={data ? 'shown' : 'coming'}
        title={<Trans>Dashboard</Trans>}
        lead={data?.agency.name ? <bdi>{data.agency.name}</bdi> : undefined}
        actions={
          <Link to="/account-statement" className="text-link inline-flex min-h-9 items-center">
            <Trans>Statement of account</Trans>
          </Link>
        }
      />
      {data && completion ? (
        <Content dashboard={data} completion={completion} />
      ) : (
        <Absent dashboard={dashboard} skeleton={<AgencySkeleton />} />
      )}
    </AppLayout>
  );
}

/** What to decide and when the money comes, side by side; then what is missing, and every ticket (SPEC section 2). */
function Content({
  dashboard,
  completion,
}: {
  dashboard: AgencyDashboard;
  completion: Completion<AgencyCompletionItem>;
}) {
  const { waiting_tickets, approved_tickets, ticket_history } = dashboard;
  const next = nextStepOf(dashboard, completion);
  const isWhole = useLaterSlices(1) > 0;
  const isNew = waiting_tickets.count + approved_tickets.count + ticket_history.count === 0;
  return (
    <div className="grid gap-10">
      <SuspendedAgency suspension={dashboard.suspension} />
      <div className="grid gap-4 lg:grid-cols-[1fr_1.25fr] lg:gap-6">
        <AgencyNextStepPanel next={next} today={dashboard.today} />
        <ExpectedPayment
          expected={dashboard.expected_payouts}
          late={dashboard.late_payouts}
          payee={dashboard.agency.name}
          today={dashboard.today}
          ticketLink={ticketLink}
          account={dashboard.agency.payment_account}
          notice={
            asksForIban(next) ? null : <IbanHint account={dashboard.agency.payment_account} />
          }
        />
      </div>
      {isWhole ? (
        <>
          <SetUpChecklist role={role} completion={completion} isOpen={isNew} />
          <AgencyTickets dashboard={dashboard} />
        </>
      ) : (
        <div aria-busy="true">
          <ColumnsSkeleton />
        </div>
      )}
    </div>
  );
}

/** For the payouts' table, which lies below the tickets and cannot know their pages. */
function ticketLink(ticketNumber: string) {
  return (
    <TicketLink ticketNumber={ticketNumber} className="text-link tabular-nums">
      <bdi>{ticketNumber}</bdi>
    </TicketLink>
  );
}
