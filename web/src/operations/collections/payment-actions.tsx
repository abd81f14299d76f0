import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Payment, PaymentDetails } from '#api/payments.ts';
import { groupedIban } from '#domain/iban.ts';
import type { ApprovalKind } from '#domain/servicing/approval-kinds.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { companyFact } from './payment-facts.tsx';
import { Button } from '../../ui/button.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Money } from '../../ui/money.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { ConfirmMutationDialog } from '../kit/confirm-mutation-dialog.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';
import { amountFact } from '../kit/amount-fact.tsx';

const PaymentFormDialog = lazyPart(() => import('./payment-dialogs.tsx'));

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
          <Trans>Confirm that it arrived</Trans>
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
      {asking === 'identify' || asking === 'move' || asking === 'refund' ? (
        <PaymentFormDialog
          move={asking}
          payment={payment}
          destinations={refund_destinations}
          onClose={onClose}
        />
      ) : null}
      {asking === 'send_back' && refund_destinations.payer ? (
        <SendBack payment={payment} iban={refund_destinations.payer} onClose={onClose} />
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
            Once another person has approved it, what is still owed back is counted as lost. Its
            payer is not known.
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
      operation="write_off_refund"
      input={(said) => ({ params: { id: payment.id }, body: said })}
      done={t`Another person is asked to approve it`}
      onClose={onClose}
    />
  );
}

function ConfirmPayment({ payment, onClose }: MoveProps) {
  const { t } = useLingui();
  const params = { id: payment.id };
  return (
    <ConfirmMutationDialog
      title={<Trans>Has this payment arrived?</Trans>}
      lead={<Trans>Check the account first. From then on the payment counts in full.</Trans>}
      facts={[
        amountFact(payment.amount_sar),
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
      confirm={<Trans>Confirm that it arrived</Trans>}
      operation="confirm_payment"
      input={{ params }}
      done={t`The payment is confirmed`}
      onClose={onClose}
    />
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
        amountFact(payment.amount_sar),
        {
          id: 'iban',
          label: <Trans>To the IBAN</Trans>,
          value: (
            <bdi translate="no" dir="ltr">
              {groupedIban(iban)}
            </bdi>
          ),
        },
      ]}
      confirm={<Trans>Ask to send it back</Trans>}
      operation="send_back_payment"
      input={(said) => ({ params: { id: payment.id }, body: said })}
      done={t`Another person is asked to approve it`}
      onClose={onClose}
    />
  );
}

function Reverse({ payment, onClose }: MoveProps) {
  const { t } = useLingui();
  return (
    <ReasonDialog
      title={<Trans>Reverse this payment?</Trans>}
      lead={
        payment.refunded_amount === '0.00' ? (
          <Trans>The bank reversed it: what it paid is owed again.</Trans>
        ) : (
          <Trans>
            The bank reversed it: what it paid is owed again, and the company owes the refund of{' '}
            <Money amount={payment.refunded_amount} />.
          </Trans>
        )
      }
      facts={[amountFact(payment.amount_sar), companyFact(payment.company_name)]}
      confirm={<Trans>Reverse the payment</Trans>}
      operation="reverse_payment"
      input={(said) => ({ params: { id: payment.id }, body: said })}
      done={t`The payment is reversed`}
      onClose={onClose}
    />
  );
}
