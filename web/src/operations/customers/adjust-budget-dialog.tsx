import { Trans, useLingui } from '@lingui/react/macro';
import type { CompanyAssessment } from '#api/operations-companies.ts';
import { DECISION_REASON_MAX_LENGTH } from '#domain/budget/budget-decision.ts';
import { decimalFromTyped, parseSar } from '#domain/money.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { FormFields, FormMoneyField } from '../../ui/forms/form.tsx';
import { useCheckedForm } from '../../ui/forms/use-checked-form.ts';
import { toast } from '../../ui/toaster.tsx';
import { ConfirmFactsDialog, type Fact } from '../kit/confirm-facts-dialog.tsx';
import { ReasonField, useReasonCheck } from '../kit/reason-field.tsx';

/** Sets a final budget other than the analysis's. */
export default function AdjustBudgetDialog({
  details,
  facts,
  onClose,
}: {
  details: CompanyAssessment;
  facts: readonly Fact[];
  onClose: () => void;
}) {
  const { t } = useLingui();
  const mutation = useIdempotentMutation('decide_budget', {
    onSuccess: () => {
      toast.success(t`The budget is adjusted and final`);
      onClose();
    },
  });
  const checkReason = useReasonCheck();
  const stands = details.proposed_budget ?? details.budget.total_approval_budget;
  const form = useCheckedForm({
    defaultValues: { total_approval_budget: stands ?? '', reason: '' },
    check: (values) => ({
      total_approval_budget:
        parseSar(values.total_approval_budget) === null
          ? t`Enter an amount in SAR, such as 25,000.00.`
          : undefined,
      ...checkReason(values),
    }),
    onValid: ({ total_approval_budget, reason }) =>
      mutation.send({
        params: { id: details.company.id },
        body: {
          decision: 'adjust',
          total_approval_budget: decimalFromTyped(total_approval_budget) ?? '',
          reason: reason.trim(),
        },
      }),
    refusal: mutation,
  });
  return (
    <ConfirmFactsDialog
      title={<Trans>Adjust this budget?</Trans>}
      lead={<Trans>The new amount is final. What is already financed stays as it is.</Trans>}
      facts={facts}
      confirm={<Trans>Adjust</Trans>}
      mutation={mutation}
      onConfirm={form.submit}
      onClose={onClose}
    >
      <FormFields form={form}>
        <div className="grid gap-5">
          <FormMoneyField name="total_approval_budget" label={t`New approval budget`} isRequired />
          <ReasonField maxLength={DECISION_REASON_MAX_LENGTH} />
        </div>
      </FormFields>
    </ConfirmFactsDialog>
  );
}
