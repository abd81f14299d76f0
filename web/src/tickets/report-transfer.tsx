import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { isIsoDate } from '#domain/calendar.ts';
import { fileRules } from '#domain/files/file-rules.ts';
import { decimalFromHalalas, MAX_AMOUNT_HALALAS, parseSar } from '#domain/money.ts';
import { ApiError, fieldMessage, messageOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { useFileHint } from '../files/file-words.ts';
import { useFileUpload } from '../files/use-file-upload.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { focusFirstError } from '../ui/focus-first-error.ts';
import { FileField } from '../ui/file-field.tsx';
import { FormError } from '../ui/form-error.tsx';
import { MoneyField } from '../ui/money-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toaster.tsx';

type Field = 'amount_sar' | 'transferred_on' | 'proof_file';

/** A company says that it has transferred money for a ticket: how much, when, and what shows it. */
export default function ReportTransfer({
  ticket_id,
  today,
  amount_sar,
  onClose,
}: {
  ticket_id: string;
  today: string;
  /** What is owed now: the likeliest amount. */
  amount_sar: string;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const hint = useFileHint();
  const report = useReport(ticket_id, onClose);
  const proof = useFileUpload('transfer_proof');
  const [amount, setAmount] = useState(amount_sar);
  const [date, setDate] = useState(today);
  const [bankReference, setBankReference] = useState('');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const halalas = parseSar(amount);
    const isAmount = halalas !== null && halalas > 0 && halalas <= MAX_AMOUNT_HALALAS;
    const proof_file = proof.file?.path;
    const problems = {
      ...(!isAmount && { amount_sar: t`Enter an amount of more than SAR 0.00.` }),
      ...((!isIsoDate(date) || date > today) && {
        transferred_on: t`Enter the day of the transfer, today or earlier.`,
      }),
      ...(!proof_file && { proof_file: t`Add the proof of the transfer.` }),
    };
    report.setProblems(problems);
    if (!isAmount || !proof_file || Object.keys(problems).length > 0) {
      focusFirstError(event.currentTarget);
      return;
    }
    const body = {
      amount_sar: decimalFromHalalas(halalas),
      transferred_on: date,
      bank_reference: bankReference.trim() || null,
      proof_file,
    };
    void report.send(body, proof.keep);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={report.isSending}
      title={<Trans>Report a transfer</Trans>}
      lead={<Trans>We look for it on our account and tell you here what we found.</Trans>}
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
      <form id="report-transfer" noValidate className="grid gap-5" onSubmit={submit}>
        <MoneyField
          label={t`Amount`}
          isRequired
          value={amount}
          onChange={(text) => {
            setAmount(text);
            report.clear('amount_sar');
          }}
          error={report.problems.amount_sar}
        />
        <TextField
          label={t`Day of the transfer`}
          type="date"
          ltr
          isRequired
          value={date}
          onChange={(text) => {
            setDate(text);
            report.clear('transferred_on');
          }}
          error={report.problems.transferred_on}
        />
        <TextField
          label={t`The bank’s reference`}
          optional
          ltr
          maxLength={140}
          value={bankReference}
          onChange={setBankReference}
        />
        <FileField
          label={<Trans>Proof of the transfer</Trans>}
          hint={hint('transfer_proof')}
          accept={fileRules.transfer_proof.extensions}
          files={proof.file ? [{ key: 'proof', ...proof.file }] : []}
          onChoose={(files) => {
            report.clear('proof_file');
            proof.choose(files);
          }}
          onRemove={proof.remove}
          onRetry={proof.retry}
          isDisabled={report.isSending}
          error={report.problems.proof_file}
        />
        <FormError message={report.refusal} />
      </form>
    </Dialog>
  );
}

interface Report {
  amount_sar: string;
  transferred_on: string;
  bank_reference: string | null;
  proof_file: string;
}

/** Sends a report once; a refusal stands at the field that it names, or at the foot. */
function useReport(ticket_id: string, onClose: () => void) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const keyFor = useIdempotencyKey();
  const [problems, setProblems] = useState<Partial<Record<Field, string>>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const send = async (body: Report, onSent: () => void) => {
    setSending(true);
    setRefusal(null);
    try {
      const params = { id: ticket_id };
      await call('report_transfer', { params, body, idempotencyKey: keyFor(body) });
      onSent();
      toast.success(t`The transfer is reported. We check it.`);
      await queryClient.invalidateQueries();
      onClose();
    } catch (error) {
      const words = messageOf(error);
      const named = (['amount_sar', 'transferred_on', 'proof_file'] as const).find(
        (field) => fieldMessage(error, field) !== undefined,
      );
      if (named) setProblems({ [named]: words });
      else setRefusal(words);
      toast.error(words);
      // What may be reported has changed meanwhile.
      if (error instanceof ApiError && error.status === 409) void queryClient.invalidateQueries();
    } finally {
      setSending(false);
    }
  };
  const clear = (field: Field) => setProblems((all) => ({ ...all, [field]: undefined }));
  return { send, problems, setProblems, clear, refusal, isSending };
}
