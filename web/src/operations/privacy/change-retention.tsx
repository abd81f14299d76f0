import { Trans, useLingui } from '@lingui/react/macro';
import type { RetentionRule } from '#api/privacy.ts';
import { LONGEST_RETENTION_MONTHS } from '#domain/privacy/retention.ts';
import { REJECTION_REASON_MAX_LENGTH } from '#domain/tickets/ticket.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { FormFields, FormTextField } from '../../ui/forms/form.tsx';
import { useCheckedForm } from '../../ui/forms/use-checked-form.ts';
import { toast } from '../../ui/toaster.tsx';
import { ConfirmFactsDialog } from '../kit/confirm-facts-dialog.tsx';
import { ReasonField, useReasonCheck } from '../kit/reason-field.tsx';
import { usePrivacyLabels } from './privacy-labels.ts';
import { RowsPastRetention } from './rows-past-retention.tsx';

/** Asks another person to change a period, or to confirm it as it is. */
export default function ChangeRetention({
  rule,
  onClose,
}: {
  rule: RetentionRule;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { kindLabel } = usePrivacyLabels();
  const least = rule.min_months ?? 1;
  const mutation = useIdempotentMutation('change_retention', {
    onSuccess: () => {
      toast.success(t`The request waits for another person`);
      onClose();
    },
  });
  const isPeriod = (typed: string) =>
    typed.trim() === '' ||
    (/^\d{1,3}$/.test(typed.trim()) &&
      Number(typed) >= least &&
      Number(typed) <= LONGEST_RETENTION_MONTHS);
  const checkReason = useReasonCheck();
  const form = useCheckedForm({
    defaultValues: {
      months: rule.months === null ? '' : String(rule.months),
      source: rule.source ?? '',
      reason: '',
    },
    check: ({ months, reason }) => ({
      months: isPeriod(months)
        ? undefined
        : t`Enter a number from ${least} to ${LONGEST_RETENTION_MONTHS}, or nothing.`,
      ...checkReason({ reason }),
    }),
    onValid: ({ months, source, reason }) =>
      mutation.send({
        params: { kind: rule.kind },
        body: {
          months: months.trim() === '' ? null : Number(months),
          source: source.trim() || null,
          reason: reason.trim(),
        },
      }),
    refusal: mutation,
  });
  const typed = form.watch('months').trim();
  return (
    <ConfirmFactsDialog
      title={<Trans>Change or confirm this period?</Trans>}
      lead={<Trans>It counts once another person of staff has approved it.</Trans>}
      facts={[
        {
          id: 'kind',
          label: <Trans context="of personal data">Kind</Trans>,
          value: kindLabel(rule.kind),
        },
        {
          id: 'past',
          label: <Trans>Would be erased at once</Trans>,
          value:
            typed !== '' && isPeriod(typed) ? (
              <RowsPastRetention kind={rule.kind} months={Number(typed)} />
            ) : (
              '—'
            ),
        },
      ]}
      confirm={<Trans>Request approval</Trans>}
      mutation={mutation}
      onConfirm={form.submit}
      onClose={onClose}
    >
      <FormFields form={form}>
        <FormTextField
          name="months"
          label={t`Period, months`}
          hint={t`Left empty, nothing is erased.`}
          inputMode="numeric"
          ltr
        />
        <FormTextField name="source" label={t`Legal source`} maxLength={300} optional />
        <ReasonField maxLength={REJECTION_REASON_MAX_LENGTH} />
      </FormFields>
    </ConfirmFactsDialog>
  );
}
