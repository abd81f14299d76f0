import { Trans, useLingui } from '@lingui/react/macro';
import type { StaffTransferReport } from '#api/transfer-reports.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { FormFields, FormTextField } from '../../ui/forms/form.tsx';
import { useCheckedForm } from '../../ui/forms/use-checked-form.ts';
import { toast } from '../../ui/toaster.tsx';
import { useReasonToRecord } from './reason-to-record.tsx';
import { ConfirmFactsDialog, type Fact } from '../kit/confirm-facts-dialog.tsx';

/** The reported transfer stands on our account: it is recorded as a payment. */
export default function RecordReportedTransfer({
  report,
  facts,
  onClose,
}: {
  report: StaffTransferReport;
  facts: readonly Fact[];
  onClose: () => void;
}) {
  const { t } = useLingui();
  const mutation = useIdempotentMutation('record_reported_transfer', {
    onSuccess: () => {
      toast.success(t`The payment is recorded`);
      onClose();
    },
  });
  const reason = useReasonToRecord(mutation);
  const form = useCheckedForm({
    defaultValues: { value_date: report.transferred_on },
    check: () => ({}),
    onValid: ({ value_date }) =>
      mutation.send({ params: { id: report.id }, body: reason.bodyOf({ value_date }) }),
    refusal: mutation,
  });
  return (
    <ConfirmFactsDialog
      title={<Trans>Record this payment?</Trans>}
      lead={<Trans>Only once it is in our account.</Trans>}
      facts={facts}
      confirm={reason.words(<Trans>Record the payment</Trans>)}
      mutation={mutation}
      onConfirm={form.submit}
      onClose={onClose}
    >
      <FormFields form={form}>
        <FormTextField name="value_date" label={t`Value date`} type="date" ltr isRequired />
      </FormFields>
      {reason.field}
    </ConfirmFactsDialog>
  );
}
