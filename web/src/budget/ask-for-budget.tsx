import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { DECISION_REASON_MAX_LENGTH } from '#domain/budget/budget-decision.ts';
import { MOST_REQUEST_DOCUMENTS } from '#domain/budget/budget-request.ts';
import { fileRules, requestDocumentKinds } from '#domain/files/file-rules.ts';
import { decimalFromTyped, halalasFromDecimal, parseSar } from '#domain/money.ts';
import { useIdempotentMutation } from '../api/use-idempotent-mutation.ts';
import { useFileHint } from '../files/file-words.ts';
import { useChosenFiles, type ChosenFiles } from '../files/use-chosen-files.ts';
import { Button } from '../ui/button.tsx';
import { FileField } from '../ui/file-field.tsx';
import { FormError } from '../ui/form-error.tsx';
import { Form, FormMoneyField, FormTextArea } from '../ui/forms/form.tsx';
import { useCheckedForm } from '../ui/forms/use-checked-form.ts';
import { toast } from '../ui/toaster.tsx';
import { requestDocumentWords } from './request-words.tsx';

/** How much, why, and the documents that show it. `total`: the budget that stands. */
export function AskForBudget({ total }: { total: string }) {
  const { t } = useLingui();
  const chosen = useChosenFiles();
  const [isUploading, setUploading] = useState(false);
  const ask = useIdempotentMutation('ask_for_budget', {
    onSuccess: () => toast.success(t`Your request has been sent. The answer will appear here`),
    onRefusal: () => requestDocumentKinds.forEach((kind) => chosen.lose(kind)),
  });
  const sendAll = async () => {
    setUploading(true);
    try {
      return await chosen.sendAll();
    } finally {
      setUploading(false);
    }
  };
  const documentsProblem = (count: number) =>
    count === 0
      ? t`Add at least one document.`
      : count > MOST_REQUEST_DOCUMENTS
        ? t`Add at most ${MOST_REQUEST_DOCUMENTS} documents.`
        : undefined;
  const form = useCheckedForm({
    defaultValues: { amount_sar: '', reason: '' },
    check: ({ amount_sar, reason }) => ({
      amount_sar:
        (parseSar(amount_sar) ?? 0) > halalasFromDecimal(total)
          ? undefined
          : t`Enter an amount above your budget.`,
      reason: reason.trim() ? undefined : t`Say why.`,
      documents: documentsProblem(chosen.files.length),
    }),
    onValid: async ({ amount_sar, reason }) => {
      if (await sendAll()) return;
      await ask.send({
        body: {
          amount_sar: decimalFromTyped(amount_sar) ?? '',
          reason: reason.trim(),
          documents: requestDocumentKinds.flatMap((kind) => chosen.sentPaths(kind)),
        },
      });
    },
    refusal: ask,
  });
  return (
    <Form form={form} className="grid gap-5">
      <FormMoneyField name="amount_sar" label={<Trans>Budget you ask for</Trans>} isRequired />
      <FormTextArea
        name="reason"
        label={<Trans>Why you need it</Trans>}
        rows={4}
        isRequired
        maxLength={DECISION_REASON_MAX_LENGTH}
      />
      <Documents chosen={chosen} onChoose={() => form.clear('documents')} />
      <FormError message={form.messageAt('documents') ?? form.problem ?? undefined} />
      <Button type="submit" isPending={isUploading || ask.isSending} className="justify-self-start">
        <Trans>Send the request</Trans>
      </Button>
    </Form>
  );
}

function Documents({ chosen, onChoose }: { chosen: ChosenFiles; onChoose: () => void }) {
  const { i18n, t } = useLingui();
  const hintOf = useFileHint();
  return requestDocumentKinds.map((kind) => (
    <FileField
      key={kind}
      label={i18n._(requestDocumentWords[kind])}
      hint={hintOf(kind)}
      accept={fileRules[kind].extensions}
      multiple
      files={chosen.files
        .filter((one) => one.kind === kind)
        .map((one) => ({
          ...one,
          detail: one.state === 'waiting' ? t`Sent with the request` : undefined,
        }))}
      onChoose={(files) => {
        onChoose();
        void chosen.choose(kind, files, { several: true });
      }}
      onRemove={chosen.remove}
      onRetry={chosen.retry}
      error={chosen.refusals[kind]}
      onLeaveOut={chosen.refusals[kind] ? () => chosen.leaveOut(kind) : undefined}
    />
  ));
}
