import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import type { Payment, PaymentDetails } from '#api/payments.ts';
import { groupedIban } from '#domain/iban.ts';
import { decimalFromTyped, halalasFromDecimal, parseSar } from '#domain/money.ts';
import type { RefundDestination } from '#domain/servicing/refund.ts';
import { REJECTION_REASON_MAX_LENGTH } from '#domain/tickets/ticket.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { FormFields, FormMoneyField, useFormField } from '../../ui/forms/form.tsx';
import { useCheckedForm, type Problems } from '../../ui/forms/use-checked-form.ts';
import { companyFact } from './payment-facts.tsx';
import { ChoiceCards } from '../../ui/choice.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toaster.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { ConfirmFactsDialog, type Fact } from '../kit/confirm-facts-dialog.tsx';
import { useDespiteReport } from '../tickets/despite-report.tsx';
import { PayerFields, usePayer, type PayerValues } from './payer-fields.tsx';
import { ReasonField, useReasonCheck } from '../kit/reason-field.tsx';
import { useReasonToRecord } from './reason-to-record.tsx';
import { amountFact } from '../kit/amount-fact.tsx';

interface DialogProps {
  payment: Payment;
  onClose: () => void;
}

/** The moves of a payment that ask for more than a reason. */
export default function PaymentFormDialog({
  move,
  destinations,
  ...props
}: DialogProps & { move: 'identify' | 'move' | 'refund'; destinations: Destinations }) {
  if (move === 'identify') return <Identify {...props} />;
  if (move === 'move') return <MoveToAnother {...props} />;
  return <Refund {...props} destinations={destinations} />;
}

function creditFact({ credit_amount }: Payment): Fact {
  return { id: 'credit', label: <Trans>Credit</Trans>, value: <Money amount={credit_amount} /> };
}

/** A payer who must be named. */
function useNamedPayer() {
  const { t } = useLingui();
  const { check, found } = usePayer();
  return {
    check: async (values: PayerValues): Promise<Problems> => {
      const problems = await check(values);
      if (problems.reference || found.current.company || found.current.request_number) {
        return problems;
      }
      return { form: t`Name a ticket, a payment request or a company.` };
    },
    /** Once it was checked. */
    named: () => ({
      company_id: found.current.company?.id ?? null,
      ticket_number: found.current.ticket_number,
      request_number: found.current.request_number,
    }),
  };
}

function Identify({ payment, onClose }: DialogProps) {
  const { t } = useLingui();
  const mutation = useIdempotentMutation('identify_payment', {
    onSuccess: () => {
      toast.success(t`The payer is known, and the payment is allocated`);
      onClose();
    },
  });
  const reason = useReasonToRecord(mutation);
  const payer = useNamedPayer();
  const form = useCheckedForm<PayerValues>({
    defaultValues: { reference: '', company: null },
    check: payer.check,
    onValid: () => {
      const body = reason.bodyOf(payer.named());
      return mutation.send({ params: { id: payment.id }, body });
    },
    refusal: mutation,
  });
  return (
    <ConfirmFactsDialog
      title={<Trans>Whose payment is this?</Trans>}
      facts={[
        amountFact(payment.amount_sar),
        {
          id: 'bank',
          label: <Trans>Bank reference</Trans>,
          value: <UserText text={payment.bank_reference ?? '—'} />,
        },
      ]}
      confirm={<Trans>Identify and allocate</Trans>}
      mutation={mutation}
      problem={form.problem}
      onConfirm={form.submit}
      onClose={onClose}
    >
      <FormFields form={form}>
        <PayerFields />
      </FormFields>
      {reason.field}
    </ConfirmFactsDialog>
  );
}

/** It was recorded for the wrong company. */
function MoveToAnother({ payment, onClose }: DialogProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const mutation = useIdempotentMutation('move_payment', {
    onSuccess: async ({ id }) => {
      toast.success(t`The payment is moved`);
      await navigate(`/operations/payments/${id}`);
    },
  });
  const payer = useNamedPayer();
  const another = useReasonToRecord(mutation);
  const checkReason = useReasonCheck();
  const form = useCheckedForm<PayerValues & { reason: string }>({
    defaultValues: { reference: '', company: null, reason: '' },
    check: async (values) => {
      const problems = await payer.check(values);
      return Object.keys(problems).length > 0 ? problems : checkReason(values);
    },
    onValid: ({ reason }) => {
      const body = { ...another.bodyOf(payer.named()), reason: reason.trim() };
      return mutation.send({ params: { id: payment.id }, body });
    },
    refusal: mutation,
  });
  return (
    <ConfirmFactsDialog
      title={<Trans>Which company paid this?</Trans>}
      lead={
        payment.refunded_amount === '0.00' ? (
          <Trans>
            It is reversed at its present company, where what it paid is owed again, and recorded
            for the company that you name.
          </Trans>
        ) : (
          <Trans>
            It is reversed at its present company, where what it paid and the refund of{' '}
            <Money amount={payment.refunded_amount} /> are owed again. It is recorded for the
            company that you name.
          </Trans>
        )
      }
      facts={[amountFact(payment.amount_sar), companyFact(payment.company_name)]}
      confirm={another.words(<Trans>Move the payment</Trans>)}
      isDanger
      mutation={mutation}
      problem={form.problem}
      onConfirm={form.submit}
      onClose={onClose}
    >
      <FormFields form={form}>
        <div className="grid gap-5">
          <PayerFields />
          <ReasonField maxLength={REJECTION_REASON_MAX_LENGTH} />
        </div>
      </FormFields>
    </ConfirmFactsDialog>
  );
}

type Destinations = PaymentDetails['refund_destinations'];

/** The IBANs to which a refund can go, the one that it came from first. */
function ibansOf({ payer, is_payer_usable, company }: Destinations) {
  return [
    ...(payer && is_payer_usable ? [{ to: 'payer' as const, iban: payer }] : []),
    ...(company ? [{ to: 'company' as const, iban: company }] : []),
  ];
}

/** Where the refund goes, or what is missing. */
function DestinationChoice({ destinations }: { destinations: Destinations }) {
  const { t } = useLingui();
  const { value, onChange } = useFormField<RefundDestination>('to');
  const ibans = ibansOf(destinations);
  if (ibans.length === 0) {
    return (
      <Notice tone="danger" title={<Trans>No IBAN is known for this refund.</Trans>}>
        {destinations.payer ? (
          <Trans>The IBAN that it came from is not a valid Saudi one.</Trans>
        ) : (
          <Trans>No statement line says which IBAN it came from.</Trans>
        )}{' '}
        <Trans>
          The company can give one beside its statement of account; it can be used a day later, once
          a member of staff has approved it.
        </Trans>
      </Notice>
    );
  }
  return (
    <ChoiceCards<RefundDestination>
      label={t`To the IBAN`}
      name="to"
      columns={1}
      choices={ibans.map(({ to, iban }) => ({
        id: to,
        label: (
          <bdi translate="no" dir="ltr">
            {groupedIban(iban)}
          </bdi>
        ),
        detail:
          to === 'payer' ? (
            <Trans>The payment came from it.</Trans>
          ) : (
            <Trans>The company gave it, and a member of staff has approved it.</Trans>
          ),
      }))}
      value={value}
      onChange={onChange}
    />
  );
}

function Refund({ payment, destinations, onClose }: DialogProps & { destinations: Destinations }) {
  const { t } = useLingui();
  const mutation = useIdempotentMutation('refund_credit', {
    onSuccess: () => {
      toast.success(t`Another person is asked to approve it`);
      onClose();
    },
  });
  const despite = useDespiteReport(mutation);
  const checkReason = useReasonCheck();
  const checkAmount = (typed: string) => {
    const halalas = parseSar(typed) ?? 0;
    if (halalas === 0) return t`Enter an amount of more than SAR 0.00.`;
    return halalas > halalasFromDecimal(payment.credit_amount)
      ? t`That is more than is left of this payment.`
      : undefined;
  };
  const form = useCheckedForm<{ amount_sar: string; to: RefundDestination; reason: string }>({
    defaultValues: {
      amount_sar: payment.credit_amount,
      to: ibansOf(destinations)[0]?.to,
      reason: '',
    },
    check: (values) => ({
      amount_sar:
        checkAmount(values.amount_sar) ??
        (values.to ? undefined : t`No IBAN is known for this refund.`),
      ...checkReason(values),
    }),
    onValid: ({ amount_sar, to, reason }) => {
      const amount = decimalFromTyped(amount_sar) ?? '';
      const body = despite.bodyOf({ amount_sar: amount, to, reason: reason.trim() });
      return mutation.send({ params: { id: payment.id }, body });
    },
    refusal: mutation,
  });
  return (
    <ConfirmFactsDialog
      title={<Trans>Refund this credit?</Trans>}
      lead={
        <Trans>
          Once another person has approved it, the amount leaves the credit and waits for the next
          refund file. Until then the credit still pays what the company owes.
        </Trans>
      }
      facts={[companyFact(payment.company_name), creditFact(payment)]}
      confirm={despite.words(<Trans>Ask to refund</Trans>)}
      isDanger
      mutation={mutation}
      onConfirm={form.submit}
      onClose={onClose}
    >
      <FormFields form={form}>
        <div className="grid gap-5">
          <FormMoneyField name="amount_sar" label={t`Amount`} isRequired />
          <DestinationChoice destinations={destinations} />
          <ReasonField maxLength={REJECTION_REASON_MAX_LENGTH} />
        </div>
      </FormFields>
    </ConfirmFactsDialog>
  );
}
