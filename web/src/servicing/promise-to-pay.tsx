import { Trans, useLingui } from '@lingui/react/macro';
import type { PayCentre } from '#api/payment-requests.ts';
import { addDays } from '#domain/calendar.ts';
import { PROMISE_DAYS, type PromiseStatus } from '#domain/installments/payment-promise.ts';
import { useIdempotentMutation } from '../api/use-idempotent-mutation.ts';
import { PromiseWords } from '../installments/promise-words.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FormError } from '../ui/form-error.tsx';
import { Form, useFormField } from '../ui/forms/form.tsx';
import { useCheckedForm } from '../ui/forms/use-checked-form.ts';
import { useDateText } from '../ui/iso-date.tsx';
import { Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { Select } from '../ui/select.tsx';
import { toast } from '../ui/toaster.tsx';

/** The promise to pay all that is overdue: how it is made, or what has become of it. Nothing while nothing is overdue. */
export function PromiseToPay({ centre }: { centre: PayCentre }) {
  const { promise, position } = centre;
  if (promise !== null) return <PromiseMade promise={promise} />;
  return position.overdue_sar === '0.00' ? null : <PromiseForm centre={centre} />;
}

const tones = { Open: 'info', Kept: 'good', Broken: 'danger' } as const satisfies Record<
  PromiseStatus,
  string
>;

function PromiseMade({ promise }: { promise: NonNullable<PayCentre['promise']> }) {
  return (
    <Notice tone={tones[promise.status]} title={<PromiseWords promise={promise} />}>
      <p>
        {promise.status === 'Open' ? (
          <Trans>
            We send no reminders until then. What is stopped because you are late stays stopped.
          </Trans>
        ) : promise.status === 'Kept' ? (
          <Trans>You can promise again after everything that is overdue is paid.</Trans>
        ) : (
          <Trans>
            Until everything that is overdue is paid, your grade can be limited, and you cannot
            promise again.
          </Trans>
        )}
      </p>
    </Notice>
  );
}

function PromiseForm({ centre: { position, today } }: { centre: PayCentre }) {
  const { t } = useLingui();
  const { overdue_sar } = position;
  const promise = useIdempotentMutation('promise_payment', {
    onSuccess: () => {
      toast.success(t`Your promise is noted`);
    },
  });
  const form = useCheckedForm({
    defaultValues: { promised_for: '' },
    check: ({ promised_for }) => ({
      promised_for: promised_for ? undefined : t`Choose the day by which you pay.`,
    }),
    onValid: ({ promised_for }) =>
      promise.send({ body: { promised_for, amount_sar: overdue_sar } }),
    refusal: promise,
  });
  return (
    <Card look="plain" title={<Trans>Promise to pay</Trans>}>
      <Form form={form} className="grid max-w-xl gap-4">
        <p>
          <Trans>
            You can promise once to pay all that is overdue, <Money amount={overdue_sar} />, by a
            day within {PROMISE_DAYS} days. We send no reminders until then. What is stopped because
            you are late stays stopped until it is paid.
          </Trans>
        </p>
        <PromiseDay today={today} />
        <FormError message={form.problem} />
        <Button
          type="submit"
          tone="secondary"
          isPending={promise.isSending}
          className="justify-self-start"
        >
          <Trans>Promise to pay</Trans>
        </Button>
      </Form>
    </Card>
  );
}

function PromiseDay({ today }: { today: string }) {
  const { t } = useLingui();
  const dateText = useDateText();
  const { onChange, value, name, error } = useFormField('promised_for');
  const days = Array.from({ length: PROMISE_DAYS + 1 }, (_, ahead) => addDays(today, ahead));
  return (
    <Select
      name={name}
      label={<Trans>The money reaches our account by</Trans>}
      placeholder={t`Choose a day`}
      options={days.map((day) => ({ id: day, label: dateText(day), isExact: true }))}
      value={value || null}
      onChange={(day) => onChange(day ?? '')}
      error={error}
      className="max-w-xs"
    />
  );
}
