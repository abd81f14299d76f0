import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Payment, PaymentDetails } from '#api/payments.ts';
import { groupedIban } from '#domain/iban.ts';
import { halalasFromDecimal, decimalFromHalalas, parseSar } from '#domain/money.ts';
import type { ApprovalKind } from '#domain/servicing/approval-kinds.ts';
import type { RefundDestination } from '#domain/servicing/refund.ts';
import { REJECTION_REASON_MAX_LENGTH } from '#domain/tickets/ticket.ts';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceCards } from '../../ui/choice.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Money } from '../../ui/money.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toaster.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { ConfirmDialog, type Fact } from '../kit/confirm-dialog.tsx';
import { useDespiteReport } from '../tickets/despite-report.tsx';
import { PayerInputs, usePayerFields } from './payer-fields.tsx';
import { ConfirmMutationDialog } from '../kit/confirm-mutation-dialog.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';
import { ReasonField } from '../kit/reason-field.tsx';
import { useReasonToRecord } from './reason-to-record.tsx';
import { useMoneyMutation } from '../kit/use-money-mutation.ts';

type Move = 'confirm' | 'identify' | 'move' | 'refund' | 'reverse' | 'send_back' | 'write_off';
interface MoveProps {
  payment: Payment;
  onClose: () => void;
}

/** What may be done with a payment now. */
export function PaymentActions({ details }: { details: PaymentDetails }) {
  const { payment, approval_requests, refund_destinations } = details;
  const [asking, setAsking] = useState<Move | null>(null);
  const onClose = () => setAsking(null);
  if (payment.reversed_at) return <RecalledRefundActions details={details} />;
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

/** Of a reversed payment nothing is left to do but to give up a refund of it that never came back. */
function RecalledRefundActions({
  details: { payment, approval_requests, refunds },
}: {
  details: PaymentDetails;
}) {
  const [isAsking, setAsking] = useState(false);
  if (payment.to_recover_amount === '0.00') return null;
  const isAsked = approval_requests.some(({ kind }) => kind === 'write_off_refund');
  // The bank may yet say that it failed.
  const isOnItsWay = refunds.some(({ status }) => status === 'Sent');
  return (
    <>
      <Button tone="danger" isDisabled={isAsked || isOnItsWay} onPress={() => setAsking(true)}>
        <Trans>Write off the refund</Trans>
      </Button>
      {isAsking ? <WriteOffRefund payment={payment} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function WriteOffRefund({ payment, onClose }: MoveProps) {
  const { t } = useLingui();
  return (
    <ReasonDialog
      title={<Trans>Write off this refund?</Trans>}
      lead={
        payment.company_id === null ? (
          <Trans>
            Once another person has approved it, what is still owed back is counted as lost. Nobody
            knows its payer.
          </Trans>
        ) : (
          <Trans>
            Once another person has approved it, what is still owed back is counted as lost. The
            company owes it as before, and its budget is suspended.
          </Trans>
        )
      }
      facts={[
        {
          id: 'amount',
          label: <Trans>Refund owed back</Trans>,
          value: <Money amount={payment.to_recover_amount} />,
        },
        companyFact(payment.company_name),
      ]}
      confirm={<Trans>Ask to write it off</Trans>}
      post={(reason, idempotencyKey, despite) =>
        call('write_off_refund', {
          params: { id: payment.id },
          body: { reason, ...despite },
          idempotencyKey,
        })
      }
      done={t`Another person is asked to approve it.`}
      onClose={onClose}
    />
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
      sends={params}
      post={(idempotencyKey) => call('confirm_payment', { params, idempotencyKey })}
      done={t`The payment is confirmed.`}
      onClose={onClose}
    />
  );
}

function Identify({ payment, onClose }: MoveProps) {
  const { t } = useLingui();
  const action = useMoneyMutation();
  const reason = useReasonToRecord(action);
  const fields = usePayerFields();
  const [isMissing, setMissing] = useState(false);
  const identify = async () => {
    const payer = await fields.read();
    setMissing(payer !== null && payer.company === null);
    if (!payer?.company) return;
    const params = { id: payment.id };
    const body = reason.bodyOf({
      company_id: payer.company.id,
      ticket_number: payer.ticket_number,
    });
    const reply = await action.send(body, (idempotencyKey) =>
      call('identify_payment', { params, body, idempotencyKey }),
    );
    if (!reply) return;
    toast.success(t`The payer is known, and the payment is allocated.`);
    onClose();
  };
  return (
    <ConfirmDialog
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
      action={action}
      problem={isMissing ? t`Name a ticket or a company.` : action.problem}
      onConfirm={identify}
      onClose={onClose}
    >
      <PayerInputs fields={fields} />
      {reason.field}
    </ConfirmDialog>
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
      post={(reason, idempotencyKey) =>
        call('send_back_payment', { params: { id: payment.id }, body: { reason }, idempotencyKey })
      }
      done={t`Another person is asked to approve it.`}
      onClose={onClose}
    />
  );
}

/** It was recorded for the wrong company. */
function MoveToAnother({ payment, onClose }: MoveProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const action = useMoneyMutation();
  const fields = usePayerFields();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<'payer' | 'reason' | null>(null);
  const move = async () => {
    const payer = await fields.read();
    if (!payer) return;
    const said = reason.trim();
    setMissing(payer.company === null ? 'payer' : said === '' ? 'reason' : null);
    if (payer.company === null || said === '') return;
    const params = { id: payment.id };
    const body = {
      company_id: payer.company.id,
      ticket_number: payer.ticket_number,
      reason: said,
    };
    const reply = await action.send([payment.id, body], (idempotencyKey) =>
      call('move_payment', { params, body, idempotencyKey }),
    );
    if (!reply) return;
    toast.success(t`The payment is moved.`);
    await navigate(`/operations/payments/${reply.id}`);
  };
  return (
    <ConfirmDialog
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
      action={action}
      problem={missing === 'payer' ? t`Name a ticket or a company.` : action.problem}
      onConfirm={move}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <PayerInputs fields={fields} />
        <ReasonField
          maxLength={REJECTION_REASON_MAX_LENGTH}
          value={reason}
          onChange={(text) => {
            setReason(text);
            setMissing(null);
            action.forget();
          }}
          error={missing === 'reason' ? t`Say why.` : action.at('reason')}
        />
      </div>
    </ConfirmDialog>
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
function DestinationChoice({
  destinations,
  value,
  onChange,
}: {
  destinations: Destinations;
  value: RefundDestination | null;
  onChange: (to: RefundDestination) => void;
}) {
  const { t } = useLingui();
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
  const action = useMoneyMutation();
  const despite = useDespiteReport(action);
  const [amount, setAmount] = useState(payment.credit_amount);
  const [to, setTo] = useState(ibansOf(destinations)[0]?.to ?? null);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isReasonMissing, setReasonMissing] = useState(false);
  const refund = async () => {
    const halalas = parseSar(amount);
    setReasonMissing(reason.trim() === '');
    if (halalas === null || halalas === 0) {
      setProblem(t`Enter an amount of more than SAR 0.00.`);
      return;
    }
    if (halalas > halalasFromDecimal(payment.credit_amount)) {
      setProblem(t`That is more than is left of this payment.`);
      return;
    }
    if (reason.trim() === '') return;
    if (to === null) {
      setProblem(t`No IBAN is known to which this can be refunded.`);
      return;
    }
    const params = { id: payment.id };
    const body = despite.bodyOf({
      amount_sar: decimalFromHalalas(halalas),
      to,
      reason: reason.trim(),
    });
    const reply = await action.send(body, (idempotencyKey) =>
      call('refund_credit', { params, body, idempotencyKey }),
    );
    if (!reply) return;
    toast.success(t`Another person is asked to approve it.`);
    onClose();
  };
  return (
    <ConfirmDialog
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
      action={action}
      onConfirm={refund}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <MoneyField
          label={t`Amount`}
          isRequired
          value={amount}
          onChange={(text) => {
            setAmount(text);
            setProblem(undefined);
            action.forget();
          }}
          error={problem ?? action.at('amount_sar')}
        />
        <DestinationChoice
          destinations={destinations}
          value={to}
          onChange={(next) => {
            setTo(next);
            setProblem(undefined);
            action.forget();
          }}
        />
        <ReasonField
          maxLength={REJECTION_REASON_MAX_LENGTH}
          value={reason}
          onChange={(text) => {
            setReason(text);
            setReasonMissing(false);
            action.forget();
          }}
          error={isReasonMissing ? t`Say why.` : action.at('reason')}
        />
      </div>
    </ConfirmDialog>
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
      post={(reason, idempotencyKey) =>
        call('reverse_payment', { params: { id: payment.id }, body: { reason }, idempotencyKey })
      }
      done={t`The payment is reversed.`}
      onClose={onClose}
    />
  );
}
