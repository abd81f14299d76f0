import { Trans, useLingui } from '@lingui/react/macro';
import {
  decimalFromHalalas,
  decimalFromTyped,
  halalasFromDecimal,
  parseSar,
} from '#domain/money.ts';
import { REJECTION_REASON_MAX_LENGTH } from '#domain/tickets/ticket.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { FormFields, FormMoneyField, FormTextField } from '../../ui/forms/form.tsx';
import { useCheckedForm } from '../../ui/forms/use-checked-form.ts';
import { Money } from '../../ui/money.tsx';
import { toast } from '../../ui/toaster.tsx';
import { ConfirmFactsDialog } from '../kit/confirm-facts-dialog.tsx';
import { ReasonField, useReasonCheck } from '../kit/reason-field.tsx';
import type { AgencyClaim } from './agency-claims.tsx';

/** Asks another person to book what an agency has paid back of a claim. */
export default function ClaimPaidBackDialog({
  claim,
  onClose,
}: {
  claim: AgencyClaim;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const mutation = useIdempotentMutation('settle_agency_claim', {
    onSuccess: () => {
      toast.success(t`Another person is asked to approve it`);
      onClose();
    },
  });
  const checkReason = useReasonCheck();
  const unsettled = halalasFromDecimal(claim.amount_sar) - halalasFromDecimal(claim.settled_amount);
  const checkAmount = (typed: string) => {
    const halalas = parseSar(typed) ?? 0;
    if (halalas === 0) return t`Enter an amount of more than SAR 0.00.`;
    return halalas > unsettled ? t`That is more than the agency has to pay back.` : undefined;
  };
  const form = useCheckedForm({
    defaultValues: { amount_sar: decimalFromHalalas(unsettled), bank_reference: '', reason: '' },
    check: (values) => ({
      amount_sar: checkAmount(values.amount_sar),
      bank_reference: values.bank_reference.trim() ? undefined : t`Enter the bank’s reference.`,
      ...checkReason(values),
    }),
    onValid: ({ amount_sar, bank_reference, reason }) =>
      mutation.send({
        params: { id: claim.id },
        body: {
          paid_back: {
            amount_sar: decimalFromTyped(amount_sar) ?? '',
            bank_reference: bank_reference.trim(),
          },
          reason: reason.trim(),
        },
      }),
    refusal: mutation,
  });
  return (
    <ConfirmFactsDialog
      title={<Trans>What has the agency paid back?</Trans>}
      lead={
        <Trans>
          Once another person has approved it, the amount counts as paid back. An open statement
          line with this reference and amount is settled with it.
        </Trans>
      }
      facts={[
        {
          id: 'claimed',
          label: <Trans>Paid once more</Trans>,
          value: <Money amount={claim.amount_sar} />,
        },
      ]}
      confirm={<Trans>Ask to book it</Trans>}
      mutation={mutation}
      onConfirm={form.submit}
      onClose={onClose}
    >
      <FormFields form={form}>
        <div className="grid gap-5">
          <FormMoneyField name="amount_sar" label={t`Amount`} isRequired />
          <FormTextField
            name="bank_reference"
            label={t`Bank reference`}
            maxLength={140}
            isRequired
          />
          <ReasonField maxLength={REJECTION_REASON_MAX_LENGTH} />
        </div>
      </FormFields>
    </ConfirmFactsDialog>
  );
}
