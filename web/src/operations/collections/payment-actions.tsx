import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Payment, PaymentDetails } from '#api/payments.ts';
import { groupedIban } from '#domain/iban.ts';
import { decimalFromTyped, halalasFromDecimal, parseSar } from '#domain/money.ts';
import type { ApprovalKind } from '#domain/servicing/approval-kinds.ts';
import type { RefundDestination } from '#domain/servicing/refund.ts';
import { REJECTION_REASON_MAX_LENGTH } from '#domain/tickets/ticket.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { FormFields, FormMoneyField, useFormField } from '../../forms/form.tsx';
import { useCheckedForm, type Problems } from '../../forms/use-checked-form.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceCards } from '../../ui/choice.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toaster.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { ConfirmFactsDialog, type Fact } from '../kit/confirm-facts-dialog.tsx';
import { useDespiteReport } from '../tickets/despite-report.tsx';
import { PayerFields, usePayer, type PayerValues } from './payer-fields.tsx';
import { ConfirmMutationDialog } from '../kit/confirm-mutation-dialog.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';
import { ReasonField, useReasonCheck } from '../kit/reason-field.tsx';
import { useReasonToRecord } from './reason-to-record.tsx';

type Move = 'confirm' | 'identify' | 'move' | 'refund' | 'reverse' | 'send_back';
interface MoveProps {
  payment: Payment;
  onClose: () => void;
}

/** What may be done with a payment now. */
export function PaymentActions({
  details: { payment, approval_requests, refund_destinations },
}: {
  details: PaymentDetails;
}) {
  const [asking, setAsking] = useState<Move | null>(null);
  const onClose = () => setAsking(null);
  if (payment.reversed_at) return null;
  const isIdentified = payment.company_id !== null;
  const isSentBack = !isIdentified && payment.refunded_amount !== '0.00';
  const isAskedFor = (asked: ApprovalKind) => approval_requests.some(({ kind }) => kind === asked);
  const isRefundable =
    isIdentified && payment.credit_amount !== '0.00' && !isAskedFor('refund_credit');
  return (
    <>
      <Button tone="danger" onPress={() => setAsking('reverse')}>
        <Trans>Reverse</Trans>
      </Button>
      {isRefundable ? (
        <Button
          tone="secondary"
          // Why stands at the head of the page.
          isDisabled={payment.proven_at === null}
          onPress={() => setAsking('refund')}
        >
          <Trans>Refund</Trans>
        </Button>
      ) : null}
      {payment.proven_at === null ? (
        <Button
          tone="secondary"
          isDisabled={payment.is_recorded_by_caller}
          onPress={() => setAsking('confirm')}
        >
          <Trans>Confirm that it came</Trans>
        </Button>
      ) : null}
      {isIdentified ? (
        <Button tone="secondary" onPress={() => setAsking('move')}>
          <Trans>Move to another company</Trans>
        </Button>
      ) : isSentBack ? null : (
        <>
          {refund_destinations.payer ? (
            <Button
              tone="secondary"
              isDisabled={isAskedFor('send_back_payment') || !refund_destinations.is_payer_usable}
              onPress={() => setAsking('send_back')}
            >
              <Trans>Send it back</Trans>
            </Button>
          ) : null}
          <Button onPress={() => setAsking('identify')}>
            <Trans>Identify the payer</Trans>
          </Button>
        </>
      )}
      {asking === 'confirm' ? <ConfirmPayment payment={payment} onClose={onClose} /> : null}
      {asking === 'identify' ? <Identify payment={payment} onClose={onClose} /> : null}
      {asking === 'send_back' && refund_destinations.payer ? (
        <SendBack payment={payment} iban={refund_destinations.payer} onClose={onClose} />
      ) : null}
      {asking === 'move' ? <MoveToAnother payment={payment} onClose={onClose} /> : null}
      {asking === 'refund' ? (
        <Refund payment={payment} destinations={refund_destinations} onClose={onClose} />
      ) : null}
      {asking === 'reverse' ? <Reverse payment={payment} onClose={onClose} /> : null}
    </>
  );
}

function companyFact(name: string | null): Fact {
  return { id: 'company', label: <Trans>Company</Trans>, value: <UserText text={name ?? '—'} /> };
}

function creditFact({ credit_amount }: Payment): Fact {
  return { id: 'credit', label: <Trans>Credit</Trans>, value: <Money amount={credit_amount} /> };
}

function ConfirmPayment({ payment, onClose }: MoveProps) {
  const { t } = useLingui();
  const params = { id: payment.id };
  return (
    <ConfirmMutationDialog
      title={<Trans>Has this payment come?</Trans>}
      lead={
        <Trans>Look at the account first. From then on the payment counts for everything.</Trans>
      }
      facts={[
        {
          id: 'amount',
          label: <Trans>Amount</Trans>,
          value: <Money amount={payment.amount_sar} />,
        },
        companyFact(payment.company_name),
        {
          id: 'value-date',
          label: <Trans>Value date</Trans>,
          value: <IsoDate date={payment.value_date} />,
        },
        {
          id: 'bank',
          label: <Trans>Bank reference</Trans>,
          value: <UserText text={payment.bank_reference ?? '—'} />,
        },
      ]}
      confirm={<Trans>Confirm that it came</Trans>}
      operation="confirm_payment"
      input={{ params }}
      done={t`The payment is confirmed.`}
      onClose={onClose}
    />
  );
}

/** A payer who must be named. */
function useNamedPayer() {
  const { t } = useLingui();
  const { check, found } = usePayer();
  return {
    check: async (values: PayerValues): Promise<Problems> => {
      const problems = await check(values);
      if (problems.reference || found.current.company) return problems;
      return { form: t`Name a ticket or a company.` };
    },
    /** Once it was checked. */
    named: () => ({
      company_id: found.current.company?.id ?? '',
      ticket_number: found.current.ticket_number,
    }),
  };
}

function Identify({ payment, onClose }: MoveProps) {
  const { t } = useLingui();
  const mutation = useIdempotentMutation('identify_payment', {
    onSuccess: () => {
      toast.success(t`The payer is known, and the payment is allocated.`);
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
        {
          id: 'amount',
          label: <Trans>Amount</Trans>,
          value: <Money amount={payment.amount_sar} />,
        },
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

/** Nobody knows the payer. */
function SendBack({ payment, iban, onClose }: MoveProps & { iban: string }) {
  const { t } = useLingui();
  return (
    <ReasonDialog
      title={<Trans>Send this payment back?</Trans>}
      lead={
        <Trans>
          Once another person has approved it, all of it goes back to the IBAN that it came from.
          Until then its payer can still be identified.
        </Trans>
      }
      facts={[
        {
          id: 'amount',
          label: <Trans>Amount</Trans>,
          value: <Money amount={payment.amount_sar} />,
        },
        {
          id: 'iban',
          label: <Trans>To the IBAN</Trans>,
          value: <bdi dir="ltr">{groupedIban(iban)}</bdi>,
        },
      ]}
      confirm={<Trans>Ask to send it back</Trans>}
      operation="send_back_payment"
      input={(said) => ({ params: { id: payment.id }, body: said })}
      done={t`Another person is asked to approve it.`}
      onClose={onClose}
    />
  );
}

/** It was recorded for the wrong company. */
function MoveToAnother({ payment, onClose }: MoveProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const mutation = useIdempotentMutation('move_payment', {
    onSuccess: async ({ id }) => {
      toast.success(t`The payment is moved.`);
      await navigate(`/operations/payments/${id}`);
    },
  });
  const payer = useNamedPayer();
  const checkReason = useReasonCheck();
  const form = useCheckedForm<PayerValues & { reason: string }>({
    defaultValues: { reference: '', company: null, reason: '' },
    check: async (values) => {
      const problems = await payer.check(values);
      return Object.keys(problems).length > 0 ? problems : checkReason(values);
    },
    onValid: ({ reason }) => {
      const body = { ...payer.named(), reason: reason.trim() };
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
            It is reversed where it stands, what it paid is owed again there, and recorded for the
            company that you name.
          </Trans>
        ) : (
          <Trans>
            It is reversed where it stands, what it paid is owed again there, and so is the refund
            of <Money amount={payment.refunded_amount} />. It is recorded for the company that you
            name.
          </Trans>
        )
      }
      facts={[
        {
          id: 'amount',
          label: <Trans>Amount</Trans>,
          value: <Money amount={payment.amount_sar} />,
        },
        companyFact(payment.company_name),
      ]}
      confirm={<Trans>Move the payment</Trans>}
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
      <Notice tone="danger" title={<Trans>No IBAN is known to which this can be refunded.</Trans>}>
        {destinations.payer ? (
          <Trans>The IBAN that it came from is no valid Saudi one.</Trans>
        ) : (
          <Trans>No line of a statement says from which IBAN it came.</Trans>
        )}{' '}
        <Trans>
          The company gives one beside its statement of account; it can be used a day later, once
          one of us has approved it.
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
        label: <bdi dir="ltr">{groupedIban(iban)}</bdi>,
        detail:
          to === 'payer' ? (
            <Trans>The payment came from it.</Trans>
          ) : (
            <Trans>The company gave it, and one of us has approved it.</Trans>
          ),
      }))}
      value={value}
      onChange={onChange}
    />
  );
}

function Refund({ payment, destinations, onClose }: MoveProps & { destinations: Destinations }) {
  const { t } = useLingui();
  const mutation = useIdempotentMutation('refund_credit', {
    onSuccess: () => {
      toast.success(t`Another person is asked to approve it.`);
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
        (values.to ? undefined : t`No IBAN is known to which this can be refunded.`),
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
          file of refunds for the bank. Until then the credit still pays what the company owes.
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

function Reverse({ payment, onClose }: MoveProps) {
  const { t } = useLingui();
  return (
    <ReasonDialog
      title={<Trans>Reverse this payment?</Trans>}
      lead={
        payment.refunded_amount === '0.00' ? (
          <Trans>The bank took it back: what it paid is owed again.</Trans>
        ) : (
          <Trans>
            The bank took it back: what it paid is owed again, and the company owes the refund of{' '}
            <Money amount={payment.refunded_amount} />.
          </Trans>
        )
      }
      facts={[
        {
          id: 'amount',
          label: <Trans>Amount</Trans>,
          value: <Money amount={payment.amount_sar} />,
        },
        companyFact(payment.company_name),
      ]}
      confirm={<Trans>Reverse the payment</Trans>}
      operation="reverse_payment"
      input={(said) => ({ params: { id: payment.id }, body: said })}
      done={t`The payment is reversed.`}
      onClose={onClose}
    />
  );
}
