import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import type { CompanyDashboard } from '#api/dashboards.ts';
import { companyNextStep } from '#domain/dashboards/company-next-step.ts';
import { RequireRole } from '../accounts/require-role.tsx';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { AvailableBudgetCard } from '../budget/available-budget-card.tsx';
import { requestableOf } from '../budget/budget-state.ts';
import { SuspendedBudget } from '../budget/suspended-budget.tsx';
import { CreditExplanation } from '../credit/assessment-details.tsx';
import { CreditScoreCard } from '../credit/credit-score-card.tsx';
import { InDefaultNotice } from '../installments/in-default-notice.tsx';
import { LateNotice } from '../installments/late-notice.tsx';
import { OwedCard } from '../installments/owed-card.tsx';
import { OverdueNotice } from '../installments/overdue-notice.tsx';
import { PaymentTimeline } from '../installments/payment-timeline.tsx';
import { profileItemPath } from '../profiles/profile-items.ts';
import { ProfileProgress } from '../profiles/profile-progress.tsx';
import { SetUpChecklist } from '../profiles/set-up-checklist.tsx';
import { ticketNumberLink } from '../tickets/ticket-link.tsx';
import { TicketOverview } from '../tickets/lists/ticket-overview.tsx';
import { WaitingTicketsCard } from '../tickets/lists/waiting-tickets-card.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { useOnFirstActivity } from '../ui/run-when-idle.ts';
import { DashboardFallback } from './dashboard-fallback.tsx';
import { CompanyNextStepBand } from './company-next-step.tsx';
import { companySituation } from './company-situation.ts';
import { CompanySkeleton, TimelineSkeleton } from './company-skeleton.tsx';
import { DashboardHeader, DashboardLayout } from './dashboard-layout.tsx';
import { useDashboard } from './use-dashboard.ts';
import { useProgressiveRendering } from './use-progressive-rendering.ts';

const loadNewTicket = () => import('../tickets/new-ticket/new-ticket-dialog.tsx');
const NewTicketDialog = lazy(loadNewTicket);

export default function CompanyDashboardScreen() {
  const { t } = useLingui();
  return (
    <>
      <DocumentTitle name={t`Dashboard`} />
      <RequireRole only="company">
        <Dashboard />
      </RequireRole>
    </>
  );
}

function Dashboard() {
  const dashboard = useDashboard(queryKeys.companyDashboard, (signal) =>
    call('company_dashboard', { signal }),
  );
  const { data } = dashboard;
  const completion = data ? companySituation(data).completion : null;
  return (
    <DashboardLayout role="company" percent={completion?.percent ?? null}>
      {/* Drawn anew with the data: what was there while it was on its way gives way instead of being pushed about. */}
      <div
        key={data ? 'shown' : 'coming'}
        className="grid items-end gap-x-12 sm:grid-cols-[1fr_minmax(16rem,22rem)]"
      >
        <DashboardHeader name={data?.company.name} />
        {completion ? (
          <div className="pb-6 print:hidden">
            <ProfileProgress percent={completion.percent} />
          </div>
        ) : null}
      </div>
      {data ? (
        <Content dashboard={data} />
      ) : (
        <DashboardFallback dashboard={dashboard} skeleton={<CompanySkeleton />} />
      )}
    </DashboardLayout>
  );
}

/** What to do next, what can be spent, what is owed and who is waited for; then the whole of it (SPEC section 2). */
function Content({ dashboard }: { dashboard: CompanyDashboard }) {
  const newTicket = useNewTicketAddress();
  useOnFirstActivity(loadNewTicket);
  const slices = useProgressiveRendering(2);
  const { today } = dashboard;
  const situation = companySituation(dashboard);
  const { step } = companyNextStep(situation);
  const isSettingUp = step === 'add_revenue' || step === 'add_documents';
  return (
    <div className="grid gap-8">
      <div className="grid gap-4">
        <SuspendedBudget budget={dashboard.budget} ticketLink={ticketNumberLink} />
        <LateNotice dashboard={dashboard} ticketLink={ticketNumberLink} />
        <CompanyNextStepBand situation={situation} newTicketAddress={newTicket.address} />
        <Overview dashboard={dashboard} />
      </div>
      {slices > 0 ? (
        <>
          <SetUpChecklist role="company" completion={situation.completion} isOpen={isSettingUp} />
          <InDefaultNotice inDefault={dashboard.in_default} ticketLink={ticketNumberLink} />
          <OverdueNotice
            today={today}
            overdue={dashboard.overdue_installments}
            ticketLink={ticketNumberLink}
          />
          <PaymentTimeline
            today={today}
            upcoming={dashboard.upcoming_installments}
            ticketLink={ticketNumberLink}
          />
          {slices > 1 ? (
            <div className="print:hidden">
              <TicketOverview
                dashboard={dashboard}
                onNewTicket={newTicket.open}
                onNewTicketIntent={() => void loadNewTicket()}
              />
            </div>
          ) : (
            <div className="min-h-dvh" aria-busy="true" />
          )}
        </>
      ) : (
        <div aria-busy="true">
          <TimelineSkeleton />
        </div>
      )}
      {newTicket.isOpen ? (
        <Suspense>
          <NewTicketDialog
            today={today}
            available={requestableOf(dashboard)}
            dashboard={dashboard}
            onClose={newTicket.close}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** The one large number, and beside it what is owed and who is waited for. */
function Overview({ dashboard }: { dashboard: CompanyDashboard }) {
  const { today, credit_assessment, position, next_due, next_owed, overdue_owed } = dashboard;
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[1.6fr_1fr] print:hidden">
      <AvailableBudgetCard
        dashboard={dashboard}
        revenuePath={profileItemPath('company', 'revenue_last_6_months')}
        why={credit_assessment ? <CreditExplanation assessment={credit_assessment} /> : undefined}
      />
      <div className="grid content-start gap-6 sm:grid-cols-2 lg:grid-cols-1">
        <div className="sm:col-span-2 lg:col-span-1">
          <OwedCard
            today={today}
            position={position}
            next={next_owed}
            planned={next_owed === null ? next_due : null}
            overdue={overdue_owed}
            ticketLink={ticketNumberLink}
          />
        </div>
        <WaitingTicketsCard dashboard={dashboard} />
        <CreditScoreCard />
      </div>
    </div>
  );
}

/** The dialog is part of the address: `?new-ticket` opens it. */
function useNewTicketAddress() {
  const [search, setSearch] = useSearchParams();
  const name = 'new-ticket';
  return {
    address: `?${name}`,
    isOpen: search.has(name),
    open: () => setSearch({ [name]: '' }, { preventScrollReset: true }),
    close: () => setSearch({}, { replace: true, preventScrollReset: true }),
  };
}
