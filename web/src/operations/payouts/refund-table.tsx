import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Refund } from '#api/refunds.ts';
import { groupedIban } from '#domain/iban.ts';
import type { RefundObstacle } from '#domain/servicing/refund.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Money } from '../../ui/money.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { BankOutcomeButton, bankOutcomeNames, type BankOutcome } from './bank-outcome.tsx';
import { BeneficiaryName, CorrectLatinName } from './latin-name.tsx';
import { ConfirmMutationDialog } from '../kit/confirm-mutation-dialog.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';
import { amountFact } from '../kit/amount-fact.tsx';

/** What somebody is about to do with a refund. */
export interface RefundMoveChoice {
  move: BankOutcome | 'name';
  refund: Refund;
}

/** What was sent back of a payment, with its outcome. Nothing where nothing was. */
export function RefundsOfPayment({ refunds }: { refunds: readonly Refund[] }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState<RefundMoveChoice | null>(null);
  if (refunds.length === 0) return null;
  return (
    <Card look="plain" title={<Trans>Refunds</Trans>}>
      <Table
        label={t`Refunds`}
        rows={refunds}
        rowKey={({ id }) => id}
        columns={refundColumns(setAsking).filter(({ id }) => id !== 'payment')}
      />
      {asking ? <RefundQuestion {...asking} onClose={() => setAsking(null)} /> : null}
    </Card>
  );
}

/** Columns of a table of refunds. */
export function refundColumns(onAsk: (asked: RefundMoveChoice) => void): Column<Refund>[] {
  return [
    {
      id: 'payment',
      header: <Trans>Payment of</Trans>,
      cell: ({ payment_id, company_id, company_name }) => (
        <Link to={`/operations/payments/${payment_id}`}>
          {company_name ? (
            <UserText text={company_name} />
          ) : company_id === null ? (
            <Trans>Payer not known</Trans>
          ) : (
            <Trans>No name</Trans>
          )}
        </Link>
      ),
    },
    {
      id: 'approved',
      header: <Trans>Released</Trans>,
      cell: ({ refunded_at, refunded_by }) => (
        <span className="grid justify-items-start gap-1 cards:justify-items-end">
          <DateTime at={refunded_at} />
          <span className="text-sm text-ink-soft">
            <UserText text={refunded_by} />
          </span>
        </span>
      ),
    },
    {
      id: 'to',
      header: <Trans>To</Trans>,
      cell: (refund) => <Destination refund={refund} onAsk={onAsk} />,
    },
    {
      id: 'file',
      header: <Trans>File</Trans>,
      cell: ({ file_no }) => file_no ?? '—',
    },
    {
      id: 'state',
      header: <Trans>State</Trans>,
      cell: (refund) => <RefundState refund={refund} onAsk={onAsk} />,
    },
    {
      id: 'amount',
      header: <Trans>Amount</Trans>,
      figures: true,
      cell: ({ amount_sar }) => <Money amount={amount_sar} />,
    },
  ];
}

/** The IBAN, in whose name, and how the bank is told that name. */
function Destination({
  refund,
  onAsk,
}: {
  refund: Refund;
  onAsk: (asked: RefundMoveChoice) => void;
}) {
  const { iban, beneficiary, latin_name, amount_sar, status, file_no } = refund;
  if (iban === null || beneficiary === null) return <Trans>Sent by hand</Trans>;
  return (
    <span className="grid justify-items-start gap-1 cards:justify-items-end">
      <bdi translate="no" dir="ltr" className="tabular-nums rows:whitespace-nowrap">
        {groupedIban(iban)}
      </bdi>
      <BeneficiaryName
        beneficiary={beneficiary}
        latin_name={latin_name}
        isOpen={status === 'Sent' && file_no === null}
        subject={amount_sar}
        onCorrect={() => onAsk({ move: 'name', refund })}
      />
    </span>
  );
}

function RefundState({
  refund,
  onAsk,
}: {
  refund: Refund;
  onAsk: (asked: RefundMoveChoice) => void;
}) {
  const { t } = useLingui();
  const obstacleWord = useRefundObstacleWord();
  const { status, file_no, obstacle, reason, stop, decided_at, decided_by, amount_sar } = refund;
  return (
    <span className="grid justify-items-start gap-1 cards:justify-items-end">
      {status === 'Sent' && file_no === null ? (
        <Trans>Waiting for a file</Trans>
      ) : (
        <StatusBadge status={status} />
      )}
      {obstacle ? (
        <span className="text-sm text-overdue">
          {obstacleWord(obstacle)}{' '}
          {file_no === null ? (
            <Trans>The next file stops it.</Trans>
          ) : (
            <Trans>Ask the bank to recall it.</Trans>
          )}
        </span>
      ) : null}
      {reason ? <UserText isProse text={reason} className="text-sm text-ink-soft" /> : null}
      {stop ? (
        <span className="text-sm text-ink-soft">
          <Trans>Stopped by us: {obstacleWord(stop)}</Trans>
        </span>
      ) : null}
      {decided_at && decided_by ? (
        <span className="text-sm text-ink-soft">
          <UserText text={decided_by} /> · <DateTime at={decided_at} />
        </span>
      ) : null}
      <span className="flex flex-wrap gap-2 cards:justify-end">
        {status === 'Sent' && file_no !== null ? (
          <BankOutcomeButton
            outcome="confirm"
            label={t`It arrived: ${amount_sar}`}
            onPress={() => onAsk({ move: 'confirm', refund })}
          />
        ) : null}
        {status === 'Sent' && file_no === null ? (
          <Button
            tone="danger"
            size="small"
            aria-label={t`Do not send it: ${amount_sar}`}
            onPress={() => onAsk({ move: 'fail', refund })}
          >
            <Trans>Do not send it</Trans>
          </Button>
        ) : null}
        {status === 'Confirmed' || (status === 'Sent' && file_no !== null) ? (
          <BankOutcomeButton
            outcome="return"
            label={t`It was returned: ${amount_sar}`}
            onPress={() => onAsk({ move: 'return', refund })}
          />
        ) : null}
      </span>
    </span>
  );
}

function useRefundObstacleWord(): (obstacle: RefundObstacle) => string {
  const { t } = useLingui();
  const words: Record<RefundObstacle, string> = {
    payment_reversed: t`The payment was reversed.`,
    iban_changed: t`The company has another IBAN for refunds now.`,
    iban_invalid: t`The IBAN is not a valid Saudi one.`,
  };
  return (obstacle) => words[obstacle];
}

function factsOf({ company_name, beneficiary, iban, amount_sar }: Refund) {
  return [
    {
      id: 'company',
      label: <Trans>Company</Trans>,
      value: company_name ? <UserText text={company_name} /> : '—',
    },
    {
      id: 'to',
      label: <Trans>To</Trans>,
      value: beneficiary ? <UserText text={beneficiary} /> : '—',
    },
    {
      id: 'iban',
      label: <Trans>To the IBAN</Trans>,
      value: iban ? (
        <bdi translate="no" dir="ltr">
          {groupedIban(iban)}
        </bdi>
      ) : (
        '—'
      ),
    },
    amountFact(amount_sar),
  ];
}

/** Asks before the answer to a refund is written down, or its name for the bank. */
export function RefundQuestion({
  move,
  refund,
  onClose,
}: RefundMoveChoice & { onClose: () => void }) {
  const { t } = useLingui();
  const params = { id: refund.id };
  const facts = factsOf(refund);
  if (move === 'name') {
    return (
      <CorrectLatinName
        of={{ latin_name: refund.latin_name, beneficiary: refund.beneficiary ?? '' }}
        operation="correct_refund_name"
        params={params}
        facts={facts}
        onClose={onClose}
      />
    );
  }
  if (move === 'confirm' && refund.is_doubtful) {
    return (
      <ReasonDialog
        title={<Trans>Ask another person to confirm this refund?</Trans>}
        lead={
          <Trans>
            The company has changed its IBAN since. Once another person has approved it, it counts
            as paid to the IBAN of this refund. Say how you know that the bank has paid it.
          </Trans>
        }
        facts={facts}
        confirm={<Trans>Ask to confirm</Trans>}
        operation="confirm_doubtful_refund"
        input={(said) => ({ params, body: said })}
        done={t`Another person is asked to confirm it`}
        onClose={onClose}
      />
    );
  }
  if (move === 'confirm') {
    return (
      <ConfirmMutationDialog
        title={<Trans>Has this refund arrived?</Trans>}
        facts={facts}
        confirm={bankOutcomeNames.confirm}
        operation="confirm_refund"
        input={{ params }}
        done={t`The refund has arrived`}
        onClose={onClose}
      />
    );
  }
  if (move === 'return') {
    return (
      <ReasonDialog
        title={<Trans>Did this refund fail, or was it returned?</Trans>}
        lead={
          <Trans>
            Once another person has approved it, the amount is what it was before: the company’s
            credit, which pays what it owes, or money whose payer is not known. Say how you know it
            from the bank.
          </Trans>
        }
        facts={facts}
        confirm={<Trans>Ask to reverse it</Trans>}
        operation="return_refund"
        input={(said) => ({ params, body: said })}
        done={t`Another person is asked to approve it`}
        onClose={onClose}
      />
    );
  }
  return (
    <ReasonDialog
      title={<Trans>Do not send this refund?</Trans>}
      lead={
        <Trans>
          It is not in any file sent to the bank. The amount is what it was before: the company’s
          credit, which pays what it owes, or money whose payer is not known.
        </Trans>
      }
      facts={facts}
      confirm={<Trans>Do not send it</Trans>}
      operation="fail_refund"
      input={(said) => ({ params, body: said })}
      done={t`The refund is not sent`}
      onClose={onClose}
    />
  );
}
