import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Ticket } from '#api/tickets.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import { serviceFee } from '#domain/payouts/service-fee.ts';
import { usePayoutPromise } from '../../ui/payout-promise.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Money } from '../../ui/money.tsx';
import { UserText } from '../../ui/user-text.tsx';
import type { TicketDecision } from './use-ticket-decision.ts';
import { Term } from '../repayment-term.tsx';
import { TicketInvoice } from '../ticket-invoice.tsx';

const PayoutIban = lazyPart(() => import('../../payouts/payout-iban.tsx'));

/** Approving binds the agency to the campaign, so the dialog repeats amount, fee and company. */
export default function ApproveDialog({
  ticket,
  answer,
  onClose,
}: {
  ticket: Ticket;
  answer: TicketDecision;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const promise = usePayoutPromise();
  const company = ticket.company_name ?? t`the company`;
  const fee = serviceFee(halalasFromDecimal(ticket.amount_sar));
  return (
    <ConfirmDialog
      title={<Trans>Approve this ticket?</Trans>}
      cancel={<Trans>Cancel</Trans>}
      confirm={<Trans>Approve ticket</Trans>}
      isSending={answer.isSending}
      onConfirm={() => answer.send({ move: 'approve', ticket })}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <p className="wrap-anywhere">
          <Trans>
            You agree to run this campaign for <UserText text={company} className="font-semibold" />
            . Ticket <UserText text={ticket.ticket_number} />, repaid by the company over{' '}
            <Term term={ticket.repayment_term} />.
          </Trans>
        </p>
        <TicketInvoice ticket={ticket} invoice={null} />
        <dl className="border-y border-line">
          <Line label={<Trans>Amount</Trans>}>
            <Money amount={ticket.amount_sar} />
          </Line>
          <Line label={<Trans>Fee (5%)</Trans>}>
            <Money amount={decimalFromHalalas(fee.fee_halalas)} />
          </Line>
          <Line label={<Trans>You receive (95%)</Trans>} strong>
            <Money amount={decimalFromHalalas(fee.net_halalas)} />
          </Line>
        </dl>
        <p className="text-sm text-ink-soft">{promise}</p>
        <PayoutIban isApproved={false} />
        <FormError message={answer.problem} />
      </div>
    </ConfirmDialog>
  );
}

function Line({
  label,
  strong = false,
  children,
}: {
  label: ReactNode;
  strong?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={`flex flex-wrap justify-between gap-x-4 py-2 not-first:border-t not-first:border-line ${strong ? 'font-semibold' : 'text-ink-soft'}`}
    >
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
