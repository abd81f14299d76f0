import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AgencyDashboard } from '#api/dashboards.ts';
import type { Role } from '#domain/accounts/roles.ts';
import { agencyCompletion } from '#domain/profiles/agency-profile.ts';
import { RequireRole } from '../accounts/require-role.tsx';
import { SignOutButton } from '../accounts/sign-out-button.tsx';
import { messageOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { ExpectedPayment } from '../payouts/expected-payment.tsx';
import { IbanHint } from '../payouts/iban-hint.tsx';
import { ProfileBanner } from '../profiles/profile-banner.tsx';
import { ProfileLink } from '../profiles/completion-badge.tsx';
import { AgencyTickets } from '../tickets/agency-tickets.tsx';
import { AppLayout } from '../ui/app-layout.tsx';
import { buttonLook } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { PublicLink } from '../ui/link.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Waiting } from '../ui/skeleton.tsx';
import { toast } from '../ui/toaster.tsx';
import { AgencySkeleton } from './agency-skeleton.tsx';

const role: Role = 'agency';

export default function Screen() {
  const { t } = useLingui();
  return (
    <>
      <title>{`${t`Dashboard`} · Hamla`}</title>
      <RequireRole only="agency">
        <Dashboard />
      </RequireRole>
    </>
  );
}

function Dashboard() {
  const dashboard = useAgencyDashboard();
  const { data } = dashboard;
  const percent = data ? agencyCompletion(data.agency).percent : null;
  return (
    <AppLayout
      header={
        <>
          {percent === null ? null : <ProfileLink role={role} percent={percent} />}
          <PublicLink to="/" className={buttonLook('quiet', 'small')}>
            <Trans>Home</Trans>
          </PublicLink>
          <SignOutButton />
        </>
      }
      notice={percent === null ? undefined : <ProfileBanner role={role} percent={percent} />}
    >
      <PageHeader
        title={<Trans>Dashboard</Trans>}
        lead={data?.agency.name ? <bdi>{data.agency.name}</bdi> : undefined}
      />
      {data ? <Content dashboard={data} /> : <Absent dashboard={dashboard} />}
    </AppLayout>
  );
}

/** Everything the screen shows, in one call; a failure is a toast too, and what was shown before stays (SPEC section 8). */
function useAgencyDashboard() {
  const { t } = useLingui();
  const dashboard = useQuery({
    queryKey: queryKeys.agencyDashboard,
    queryFn: ({ signal }) => call('agency_dashboard', { signal }),
  });
  const { error } = dashboard;
  useEffect(() => {
    if (!error) return;
    toast.error(messageOf(error, t`The dashboard could not be loaded.`), { id: 'dashboard' });
  }, [error, t]);
  return dashboard;
}

function Absent({ dashboard }: { dashboard: ReturnType<typeof useAgencyDashboard> }) {
  const { t } = useLingui();
  if (!dashboard.error) {
    return (
      <Waiting>
        <AgencySkeleton />
      </Waiting>
    );
  }
  return (
    <ErrorState
      message={messageOf(dashboard.error, t`The dashboard could not be loaded.`)}
      onRetry={() => void dashboard.refetch()}
    />
  );
}

function Content({ dashboard }: { dashboard: AgencyDashboard }) {
  return (
    <div className="grid gap-10">
      <ExpectedPayment
        expected={dashboard.expected_payouts}
        late={dashboard.late_payouts}
        notice={<IbanHint iban={dashboard.agency.iban} />}
      />
      <div>
        <AgencyTickets dashboard={dashboard} />
      </div>
    </div>
  );
}
