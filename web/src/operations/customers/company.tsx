import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router';
import type { CompanyPosition } from '#api/installments.ts';
import type { CompanyAssessment } from '#api/operations-companies.ts';
import { sumHalalas, halalasFromDecimal, decimalFromHalalas } from '#domain/money.ts';
import { call } from '../../api/call.ts';
import { PartyAccountStatement } from '../../documents/party-account-statement.tsx';
import { BudgetBadge } from './budget-badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { BackLink, Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { AccountSecurity } from '../accounts/account-security.tsx';
import { OpenApprovals } from '../approvals/approval.tsx';
import { Assessment, Assessments } from './credit-assessment.tsx';
import { BudgetActions } from './budget-decision.tsx';
import { Decisions } from './budget-history.tsx';
import { MoneyOrNone } from './companies.tsx';
import { Documents } from './uploaded-documents.tsx';
import { linesPath } from '../ledger/journal-filters.ts';
import { QueryResult } from '../kit/query-result.tsx';
import { ConsoleTicketLink } from '../tickets/ticket-link.tsx';
import { useConsoleQuery } from '../kit/use-console-query.ts';

/** One company as staff see it: its budget and what may be decided, how it was assessed, its papers. */
export default function Company() {
  const { t } = useLingui();
  const { companyId = '' } = useParams();
  const answer = useConsoleQuery(['company', companyId], (signal) =>
    call('read_company_assessment', { params: { id: companyId }, signal }),
  );
  const name = answer.data?.company.name;
  return (
    <>
      <DocumentTitle name={`${name ?? t`Company`} · ${t`Operations`}`} />
      <PageHeader
        title={name ? <UserText text={name} /> : <Trans>Company</Trans>}
        lead={answer.data ? <BudgetBadge status={answer.data.budget.budget_status} /> : undefined}
        back={
          <BackLink to="/operations/companies">
            <Trans>Companies</Trans>
          </BackLink>
        }
        actions={answer.data ? <BudgetActions details={answer.data} /> : undefined}
      />
      <QueryResult
        answer={answer}
        missing={<EmptyState title={<Trans>There is no such company.</Trans>} />}
      >
        {(details) => <Content details={details} now={new Date(answer.dataUpdatedAt)} />}
      </QueryResult>
    </>
  );
}

function Content({ details, now }: { details: CompanyAssessment; now: Date }) {
  const { company, assessment } = details;
  return (
    <div className="grid gap-12">
      <OpenApprovals requests={details.approval_requests} now={now} />
      <BudgetNotice details={details} />
      <div className="grid gap-6">
        <BudgetInUse details={details} />
        <PositionFacts position={details.position} />
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          <Link to={`/operations/payments?company=${company.id}`}>
            <Trans>Payments</Trans>
          </Link>
          <Link to={linesPath({ company: company.id })}>
            <Trans>Journal entries</Trans>
          </Link>
        </p>
      </div>
      {details.to_recover_amount === '0.00' ? null : (
        <Notice tone="warn" title={<Trans>This company owes a refund back.</Trans>}>
          <p>
            <Trans>
              <Money amount={details.to_recover_amount} /> was refunded from payments that the bank
              took back afterwards. The company's next payments return it.
            </Trans>{' '}
            <Link to={`/operations/payments?list=owed_back&company=${company.id}`}>
              <Trans>The payments</Trans>
            </Link>
          </p>
        </Notice>
      )}
      <Card look="plain" title={<Trans>Credit assessment</Trans>}>
        {assessment ? (
          <Assessment assessment={assessment} />
        ) : (
          <EmptyState title={<Trans>No analysis has been made yet.</Trans>}>
            <Trans>It is made by itself when the company saves its profile.</Trans>
          </EmptyState>
        )}
      </Card>
      <Decisions companyId={details.company.id} decisions={details.decisions} />
      <Assessments assessments={details.assessments} />
      <Card look="plain" title={<Trans>Documents</Trans>}>
        <Documents documents={details.documents} />
      </Card>
      <PartyAccountStatement of={{ company_id: company.id }} />
      <Profile details={details} />
      <AccountSecurity userId={company.user_id} name={company.name ?? '—'} />
    </div>
  );
}

/** What the company owes and is owed, by the same amounts that its own screens show; of what is not owed only what there is. */
function PositionFacts({ position }: { position: CompanyPosition }) {
  const amounts = [
    { id: 'owed', label: <Trans>Owed</Trans>, amount: position.owed_sar },
    { id: 'overdue', label: <Trans>Of it overdue</Trans>, amount: position.overdue_sar },
    {
      id: 'due_soon',
      label: <Trans>Of it due within 7 days</Trans>,
      amount: position.due_soon_sar,
    },
    { id: 'later', label: <Trans>Of it due later</Trans>, amount: position.later_sar },
    {
      id: 'being_checked',
      label: <Trans>Reported and being checked</Trans>,
      amount: position.being_checked_sar,
    },
    { id: 'planned', label: <Trans>Planned, not owed yet</Trans>, amount: position.planned_sar },
    { id: 'in_default', label: <Trans>In default</Trans>, amount: position.in_default_sar },
    { id: 'refund_due', label: <Trans>Refund owed back</Trans>, amount: position.refund_due_sar },
    { id: 'credit', label: <Trans>Credit</Trans>, amount: position.credit_sar },
  ].filter(({ id, amount }) => id === 'owed' || amount !== '0.00');
  return (
    <DescriptionList
      facts={amounts.map(({ id, label, amount }) => ({
        id,
        label,
        value: <Money amount={amount} />,
      }))}
    />
  );
}

/** What is not as usual with the budget: a suspension, a proposal, an amount that nobody has confirmed. */
function BudgetNotice({ details }: { details: CompanyAssessment }) {
  const { budget, proposed_budget, needs_decision } = details;
  if (budget.budget_status === 'Suspended') {
    return (
      <Notice tone="danger" title={<Trans>This budget is suspended.</Trans>}>
        {budget.suspension_reason ? (
          <p>
            <UserText text={budget.suspension_reason} />
          </p>
        ) : null}
        {budget.suspended_for_ticket ? (
          <p>
            <Trans>
              By the write-off of <ConsoleTicketLink number={budget.suspended_for_ticket} />. Two
              people lift it.
            </Trans>
          </p>
        ) : null}
        {budget.is_suspended_for_refund ? (
          <p>
            <Trans>By the write-off of a refund that was owed back. Two people lift it.</Trans>
          </p>
        ) : null}
      </Notice>
    );
  }
  if (proposed_budget !== null) {
    return (
      <Notice tone="warn" title={<Trans>A newer analysis proposes another budget.</Trans>}>
        <p>
          <Trans>
            It found <Money amount={proposed_budget} />;{' '}
            <MoneyOrNone amount={budget.total_approval_budget} /> stands until somebody decides.
          </Trans>
        </p>
      </Notice>
    );
  }
  if (needs_decision) {
    return (
      <Notice tone="info" title={<Trans>Nobody has confirmed this budget.</Trans>}>
        <p>
          <Trans>Until then each of its tickets needs a review before its agency is paid.</Trans>
        </p>
      </Notice>
    );
  }
  return null;
}

function BudgetInUse({ details: { budget } }: { details: CompanyAssessment }) {
  const loss = {
    id: 'loss',
    label: <Trans>Loss, not come back</Trans>,
    value: <Money amount={budget.unrecovered_loss} />,
  };
  return (
    <DescriptionList
      facts={[
        {
          id: 'total',
          label: <Trans>Approval budget</Trans>,
          value: <MoneyOrNone amount={budget.total_approval_budget} />,
        },
        ...(budget.unrecovered_loss === '0.00' ? [] : [loss]),
        {
          id: 'held',
          label: <Trans>Held funds</Trans>,
          value: <Money amount={budget.held_funds} />,
        },
        {
          id: 'committed',
          label: <Trans>Committed funds</Trans>,
          value: <Money amount={budget.committed_funds} />,
        },
        {
          id: 'available',
          label: <Trans>Available</Trans>,
          value: <MoneyOrNone amount={budget.available_budget} />,
        },
      ]}
    />
  );
}

function Profile({ details: { company, created_at } }: { details: CompanyAssessment }) {
  const revenue = company.revenue_last_6_months;
  const text = (value: string | null) => <UserText text={value ?? '—'} />;
  return (
    <Card look="plain" title={<Trans>Profile</Trans>}>
      <DescriptionList
        className="border-t-0 sm:pt-0"
        facts={[
          { id: 'area', label: <Trans>Business area</Trans>, value: text(company.business_area) },
          {
            id: 'cr_number',
            label: <Trans>Commercial registration number</Trans>,
            value: <bdi dir="ltr">{company.cr_number ?? '—'}</bdi>,
          },
          { id: 'website', label: <Trans>Website</Trans>, value: text(company.website) },
          { id: 'since', label: <Trans>Since</Trans>, value: <IsoDate date={created_at} /> },
          { id: 'contact', label: <Trans>Contact name</Trans>, value: text(company.contact_name) },
          { id: 'title', label: <Trans>Contact title</Trans>, value: text(company.contact_title) },
          { id: 'email', label: <Trans>Email</Trans>, value: text(company.email) },
          { id: 'phone', label: <Trans>Phone</Trans>, value: text(company.phone) },
          { id: 'address', label: <Trans>Address</Trans>, value: text(company.address) },
          {
            id: 'revenue',
            label: <Trans>Revenue of the last 6 months, oldest first</Trans>,
            wide: true,
            value: revenue ? (
              <ol className="flex flex-wrap gap-x-6 gap-y-1">
                {revenue.map((amount, month) => (
                  // Six months in their order: the place is the month.
                  // oxlint-disable-next-line react/no-array-index-key
                  <li key={month}>
                    <Money amount={amount} />
                  </li>
                ))}
                <li className="font-semibold">
                  <Trans>
                    Total{' '}
                    <Money
                      amount={decimalFromHalalas(sumHalalas(revenue.map(halalasFromDecimal)))}
                    />
                  </Trans>
                </li>
              </ol>
            ) : (
              <Trans>Not given</Trans>
            ),
          },
        ]}
      />
    </Card>
  );
}
