import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router';
import { listLimits } from '#api/list-limits.ts';
import { creditPolicyOf } from '#domain/credit/policy.ts';
import type { CompanyAssessment } from '#api/operations-companies.ts';
import { groupedIban } from '#domain/iban.ts';
import { sumHalalas, halalasFromDecimal, decimalFromHalalas } from '#domain/money.ts';
import { groupedReference, paymentReference } from '#domain/servicing/payment-reference.ts';
import { call } from '../../api/call.ts';
import { PartyAccountStatement } from '../../documents/party-account-statement.tsx';
import { PromiseBadge } from './promise-badge.tsx';
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
import { BudgetRequest } from './budget-request.tsx';
import { Decisions } from './budget-history.tsx';
import { MoneyOrNone } from './companies.tsx';
import { Documents } from './uploaded-documents.tsx';
import { linesPath } from '../ledger/journal-filters.ts';
import { QueryResult } from '../../api/query-result.tsx';
import { ConsoleTicketLink } from '../tickets/ticket-link.tsx';
import { CutShort } from '../kit/cut-short.tsx';
import { HoldFigures } from '../kit/hold-figures.tsx';
import { useObstacleWord, useReductionWord } from '../kit/labels.ts';
import { useConsoleQuery } from '../kit/use-console-query.ts';

/** One company as staff see it: its budget and what may be decided, how it was assessed, its papers. */
export default function Company() {
  const { t } = useLingui();
  const { companyId = '' } = useParams();
  const query = useConsoleQuery(['company', companyId], (signal) =>
    call('read_company_assessment', { params: { id: companyId }, signal }),
  );
  const name = query.data?.company.name;
  return (
    <>
      <DocumentTitle name={`${name ?? t`Company`} · ${t`Operations`}`} />
      <PageHeader
        title={name ? <UserText text={name} /> : <Trans>Company</Trans>}
        lead={query.data ? <BudgetBadge status={query.data.budget.budget_status} /> : undefined}
        back={
          <BackLink to="/operations/companies">
            <Trans>Companies</Trans>
          </BackLink>
        }
        actions={query.data ? <BudgetActions details={query.data} /> : undefined}
      />
      <QueryResult
        query={query}
        missing={<EmptyState title={<Trans>There is no such company.</Trans>} />}
      >
        {(details) => <Content details={details} now={new Date(query.dataUpdatedAt)} />}
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
      {details.budget_request ? <BudgetRequest request={details.budget_request} /> : null}
      <div className="grid gap-6">
        <BudgetInUse details={details} />
        <PositionFacts details={details} />
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
      <HeldPayments holds={details.holds} />
      <Promises promises={details.promises} />
      <Card look="plain" title={<Trans>Budget assessment</Trans>}>
        {assessment ? (
          <Assessment assessment={assessment} bureau={details.credit_bureau} />
        ) : (
          <EmptyState title={<Trans>No analysis has been made yet.</Trans>}>
            <Trans>It is made automatically when the company saves its profile.</Trans>
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
function PositionFacts({
  details: { position, payer_number },
}: {
  details: Pick<CompanyAssessment, 'position' | 'payer_number'>;
}) {
  const amounts = [
    { id: 'owed', label: <Trans>Owed</Trans>, amount: position.owed_sar },
    { id: 'overdue', label: <Trans>Of which overdue</Trans>, amount: position.overdue_sar },
    {
      id: 'due_soon',
      label: <Trans>Of which due within 7 days</Trans>,
      amount: position.due_soon_sar,
    },
    { id: 'later', label: <Trans>Of which due later</Trans>, amount: position.later_sar },
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
      facts={[
        ...amounts.map(({ id, label, amount }) => ({
          id,
          label,
          value: <Money amount={amount} />,
        })),
        {
          id: 'reference',
          label: <Trans>Payment reference</Trans>,
          value: (
            <bdi translate="no" dir="ltr">
              {groupedReference(paymentReference(payer_number))}
            </bdi>
          ),
        },
      ]}
    />
  );
}

/** Why payments to the company's agencies wait, ticket by ticket. */
function HeldPayments({ holds }: Pick<CompanyAssessment, 'holds'>) {
  const obstacleWord = useObstacleWord();
  if (holds.length === 0) return null;
  return (
    <Card look="plain" title={<Trans>Held payments</Trans>}>
      <ul className="grid gap-2">
        {holds.map(({ ticket_number, code, since, figures }) =>
          code === 'payment_in_review' ? null : (
            <li key={`${ticket_number} ${code}`} className="flex flex-wrap gap-x-4 gap-y-1">
              <ConsoleTicketLink number={ticket_number} />
              <span>
                {obstacleWord(code)} <HoldFigures figures={figures} />{' '}
                <Trans>
                  Since <IsoDate date={since} />.
                </Trans>
              </span>
            </li>
          ),
        )}
      </ul>
      <CutShort
        shown={new Set(holds.map(({ ticket_number }) => ticket_number)).size}
        atMost={listLimits.held_tickets}
      >
        <Trans>Of the {listLimits.held_tickets} tickets that have waited longest.</Trans>
      </CutShort>
    </Card>
  );
}

/** What the company has promised to pay while it was late, newest first. */
function Promises({ promises }: Pick<CompanyAssessment, 'promises'>) {
  if (promises.length === 0) return null;
  return (
    <Card look="plain" title={<Trans>Promises to pay</Trans>}>
      <ul className="grid gap-2">
        {promises.map(({ amount_sar, made_on, promised_for, status }) => (
          <li key={made_on} className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <PromiseBadge status={status} />
            <span>
              <Trans>
                <Money amount={amount_sar} /> by <IsoDate date={promised_for} />, promised on{' '}
                <IsoDate date={made_on} />
              </Trans>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What is not as usual with the budget: a suspension, a proposal, an amount that nobody has confirmed. */
function BudgetNotice({ details }: { details: CompanyAssessment }) {
  const { budget, proposed_budget, needs_decision, is_proposal_low, assessment } = details;
  const floor_percent =
    assessment && creditPolicyOf(assessment.model_version)?.proposal_floor_percent;
  if (budget.budget_status === 'Suspended') {
    return (
      <Notice tone="danger" title={<Trans>This budget is suspended.</Trans>}>
        {budget.suspension_reason ? (
          <p>
            <UserText isProse text={budget.suspension_reason} />
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
            <MoneyOrNone amount={budget.total_approval_budget} /> applies until somebody decides.
          </Trans>
        </p>
        {is_proposal_low ? (
          <p>
            <Trans>
              That is less than {floor_percent}% of the amount that was confirmed: it stands first
              in the queue.
            </Trans>
          </p>
        ) : null}
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
  const reductionWord = useReductionWord();
  const reductions = budget.reductions.map(({ code, amount_sar }) => ({
    id: code,
    label: <Trans>Loss, not recovered</Trans>,
    value: (
      <>
        <Money amount={amount_sar} />{' '}
        <span className="text-sm text-ink-soft">{reductionWord(code)}</span>
      </>
    ),
  }));
  return (
    <DescriptionList
      facts={[
        {
          id: 'total',
          label: <Trans>Approval budget</Trans>,
          value: <MoneyOrNone amount={budget.total_approval_budget} />,
        },
        ...reductions,
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

function Profile({ details }: { details: CompanyAssessment }) {
  const { company, created_at, virtual_iban } = details;
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
            value: (
              <bdi translate="no" dir="ltr">
                {company.cr_number ?? '—'}
              </bdi>
            ),
          },
          {
            id: 'virtual_iban',
            label: <Trans>Virtual IBAN, to which it pays</Trans>,
            value: (
              <bdi translate="no" dir="ltr" className="tabular-nums">
                {virtual_iban === null ? '—' : groupedIban(virtual_iban)}
              </bdi>
            ),
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
