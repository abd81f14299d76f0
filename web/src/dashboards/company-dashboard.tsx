import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { CompanyDashboard } from '#api/dashboards.ts';
import { halalasFromDecimal } from '#domain/money.ts';
import { companyCompletion } from '#domain/profiles/company-profile.ts';
import { RequireRole } from '../accounts/require-role.tsx';
import { SignOutButton } from '../accounts/sign-out-button.tsx';
import { messageOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { AvailableBudgetCard } from '../budget/available-budget-card.tsx';
import { availableOf } from '../budget/budget-state.ts';
import { AssessmentFactors, AssessmentSummary } from '../credit/assessment-details.tsx';
import { CreditScoreCard } from '../credit/credit-score-card.tsx';
import { OverdueNotice } from '../installments/overdue-notice.tsx';
import { PaymentTimeline } from '../installments/payment-timeline.tsx';
import { ProfileBanner } from '../profiles/profile-banner.tsx';
import { ProfileLink } from '../profiles/completion-badge.tsx';
import { ProfileProgress } from '../profiles/profile-progress.tsx';
import { TicketOverview } from '../tickets/ticket-overview.tsx';
import { AppLayout } from '../ui/app-layout.tsx';
import { buttonLook } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { PublicLink } from '../ui/link.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Waiting } from '../ui/skeleton.tsx';
import { toast } from '../ui/toaster.tsx';
import { CompanySkeleton } from './company-skeleton.tsx';

const NewTicketDialog = lazy(() => import('../tickets/new-ticket-dialog.tsx'));

export default function Screen() {
  const { t } = useLingui();
  return (
    <>
      <title>{`${t`Dashboard`} · Hamla`}</title>
      <RequireRole only="company">
        <Dashboard />
      </RequireRole>
    </>
  );
}

function Dashboard() {
  const dashboard = useCompanyDashboard();
  const { data } = dashboard;
  const completion = data ? completionOf(data) : null;
  return (
    <AppLayout
      header={
        <>
          {completion ? <ProfileLink role="company" percent={completion.percent} /> : null}
          <PublicLink to="/" className={buttonLook('quiet', 'small')}>
            <Trans>Home</Trans>
          </PublicLink>
          <SignOutButton />
        </>
      }
      notice={
        completion ? <ProfileBanner role="company" percent={completion.percent} /> : undefined
      }
    >
      <div className="grid items-start gap-x-12 sm:grid-cols-[1fr_minmax(16rem,22rem)]">
        <PageHeader
          title={<Trans>Dashboard</Trans>}
          lead={data?.company.name ? <bdi>{data.company.name}</bdi> : undefined}
        />
        {completion ? (
          <div className="pb-6 sm:pt-11">
            <ProfileProgress role="company" completion={completion} />
          </div>
        ) : null}
      </div>
      {data ? <Content dashboard={data} /> : <Absent dashboard={dashboard} />}
    </AppLayout>
  );
}

/** Everything the screen shows, in one call; a failure is a toast too, and what was shown before stays (SPEC section 8). */
function useCompanyDashboard() {
  const { t } = useLingui();
  const dashboard = useQuery({
    queryKey: queryKeys.companyDashboard,
    queryFn: ({ signal }) => call('company_dashboard', { signal }),
    placeholderData: keepPreviousData,
  });
  const { error } = dashboard;
  useEffect(() => {
    if (!error) return;
    toast.error(messageOf(error, t`The dashboard could not be loaded.`), { id: 'dashboard' });
  }, [error, t]);
  return dashboard;
}

function Absent({ dashboard }: { dashboard: ReturnType<typeof useCompanyDashboard> }) {
  const { t } = useLingui();
  if (!dashboard.error) {
    return (
      <Waiting>
        <CompanySkeleton />
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

/** The cards in SPEC section 2's order; what is overdue stands above them all. */
function Content({ dashboard }: { dashboard: CompanyDashboard }) {
  const newTicket = useNewTicketAddress();
  const assessment = dashboard.credit_assessment;
  return (
    <div className="grid gap-8">
      <OverdueNotice overdue={dashboard.overdue_installments} />
      <PaymentTimeline today={dashboard.today} upcoming={dashboard.upcoming_installments} />
      <div className="grid items-start gap-8 xl:grid-cols-[17rem_1fr]">
        <CreditScoreCard />
        <AvailableBudgetCard
          dashboard={dashboard}
          why={assessment ? <AssessmentSummary assessment={assessment} /> : undefined}
          factors={assessment ? <AssessmentFactors assessment={assessment} /> : undefined}
        />
      </div>
      <TicketOverview dashboard={dashboard} onNewTicket={newTicket.open} />
      {newTicket.isOpen ? (
        <Suspense>
          <NewTicketDialog
            today={dashboard.today}
            available={availableOf(dashboard)}
            onClose={newTicket.close}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** The dialog is part of the address: `?new-ticket` opens it. */
function useNewTicketAddress() {
  const [search, setSearch] = useSearchParams();
  const name = 'new-ticket';
  return {
    isOpen: search.has(name),
    open: () => setSearch({ [name]: '' }, { preventScrollReset: true }),
    close: () => setSearch({}, { replace: true, preventScrollReset: true }),
  };
}

function completionOf({ company }: CompanyDashboard) {
  const revenue_last_6_months = company.revenue_last_6_months?.map(halalasFromDecimal) ?? null;
  return companyCompletion({ ...company, revenue_last_6_months });
}
