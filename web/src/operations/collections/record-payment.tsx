import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { decimalFromTyped, parseSar } from '#domain/money.ts';
import { isTransferAmount, isTransferDay } from '#domain/servicing/transfer.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { Form, FormMoneyField, FormTextField } from '../../ui/forms/form.tsx';
import { useCheckedForm } from '../../ui/forms/use-checked-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { toast } from '../../ui/toaster.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { useReasonToRecord } from './reason-to-record.tsx';
import { ConfirmFactsDialog } from '../kit/confirm-facts-dialog.tsx';
import { PayerFields, usePayer, type Payer, type PayerValues } from './payer-fields.tsx';
import { amountFact } from '../kit/amount-fact.tsx';

interface Draft extends Payer {
  amount_sar: string;
  value_date: string;
  bank_reference: string | null;
}

/** What is typed. */
interface Written extends PayerValues {
  amount_sar: string;
  value_date: string;
  bank_reference: string;
}

/** A transfer that has reached our account: written down, shown once more, then recorded. */
export default function RecordPayment({
  today,
  reference,
  onClose,
}: {
  today: string;
  /** What it is about, where one came from its page. */
  reference: string;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const [draft, setDraft] = useState<Draft | null>(null);
  const { check, found } = usePayer();
  const form = useCheckedForm<Written>({
    defaultValues: {
      amount_sar: '',
      value_date: today,
      bank_reference: '',
      reference,
      company: null,
    },
    check: async (values) => ({
      amount_sar: isTransferAmount(parseSar(values.amount_sar))
        ? undefined
        : t`Enter an amount of more than SAR 0.00.`,
      value_date: isTransferDay(values.value_date, today)
        ? undefined
        : t`Enter the date it reached our account, today or earlier.`,
      ...(await check(values)),
    }),
    onValid: ({ amount_sar, value_date, bank_reference }) =>
      setDraft({
        ...found.current,
        amount_sar: decimalFromTyped(amount_sar) ?? '',
        value_date,
        bank_reference: bank_reference.trim() || null,
      }),
  });

  if (draft) return <Recording draft={draft} onBack={() => setDraft(null)} />;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={<Trans>Record a payment</Trans>}
      lead={<Trans>As shown on the bank statement.</Trans>}
      actions={
        <>
          <Button tone="secondary" onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form="record-payment" isPending={form.formState.isSubmitting}>
            <Trans>Continue</Trans>
          </Button>
        </>
      }
    >
      <Form form={form} id="record-payment" className="grid gap-5">
        <FormMoneyField name="amount_sar" label={t`Amount`} isRequired />
        <FormTextField name="value_date" label={t`Value date`} type="date" ltr isRequired />
        <FormTextField
          name="bank_reference"
          label={t`Bank reference`}
          optional
          ltr
          maxLength={140}
        />
        <PayerFields optional />
      </Form>
    </Dialog>
  );
}

function Recording({ draft, onBack }: { draft: Draft; onBack: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const mutation = useIdempotentMutation('record_payment', {
    onSuccess: async ({ id }) => {
      toast.success(t`The payment is recorded`);
      await navigate(`/operations/payments/${id}`);
    },
  });
  const reason = useReasonToRecord(mutation);
  const { company, ticket_number, request_number, ...transfer } = draft;
  const { amount_sar, value_date, bank_reference } = transfer;
  const record = () => {
    const company_id = company?.id ?? null;
    const payment = { ...transfer, company_id, ticket_number, request_number };
    return mutation.send({ body: reason.bodyOf(payment) });
  };
  return (
    <ConfirmFactsDialog
      title={<Trans>Record this payment?</Trans>}
      lead={
        company || request_number ? undefined : (
          <Trans>It pays nothing before its payer is known.</Trans>
        )
      }
      facts={[
        amountFact(amount_sar),
        {
          id: 'company',
          label: <Trans>Company</Trans>,
          value: company ? (
            <UserText text={company.name} />
          ) : request_number ? (
            <Trans>As in the payment request</Trans>
          ) : (
            <Trans>Not known yet</Trans>
          ),
        },
        {
          id: 'pays',
          label: <Trans>Pays</Trans>,
          value:
            (ticket_number ?? request_number) ? (
              <bdi translate="no">{ticket_number ?? request_number}</bdi>
            ) : company ? (
              <Trans>The oldest due first</Trans>
            ) : (
              '—'
            ),
        },
        { id: 'date', label: <Trans>Value date</Trans>, value: <IsoDate date={value_date} /> },
        {
          id: 'bank',
          label: <Trans>Bank reference</Trans>,
          value: <UserText text={bank_reference ?? '—'} />,
        },
      ]}
      confirm={reason.words(<Trans>Record the payment</Trans>)}
      mutation={mutation}
      onConfirm={record}
      onClose={onBack}
    >
      {reason.field}
    </ConfirmFactsDialog>
  );
}
