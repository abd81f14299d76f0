import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { CompanyAssessment } from '#api/operations-companies.ts';
import {
  canDecide,
  DECISION_REASON_MAX_LENGTH,
  type BudgetDecision,
} from '#domain/budget/budget-decision.ts';
import { decimalFromHalalas, halalasFromDecimal, parseSar } from '#domain/money.ts';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { Money } from '../../ui/money.tsx';
import { toast } from '../../ui/toaster.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { MoneyOrNone } from './companies.tsx';
import { ConfirmDialog, type Fact } from '../kit/confirm-dialog.tsx';
import { ConfirmMutationDialog } from '../kit/confirm-mutation-dialog.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';
import { ReasonField } from '../kit/reason-field.tsx';
import { useMoneyMutation } from '../kit/use-money-mutation.ts';

interface DecisionProps {
  details: CompanyAssessment;
  onClose: () => void;
}

/** The decisions that can be taken now; a proposal is taken over or what stands is kept. */
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
          <Trans>Keep what stands</Trans>
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
      {asking === 'adjust' ? <Adjust details={details} onClose={close} /> : null}
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
      label: <Trans>Stands now</Trans>,
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
          Agencies are then paid without a review of each ticket. A new analysis only proposes.
        </Trans>
      }
      facts={[
        ...companyFacts(details),
        { id: 'final', label: <Trans>Final budget</Trans>, value: <Money amount={amount} /> },
      ]}
      confirm={<Trans>Confirm as final</Trans>}
      sends={body}
      post={(idempotencyKey) => call('decide_budget', { params, body, idempotencyKey })}
      done={t`The budget is confirmed.`}
      onClose={onClose}
    />
  );
}

function Adjust({ details, onClose }: DecisionProps) {
  const { t } = useLingui();
  const action = useMoneyMutation();
  const [amount, setAmount] = useState(
    details.proposed_budget ?? details.budget.total_approval_budget ?? '',
  );
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<{ amount?: string; reason?: string }>({});
  const adjust = async () => {
    const halalas = parseSar(amount);
    const found = {
      ...(halalas === null && { amount: t`Enter an amount in SAR, such as 25,000.00.` }),
      ...(reason.trim() === '' && { reason: t`Say why.` }),
    };
    setProblem(found);
    if (halalas === null || found.reason) return;
    const params = { id: details.company.id };
    const body = {
      decision: 'adjust' as const,
      total_approval_budget: decimalFromHalalas(halalas),
      reason: reason.trim(),
    };
    const reply = await action.send(body, (idempotencyKey) =>
      call('decide_budget', { params, body, idempotencyKey }),
    );
    if (!reply) return;
    toast.success(t`The budget is adjusted and final.`);
    onClose();
  };
  return (
    <ConfirmDialog
      title={<Trans>Adjust this budget?</Trans>}
      lead={<Trans>The new amount is final. What is already financed stays as it is.</Trans>}
      facts={companyFacts(details)}
      confirm={<Trans>Adjust</Trans>}
      action={action}
      onConfirm={adjust}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <MoneyField
          label={t`New approval budget`}
          isRequired
          value={amount}
          onChange={(text) => {
            setAmount(text);
            setProblem({});
            action.forget();
          }}
          error={problem.amount ?? action.at('total_approval_budget')}
        />
        <ReasonField
          maxLength={DECISION_REASON_MAX_LENGTH}
          value={reason}
          onChange={(text) => {
            setReason(text);
            setProblem({});
            action.forget();
          }}
          error={problem.reason ?? action.at('reason')}
        />
      </div>
    </ConfirmDialog>
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
            stays due. The company reads the reason.
          </Trans>
        ) : (
          <Trans>The budget counts again. It is preliminary until somebody confirms it.</Trans>
        )
      }
      facts={companyFacts(details)}
      confirm={isSuspension ? <Trans>Suspend</Trans> : <Trans>Lift the suspension</Trans>}
      isDanger={isSuspension}
      post={(reason, idempotencyKey) =>
        call('decide_budget', { params, body: { decision, reason }, idempotencyKey })
      }
      done={isSuspension ? t`The budget is suspended.` : t`The suspension is lifted.`}
      onClose={onClose}
    />
  );
}

/** A write-off has suspended it: one person asks, another one lifts it. */
function AskToLift({ details, onClose }: DecisionProps) {
  const { t } = useLingui();
  const params = { id: details.company.id };
  return (
    <ReasonDialog
      title={<Trans>Ask to lift this suspension?</Trans>}
      lead={
        <Trans>
          Once another person has approved it, the budget counts again, less the loss that has not
          come back. It is preliminary until somebody confirms it.
        </Trans>
      }
      facts={[
        ...companyFacts(details),
        {
          id: 'loss',
          label: <Trans>Loss, not come back</Trans>,
          value: <Money amount={details.budget.unrecovered_loss} />,
        },
      ]}
      confirm={<Trans>Ask to lift the suspension</Trans>}
      isDanger={false}
      post={(reason, idempotencyKey) =>
        call('lift_suspension', { params, body: { reason }, idempotencyKey })
      }
      done={t`Another person is asked to approve it.`}
      onClose={onClose}
    />
  );
}
