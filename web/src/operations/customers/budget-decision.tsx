import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { CompanyAssessment } from '#api/operations-companies.ts';
import { canDecide, type BudgetDecision } from '#domain/budget/budget-decision.ts';
import { halalasFromDecimal } from '#domain/money.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { MoneyOrNone } from './companies.tsx';
import { type Fact } from '../kit/confirm-facts-dialog.tsx';
import { ConfirmMutationDialog } from '../kit/confirm-mutation-dialog.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';

const AdjustBudgetDialog = lazyPart(() => import('./adjust-budget-dialog.tsx'));

interface DecisionProps {
  details: CompanyAssessment;
  onClose: () => void;
}

/** The possible decisions; a proposal can be accepted or the current budget kept. */
export function BudgetActions({ details }: { details: CompanyAssessment }) {
  const [asking, setAsking] = useState<BudgetDecision | 'keep' | 'ask_to_lift' | null>(null);
  const { budget, proposed_budget } = details;
  const halalas = (amount: string | null) => (amount === null ? null : halalasFromDecimal(amount));
  const is_suspended_for_loss =
    budget.suspended_for_ticket !== null || budget.is_suspended_for_refund;
  const can = (decision: BudgetDecision) =>
    canDecide(decision, {
      budget_status: budget.budget_status,
      total_approval_budget_halalas: halalas(budget.total_approval_budget),
      proposed_budget_halalas: halalas(proposed_budget),
      is_suspended_for_loss,
    });
  const isAsked = details.approval_requests.some(({ kind }) => kind === 'lift_suspension');
  const close = () => setAsking(null);
  const stands = budget.total_approval_budget;
  return (
    <>
      {can('suspend') ? (
        <Button tone="danger" onPress={() => setAsking('suspend')}>
          <Trans>Suspend</Trans>
        </Button>
      ) : null}
      {can('adjust') ? (
        <Button tone="secondary" onPress={() => setAsking('adjust')}>
          <Trans>Adjust</Trans>
        </Button>
      ) : null}
      {proposed_budget !== null && stands !== null && can('confirm') ? (
        <Button tone="secondary" onPress={() => setAsking('keep')}>
          <Trans>Keep the current budget</Trans>
        </Button>
      ) : null}
      {can('confirm') ? (
        <Button onPress={() => setAsking('confirm')}>
          {proposed_budget === null ? (
            <Trans>Confirm as final</Trans>
          ) : (
            <Trans>Accept the proposal</Trans>
          )}
        </Button>
      ) : null}
      {can('lift') ? (
        <Button onPress={() => setAsking('lift')}>
          <Trans>Lift the suspension</Trans>
        </Button>
      ) : null}
      {is_suspended_for_loss ? (
        <Button isDisabled={isAsked} onPress={() => setAsking('ask_to_lift')}>
          <Trans>Ask to lift the suspension</Trans>
        </Button>
      ) : null}
      {asking === 'confirm' ? (
        <Confirm details={details} amount={proposed_budget ?? stands ?? '0.00'} onClose={close} />
      ) : null}
      {asking === 'keep' ? (
        <Confirm details={details} amount={stands ?? '0.00'} onClose={close} />
      ) : null}
      {asking === 'adjust' ? (
        <AdjustBudgetDialog details={details} facts={companyFacts(details)} onClose={close} />
      ) : null}
      {asking === 'ask_to_lift' ? <AskToLift details={details} onClose={close} /> : null}
      {asking === 'suspend' || asking === 'lift' ? (
        <WithReason decision={asking} details={details} onClose={close} />
      ) : null}
    </>
  );
}

function companyFacts({ company, budget }: CompanyAssessment): Fact[] {
  return [
    {
      id: 'company',
      label: <Trans>Company</Trans>,
      value: <UserText text={company.name ?? '—'} />,
    },
    {
      id: 'stands',
      label: <Trans>Current budget</Trans>,
      value: <MoneyOrNone amount={budget.total_approval_budget} />,
    },
  ];
}

function Confirm({ details, amount, onClose }: DecisionProps & { amount: string }) {
  const { t } = useLingui();
  const params = { id: details.company.id };
  const body = { decision: 'confirm' as const, total_approval_budget: amount };
  return (
    <ConfirmMutationDialog
      title={<Trans>Confirm this budget as final?</Trans>}
      lead={
        <Trans>
          Agencies are then paid without a review of each ticket. A new analysis only makes a
          proposal.
        </Trans>
      }
      facts={[
        ...companyFacts(details),
        { id: 'final', label: <Trans>Final budget</Trans>, value: <Money amount={amount} /> },
      ]}
      confirm={<Trans>Confirm as final</Trans>}
      operation="decide_budget"
      input={{ params, body }}
      done={t`The budget is confirmed`}
      onClose={onClose}
    />
  );
}

function WithReason({
  decision,
  details,
  onClose,
}: DecisionProps & { decision: 'suspend' | 'lift' }) {
  const { t } = useLingui();
  const isSuspension = decision === 'suspend';
  const params = { id: details.company.id };
  return (
    <ReasonDialog
      title={
        isSuspension ? <Trans>Suspend this budget?</Trans> : <Trans>Lift this suspension?</Trans>
      }
      lead={
        isSuspension ? (
          <Trans>
            The company can request nothing, and no agency of its tickets is paid. What it owes
            stays due. The company sees the reason.
          </Trans>
        ) : (
          <Trans>The budget counts again. It is preliminary until somebody confirms it.</Trans>
        )
      }
      facts={companyFacts(details)}
      confirm={isSuspension ? <Trans>Suspend</Trans> : <Trans>Lift the suspension</Trans>}
      isDanger={isSuspension}
      operation="decide_budget"
      input={(said) => ({ params, body: { decision, ...said } })}
      done={isSuspension ? t`The budget is suspended` : t`The suspension is lifted`}
      onClose={onClose}
    />
  );
}

/** After a suspension by a write-off one person requests the lifting, another approves it. */
function AskToLift({ details, onClose }: DecisionProps) {
  const { t } = useLingui();
  const params = { id: details.company.id };
  return (
    <ReasonDialog
      title={<Trans>Ask to lift this suspension?</Trans>}
      lead={
        <Trans>
          Once another person has approved it, the budget counts again, less the loss that has not
          been recovered. It is preliminary until somebody confirms it.
        </Trans>
      }
      facts={[
        ...companyFacts(details),
        {
          id: 'loss',
          label: <Trans>Loss, not recovered</Trans>,
          value: <Money amount={details.budget.unrecovered_loss} />,
        },
      ]}
      confirm={<Trans>Ask to lift the suspension</Trans>}
      isDanger={false}
      operation="lift_suspension"
      input={(said) => ({ params, body: said })}
      done={t`Another person is asked to approve it`}
      onClose={onClose}
    />
  );
}
