import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { isIsoDate } from '#domain/calendar.ts';
import { decimalFromHalalas, MAX_AMOUNT_HALALAS, parseSar } from '#domain/money.ts';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { focusFirstError } from '../../ui/focus-first-error.ts';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Money } from '../../ui/money.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toaster.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { useReasonToRecord } from './reason-to-record.tsx';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { PayerInputs, usePayerFields, type Payer } from './payer-fields.tsx';
import { useMoneyMutation } from '../kit/use-money-mutation.ts';

interface Draft extends Payer {
  amount_sar: string;
  value_date: string;
  bank_reference: string | null;
}

/** A transfer that has reached our account: written down, shown once more, then recorded. */
export function RecordPayment({
  today,
  reference,
  onClose,
}: {
  today: string;
  /** The ticket that it is about, where one came from its page. */
  reference: string;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const payer = usePayerFields(reference);
  const [amount, setAmount] = useState('');
  const [date, setDate] = useState(today);
  const [bankReference, setBankReference] = useState('');
  const [problems, setProblems] = useState<{ amount?: string; date?: string }>({});
  const [isChecking, setChecking] = useState(false);
  const [draft, setDraft] = useState<Draft | null>(null);

  const check = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const halalas = parseSar(amount);
    const isAmount = halalas !== null && halalas > 0 && halalas <= MAX_AMOUNT_HALALAS;
    const found = {
      ...(!isAmount && { amount: t`Enter an amount of more than SAR 0.00.` }),
      ...(!isIsoDate(date) || date > today
        ? { date: t`Enter the day it reached our account, today or earlier.` }
        : {}),
    };
    setProblems(found);
    setChecking(true);
    const whose = await payer.read();
    setChecking(false);
    if (!isAmount || Object.keys(found).length > 0 || !whose) {
      focusFirstError(form);
      return;
    }
    setDraft({
      ...whose,
      amount_sar: decimalFromHalalas(halalas),
      value_date: date,
      bank_reference: bankReference.trim() || null,
    });
  };

  if (draft) return <Recording draft={draft} onBack={() => setDraft(null)} />;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={<Trans>Record a payment</Trans>}
      lead={<Trans>As it stands on the bank statement.</Trans>}
      actions={
        <>
          <Button tone="secondary" onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form="record-payment" isPending={isChecking}>
            <Trans>Continue</Trans>
          </Button>
        </>
      }
    >
      <form
        id="record-payment"
        noValidate
        className="grid gap-5"
        onSubmit={(event) => void check(event)}
      >
        <MoneyField
          label={t`Amount`}
          isRequired
          value={amount}
          onChange={setAmount}
          error={problems.amount}
        />
        <TextField
          label={t`Value date`}
          type="date"
          ltr
          isRequired
          value={date}
          onChange={setDate}
          error={problems.date}
        />
        <TextField
          label={t`Bank reference`}
          optional
          ltr
          maxLength={140}
          value={bankReference}
          onChange={setBankReference}
        />
        <PayerInputs fields={payer} optional />
      </form>
    </Dialog>
  );
}

function Recording({ draft, onBack }: { draft: Draft; onBack: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const action = useMoneyMutation();
  const reason = useReasonToRecord(action);
  const { company, ticket_number, amount_sar, value_date, bank_reference } = draft;
  const record = async () => {
    const body = reason.bodyOf({
      amount_sar,
      value_date,
      bank_reference,
      company_id: company?.id ?? null,
      ticket_number,
    });
    const payment = await action.send(body, (idempotencyKey) =>
      call('record_payment', { body, idempotencyKey }),
    );
    if (!payment) return;
    toast.success(t`The payment is recorded.`);
    await navigate(`/operations/payments/${payment.id}`);
  };
  return (
    <ConfirmDialog
      title={<Trans>Record this payment?</Trans>}
      lead={company ? undefined : <Trans>It pays nothing before its payer is known.</Trans>}
      facts={[
        { id: 'amount', label: <Trans>Amount</Trans>, value: <Money amount={amount_sar} /> },
        {
          id: 'company',
          label: <Trans>Company</Trans>,
          value: company ? <UserText text={company.name} /> : <Trans>Not known yet</Trans>,
        },
        {
          id: 'pays',
          label: <Trans>Pays</Trans>,
          value: ticket_number ? (
            <bdi>{ticket_number}</bdi>
          ) : company ? (
            <Trans>The longest due first</Trans>
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
      action={action}
      onConfirm={record}
      onClose={onBack}
    >
      {reason.field}
    </ConfirmDialog>
  );
}
