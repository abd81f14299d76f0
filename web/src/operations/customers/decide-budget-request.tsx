import { Trans, useLingui } from '@lingui/react/macro';
import type { BudgetRequestCondition, StaffBudgetRequest } from '#api/budget-requests.ts';
import { DECISION_REASON_MAX_LENGTH } from '#domain/budget/budget-decision.ts';
import {
  budgetConditions,
  wrongFieldOfDecision,
  type BudgetCondition,
  type BudgetRequestDecision,
} from '#domain/budget/budget-request.ts';
import { decimalFromTyped, halalasFromDecimal, parseSar } from '#domain/money.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { ChoiceCards } from '../../ui/choice.tsx';
import { FormFields, FormMoneyField, FormTextArea, useFormField } from '../../ui/forms/form.tsx';
import { useCheckedForm } from '../../ui/forms/use-checked-form.ts';
import { Money } from '../../ui/money.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toaster.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { ConfirmFactsDialog } from '../kit/confirm-facts-dialog.tsx';
import { useReasonCheck } from '../kit/reason-field.tsx';
import { MoneyOrNone } from './companies.tsx';

type Condition = BudgetCondition | 'none';

/** Grants the amount, offers less or with a condition, or declines: with a reason that the company reads. */
export default function DecideBudgetRequest({
  request,
  onClose,
}: {
  request: StaffBudgetRequest;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { id, company_name, amount_sar, total_approval_budget } = request;
  const total = total_approval_budget ?? '0.00';
  const mutation = useIdempotentMutation('decide_budget_request', {
    onSuccess: () => {
      toast.success(t`The company reads the decision now`);
      onClose();
    },
  });
  const checkReason = useReasonCheck();
  const form = useCheckedForm({
    defaultValues: {
      decision: 'counter' as BudgetRequestDecision,
      offer_sar: amount_sar,
      condition: 'none' as Condition,
      figure: '1',
      reason: '',
    },
    check: ({ decision, offer_sar, condition, figure, reason }) => {
      const wrong = wrongFieldOfDecision(
        {
          decision,
          amount_halalas: parseSar(offer_sar),
          condition: condition === 'none' ? null : condition,
          value: condition === 'none' ? null : conditionOf(condition, figure).value,
        },
        { asked: halalasFromDecimal(amount_sar), total: halalasFromDecimal(total) },
      );
      return {
        decision: wrong === 'decision' ? t`The budget has reached this amount already.` : undefined,
        offer_sar:
          wrong === 'amount_sar'
            ? t`Enter an amount above the current budget, up to what is asked for.`
            : undefined,
        condition:
          wrong === 'condition'
            ? t`Offer less, or choose a condition; otherwise grant it.`
            : undefined,
        figure: wrong === 'condition_value' ? t`Choose a number.` : undefined,
        ...checkReason({ reason }),
      };
    },
    onValid: ({ decision, offer_sar, condition, figure, reason }) => {
      const said = { reason: reason.trim() };
      const seen = { ...said, total_approval_budget: total };
      const body =
        decision === 'decline'
          ? { decision, ...said }
          : decision === 'grant'
            ? { decision, ...seen }
            : {
                decision,
                ...seen,
                amount_sar: decimalFromTyped(offer_sar) ?? '',
                condition: condition === 'none' ? null : conditionOf(condition, figure).sent,
              };
      return mutation.send({ params: { id }, body });
    },
    refusal: mutation,
  });
  return (
    <ConfirmFactsDialog
      title={<Trans>Decide about this request?</Trans>}
      lead={<Trans>What is granted is the final budget. The company reads the reason.</Trans>}
      facts={[
        {
          id: 'company',
          label: <Trans>Company</Trans>,
          value: <UserText text={company_name ?? '—'} />,
        },
        {
          id: 'stands',
          label: <Trans>Current budget</Trans>,
          value: <MoneyOrNone amount={total_approval_budget} />,
        },
        {
          id: 'asked',
          label: <Trans context="of a budget">Asked for</Trans>,
          value: <Money amount={amount_sar} />,
        },
      ]}
      confirm={<Trans>Send the decision</Trans>}
      mutation={mutation}
      onConfirm={form.submit}
      onClose={onClose}
    >
      <FormFields form={form}>
        <div className="grid gap-5">
          <DecisionChoice />
          {form.watch('decision') === 'counter' ? (
            <>
              <FormMoneyField name="offer_sar" label={t`Budget to offer`} isRequired />
              <ConditionChoice />
              <FigureChoice condition={form.watch('condition')} />
            </>
          ) : null}
          <FormTextArea
            name="reason"
            label={t`Reason`}
            hint={t`The company reads it, and the history keeps it.`}
            isRequired
            maxLength={DECISION_REASON_MAX_LENGTH}
          />
        </div>
      </FormFields>
    </ConfirmFactsDialog>
  );
}

/** A condition as it is sent, and its figure. */
function conditionOf(
  kind: BudgetCondition,
  figure: string,
): { sent: BudgetRequestCondition; value: number | null } {
  const value = Number(figure);
  switch (kind) {
    case 'paid_on_time':
      return { sent: { kind, installments: value }, value };
    case 'max_term':
      return { sent: { kind, months: value }, value };
    case 'nothing_overdue':
      return { sent: { kind }, value: null };
  }
}

function DecisionChoice() {
  const { error, ...field } = useFormField<BudgetRequestDecision>('decision');
  return (
    <ChoiceCards
      {...field}
      error={error}
      label={<Trans>Decision</Trans>}
      columns={1}
      choices={[
        { id: 'grant', label: <Trans>Grant what is asked for</Trans> },
        { id: 'counter', label: <Trans>Make a counter-offer</Trans> },
        { id: 'decline', label: <Trans>Decline</Trans> },
      ]}
    />
  );
}

function ConditionChoice() {
  const { t } = useLingui();
  const { onBlur: _, ...field } = useFormField<string | null>('condition');
  return (
    <Select
      {...field}
      label={t`Condition`}
      hint={t`The system checks it, and raises the budget automatically.`}
      options={[
        { id: 'none', label: t`None` },
        { id: 'paid_on_time', label: t`Installments paid on time from the acceptance on` },
        { id: 'nothing_overdue', label: t`Nothing overdue or in default` },
        { id: 'max_term', label: t`A longest term of new tickets` },
      ]}
    />
  );
}

/** The figure of a condition that has one. */
function FigureChoice({ condition }: { condition: Condition }) {
  const { t } = useLingui();
  const { onBlur: _, ...field } = useFormField<string | null>('figure');
  const bounds = condition === 'none' ? null : budgetConditions[condition];
  if (bounds === null) return null;
  const figures = Array.from({ length: bounds.max - bounds.min + 1 }, (__, index) =>
    String(bounds.min + index),
  );
  return (
    <Select
      {...field}
      label={condition === 'max_term' ? t`Months` : t`Installments`}
      options={figures.map((figure) => ({ id: figure, label: figure, isExact: true }))}
    />
  );
}
