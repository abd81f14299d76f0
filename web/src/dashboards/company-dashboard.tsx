import { useLingui } from '@lingui/react/macro';
import type { CompanyDashboard } from '#api/dashboards.ts';
import { companyNextStep } from '#domain/dashboards/company-next-step.ts';
import { RequireRole } from '../accounts/require-role.tsx';
import { AvailableBudgetCard } from '../budget/available-budget-card.tsx';
import { SuspendedBudget } from '../budget/suspended-budget.tsx';
import { CreditScoreCard } from '../credit/credit-score-card.tsx';
import { InDefaultNotice } from '../installments/in-default-notice.tsx';
import { LateNotice } from '../installments/late-notice.tsx';
import { asksForPayment, statesOverdueSum } from '../installments/lateness.ts';
import { OverdueNotice } from '../installments/overdue-notice.tsx';
import { OwedCard } from '../installments/owed-card.tsx';
import { PaymentTimeline } from '../installments/payment-timeline.tsx';
import { profileItemPath } from '../profiles/profile-items.ts';
import { ProfileProgress } from '../profiles/profile-progress.tsx';
import { useNewTicketAddress } from '../tickets/new-ticket/new-ticket-address.ts';
import { ticketNumberLink } from '../tickets/ticket-link.tsx';
import { WaitingTicketsCard } from '../tickets/lists/waiting-tickets-card.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { companyDashboardQuery } from './dashboard-query.ts';
import { DashboardFallback } from './dashboard-fallback.tsx';
import { CompanyNextStepBand } from './company-next-step.tsx';
import { companySituation } from './company-situation.ts';
import { CompanySkeleton } from './company-skeleton.tsx';
import { DashboardHeader, DashboardLayout } from './dashboard-layout.tsx';
import { useDashboard } from './use-dashboard.ts';
import { useAfterDrawing } from './use-after-drawing.ts';

const lists = <div className="min-h-dvh" aria-busy="true" />;

// Loaded later, so that a slow connection shows the first figures sooner.
const CompanyLists = lazyPart(() => import('./company-lists.tsx'), { fallback: lists });
const CreditExplanation = lazyPart(() => import('../credit/assessment-details.tsx'));

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
  const dashboard = useDashboard(companyDashboardQuery);
  const { data } = dashboard;
  const completion = data ? companySituation(data).completion : null;
  return (
    <DashboardLayout role="company" percent={completion?.percent ?? null}>
      {/* A new key with the data: the skeleton is replaced at once instead of being moved. */}
      <DashboardHeader key={data ? 'shown' : 'coming'} name={data?.company.name}>
        {completion ? (
          <div className="w-36 sm:w-72 print:hidden">
            <ProfileProgress percent={completion.percent} />
          </div>
        ) : null}
      </DashboardHeader>
      {data ? (
        <Content dashboard={data} />
      ) : (
        <DashboardFallback dashboard={dashboard} skeleton={<CompanySkeleton />} />
      )}
    </DashboardLayout>
  );
}

/** SPEC's parts in SPEC's order (section 2), after them in each row what the product added. */
function Content({ dashboard }: { dashboard: CompanyDashboard }) {
  const newTicket = useNewTicketAddress();
  const areFiguresDrawn = useAfterDrawing();
  const situation = companySituation(dashboard);
  const { step } = companyNextStep(situation);
  return (
    <div className="grid gap-5">
      <div className="grid gap-3 empty:hidden">
        {step === 'pay_overdue' && asksForPayment(dashboard) ? null : (
          <CompanyNextStepBand situation={situation} newTicketAddress={newTicket.address} />
        )}
        <SuspendedBudget budget={dashboard.budget} ticketLink={ticketNumberLink} />
        <LateNotice dashboard={dashboard} />
        <InDefaultNotice inDefault={dashboard.in_default} ticketLink={ticketNumberLink} />
        <OverdueNotice
          today={dashboard.today}
          overdue={dashboard.overdue_installments}
          hasSum={!statesOverdueSum(dashboard)}
          promise={dashboard.lateness?.promise ?? null}
          ticketLink={ticketNumberLink}
        />
      </div>
      <PaymentTimeline
        today={dashboard.today}
        upcoming={dashboard.upcoming_installments}
        isLineShown={areFiguresDrawn}
        ticketLink={ticketNumberLink}
      />
      <Figures
        dashboard={dashboard}
        isNew={situation.ticket_count === 0}
        isExplained={areFiguresDrawn}
      />
      {areFiguresDrawn ? (
        <CompanyLists
          dashboard={dashboard}
          completion={situation.completion}
          onNewTicket={newTicket.open}
        />
      ) : (
        lists
      )}
    </div>
  );
}

/** The credit score and the available budget as the one large number, beside them the debt and the waiting tickets. */
function Figures({
  dashboard,
  isNew,
  isExplained,
}: {
  dashboard: CompanyDashboard;
  /** It has had no ticket: a phone leaves out what can only be empty. */
  isNew: boolean;
  isExplained: boolean;
}) {
  const { today, credit_assessment, position, next_due, next_owed, overdue_owed } = dashboard;
  return (
    <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[1fr_1.6fr] lg:grid-rows-[auto_1fr] xl:grid-cols-[0.75fr_1.5fr_1fr] print:hidden">
      <CreditScoreCard
        bureau={dashboard.credit_bureau}
        hasCrNumber={dashboard.company.cr_number !== null}
      />
      <div className="lg:row-span-2">
        <AvailableBudgetCard
          dashboard={dashboard}
          revenuePath={profileItemPath('company', 'revenue_last_6_months')}
          why={
            credit_assessment && isExplained ? (
              <CreditExplanation assessment={credit_assessment} />
            ) : undefined
          }
        />
      </div>
      <div className={`lg:max-xl:col-span-2 xl:row-span-2 ${isNew ? 'max-sm:hidden' : ''}`}>
        <OwedCard
          today={today}
          position={position}
          next={next_owed}
          planned={next_owed === null ? next_due : null}
          overdue={overdue_owed}
          ticketLink={ticketNumberLink}
        />
      </div>
      {/* Below the credit score on wide windows; on a phone its list is not far. */}
      <div className="empty:hidden max-sm:hidden lg:col-start-1 lg:row-start-2">
        <WaitingTicketsCard dashboard={dashboard} />
      </div>
    </div>
  );
}
