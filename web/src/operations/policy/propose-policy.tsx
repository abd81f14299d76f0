import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { DatedPolicy, PolicyBackTest } from '#api/credit-policies.ts';
import { addDays } from '#domain/calendar.ts';
import {
  creditPolicies,
  creditPolicyOf,
  limitsOutOfBounds,
  newestPolicy,
  policyLimitFields,
  type PolicyLimits,
} from '#domain/credit/policy.ts';
import { decimalFromHalalas, decimalFromTyped, parseSar } from '#domain/money.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Form, FormMoneyField, FormTextField, useFormField } from '../../ui/forms/form.tsx';
import { useCheckedForm } from '../../ui/forms/use-checked-form.ts';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Select } from '../../ui/select.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';
import { BackTest } from './back-test.tsx';
import { policyFacts } from './policy-facts.tsx';

interface Written {
  model_version: string;
  request_grace_days: string;
  payout_grace_days: string;
  unset_budget_limit_sar: string;
  company_limit_sar: string;
  agency_limit_sar: string;
  applies_from: string;
}

const days = (typed: string) => (/^\d{1,3}$/.test(typed.trim()) ? Number(typed) : NaN);
const limit = (typed: string) => (typed.trim() === '' ? null : (parseSar(typed) ?? NaN));

function limitsOf(written: Written): PolicyLimits {
  return {
    request_grace_days: days(written.request_grace_days),
    payout_grace_days: days(written.payout_grace_days),
    unset_budget_limit_halalas: parseSar(written.unset_budget_limit_sar) ?? NaN,
    company_limit_halalas: limit(written.company_limit_sar),
    agency_limit_halalas: limit(written.agency_limit_sar),
  };
}

/** Another version or other limits, with what they would do before somebody is asked for them. */
export function ProposePolicy({ counts, today }: { counts: DatedPolicy; today: string }) {
  const { t } = useLingui();
  const [shown, setShown] = useState<{ policy: DatedPolicy; result: PolicyBackTest } | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const test = useIdempotentMutation('back_test_credit_policy');
  const form = useCheckedForm<Written>({
    defaultValues: {
      model_version: counts.model_version,
      request_grace_days: String(counts.request_grace_days),
      payout_grace_days: String(counts.payout_grace_days),
      unset_budget_limit_sar: counts.unset_budget_limit_sar,
      company_limit_sar: counts.company_limit_sar ?? '',
      agency_limit_sar: counts.agency_limit_sar ?? '',
      applies_from: addDays(today, 1),
    },
    check: (written) => {
      const policy = creditPolicyOf(written.model_version) ?? newestPolicy;
      const wrong = limitsOutOfBounds(limitsOf(written), policy).map((name) => {
        const { min, max } = policy.limits[name];
        const isAmount = name.endsWith('_halalas');
        const [least, most] = isAmount
          ? [decimalFromHalalas(min), decimalFromHalalas(max)]
          : [min, max];
        return [policyLimitFields[name], t`Enter a number from ${least} to ${most}.`];
      });
      return {
        ...Object.fromEntries(wrong),
        applies_from: written.applies_from > today ? undefined : t`Choose a day to come.`,
      };
    },
    onValid: async (written) => {
      const { applies_from, model_version } = written;
      const amount = (typed: string) => decimalFromTyped(typed) ?? '';
      const policy = {
        model_version,
        request_grace_days: days(written.request_grace_days),
        payout_grace_days: days(written.payout_grace_days),
        unset_budget_limit_sar: amount(written.unset_budget_limit_sar),
        company_limit_sar: amount(written.company_limit_sar) || null,
        agency_limit_sar: amount(written.agency_limit_sar) || null,
      };
      const result = await test.send({ body: policy });
      setShown(result && { policy: { ...policy, applies_from }, result });
    },
    refusal: test,
  });
  return (
    <div className="grid gap-8">
      <Form form={form} className="grid max-w-2xl gap-5 sm:grid-cols-2">
        <VersionChoice />
        <FormTextField
          name="applies_from"
          label={t`Counts from`}
          hint={t`Shortly after midnight in Riyadh, when the day before is closed.`}
          type="date"
          ltr
          isRequired
        />
        <FormTextField
          name="request_grace_days"
          label={t`Grace before requests stop, days`}
          inputMode="numeric"
          ltr
          isRequired
        />
        <FormTextField
          name="payout_grace_days"
          label={t`Grace before payouts stop, days`}
          inputMode="numeric"
          ltr
          isRequired
        />
        <FormMoneyField
          name="unset_budget_limit_sar"
          label={t`One person reviews without a budget up to`}
          isRequired
        />
        <FormMoneyField name="company_limit_sar" label={t`A company may owe`} optional />
        <FormMoneyField name="agency_limit_sar" label={t`An agency’s tickets may owe`} optional />
        <div className="grid justify-items-start gap-3 sm:col-span-2">
          <FormError message={test.problem} />
          <Button type="submit" tone="secondary" isPending={form.formState.isSubmitting}>
            <Trans>Show what it would do</Trans>
          </Button>
        </div>
      </Form>
      {shown ? (
        <>
          <BackTest result={shown.result} />
          <div>
            <Button onPress={() => setIsAsking(true)}>
              <Trans>Propose this policy</Trans>
            </Button>
          </div>
        </>
      ) : null}
      {shown && isAsking ? (
        <ReasonDialog
          title={<Trans>Propose this policy?</Trans>}
          lead={<Trans>Another person of staff activates it, or declines it.</Trans>}
          facts={[
            ...policyFacts(shown.policy),
            {
              id: 'from',
              label: <Trans>Counts from</Trans>,
              value: <IsoDate date={shown.policy.applies_from} />,
            },
          ]}
          confirm={<Trans>Propose</Trans>}
          operation="propose_credit_policy"
          input={(said) => ({ body: { ...shown.policy, ...said } })}
          isDanger={false}
          done={t`The proposal waits for another person`}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </div>
  );
}

function VersionChoice() {
  const { t } = useLingui();
  const { onBlur: _, ...field } = useFormField<string | null>('model_version');
  return (
    <Select
      {...field}
      label={t`Scorecard`}
      options={creditPolicies
        .toReversed()
        .map(({ version }) => ({ id: version, label: version, isExact: true }))}
    />
  );
}
