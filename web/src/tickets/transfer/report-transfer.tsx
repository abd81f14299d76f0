import { Trans, useLingui } from '@lingui/react/macro';
import { fileRules } from '#domain/files/file-rules.ts';
import { decimalFromTyped, parseSar } from '#domain/money.ts';
import { isTransferAmount, isReportedDay } from '#domain/servicing/transfer.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { useFileHint } from '../../files/file-words.ts';
import { PictureOffer } from '../../files/picture-offer.tsx';
import { useChosenFiles } from '../../files/use-chosen-files.ts';
import { Form, FormMoneyField, FormTextField } from '../../ui/forms/form.tsx';
import { useCheckedForm } from '../../ui/forms/use-checked-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { toast } from '../../ui/toaster.tsx';

/** What a transfer is reported for: a ticket or a payment request, by its id, or all that the company owes. */
export type ReportedFor =
  | { operation: 'report_transfer' | 'report_request_transfer'; id: string }
  | { operation: 'report_company_transfer'; id?: undefined };

/** A company says that it has transferred money: how much, when, and what shows it. */
export default function ReportTransfer({
  operation,
  id,
  today,
  amount_sar,
  onClose,
}: ReportedFor & {
  today: string;
  /** What is owed now: the likeliest amount. */
  amount_sar: string;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const hint = useFileHint();
  const files = useChosenFiles({ sendsAtOnce: true });
  const proof = files.files[0]?.upload?.path;
  const report = useIdempotentMutation(operation, {
    onSuccess: async (_, reloaded) => {
      files.keep();
      toast.success(t`The transfer has been reported. We are checking it`);
      await reloaded;
      onClose();
    },
  });
  const form = useCheckedForm({
    defaultValues: { amount_sar, transferred_on: today, bank_reference: '' },
    check: (values) => ({
      amount_sar: isTransferAmount(parseSar(values.amount_sar))
        ? undefined
        : t`Enter an amount of more than SAR 0.00.`,
      transferred_on: isReportedDay(values.transferred_on, today)
        ? undefined
        : t`Enter the date of the transfer, today or in the last 400 days.`,
      proof_file: proof ? undefined : t`Add the proof of the transfer.`,
    }),
    onValid: (values) =>
      report.send({
        // The address of all that the company owes has none.
        params: { id: id ?? '' },
        body: {
          amount_sar: decimalFromTyped(values.amount_sar) ?? '',
          transferred_on: values.transferred_on,
          bank_reference: values.bank_reference.trim() || null,
          proof_file: proof ?? '',
        },
      }),
    refusal: report,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={report.isSending}
      title={<Trans>Report a transfer</Trans>}
      lead={<Trans>We will look for it in our account and tell you here what we find.</Trans>}
      actions={
        <>
          <Button tone="secondary" onPress={onClose} isDisabled={report.isSending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form="report-transfer" isPending={report.isSending}>
            <Trans>Send the report</Trans>
          </Button>
        </>
      }
    >
      <Form form={form} id="report-transfer" className="grid gap-5">
        <FormMoneyField name="amount_sar" label={t`Amount`} isRequired />
        <FormTextField
          name="transferred_on"
          label={t`Date of the transfer`}
          type="date"
          ltr
          isRequired
        />
        <FormTextField
          name="bank_reference"
          label={t`The bank’s reference`}
          optional
          ltr
          maxLength={140}
        />
        <FileField
          label={<Trans>Proof of the transfer</Trans>}
          hint={hint('transfer_proof')}
          accept={fileRules.transfer_proof.extensions}
          files={files.files.map((one) => ({
            ...one,
            detail: one.smaller && <PictureOffer file={one} chosen={files} />,
          }))}
          onChoose={(list) => {
            form.clear('proof_file');
            void files.choose('transfer_proof', list);
          }}
          onRemove={files.remove}
          onRetry={files.retry}
          isDisabled={report.isSending}
          error={form.messageAt('proof_file')}
        />
        <FormError message={form.problem} />
      </Form>
    </Dialog>
  );
}
