import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { ApprovalKind } from '#domain/servicing/approval-kinds.ts';

/** What each kind of request is called, what its approval does, and what is said once it is done. */
const kinds: Record<
  ApprovalKind,
  { name: MessageDescriptor; effect: MessageDescriptor; done: MessageDescriptor }
> = {
  write_off_ticket: {
    name: msg`Write off a ticket`,
    effect: msg`What is still owed is counted as lost, and the ticket is closed. The company owes it as before, and its budget is suspended.`,
    done: msg`The rest is written off.`,
  },
  refund_credit: {
    name: msg`Refund a credit`,
    effect: msg`The amount leaves the company’s credit and waits for the next file of refunds for the bank.`,
    done: msg`The refund waits for a file for the bank.`,
  },
  write_off_refund: {
    name: msg`Write off a refund that never came back`,
    effect: msg`What is still owed back is counted as lost. A company that we know owes it as before, and its budget is suspended.`,
    done: msg`The refund is written off.`,
  },
  pay_stopped_payout: {
    name: msg`Pay a stopped payout all the same`,
    effect: msg`The agency is paid with the next payout run, although the company is more than 14 days overdue. Both are told.`,
    done: msg`The payout is not stopped any more.`,
  },
  end_stopped_ticket: {
    name: msg`End a ticket whose payout is stopped`,
    effect: msg`Its payout is cancelled, and the company owes nothing for it. Both sides are told.`,
    done: msg`The ticket is ended.`,
  },
  end_returned_payout: {
    name: msg`End a ticket whose payout came back`,
    effect: msg`Everything is undone: the agency is not paid, and what the company has paid for it is its credit. Both sides read it.`,
    done: msg`The ticket is ended.`,
  },
  send_back_payment: {
    name: msg`Send money of an unknown payer back`,
    effect: msg`All of it goes back to the IBAN that it came from, with the next file of refunds for the bank.`,
    done: msg`The refund waits for a file for the bank.`,
  },
  confirm_doubtful_payout: {
    name: msg`Confirm a payout that is in doubt`,
    effect: msg`The payout counts as paid by the bank, although it is in no file or the agency has changed its IBAN since. Look at the bank first.`,
    done: msg`The payout is confirmed.`,
  },
  lift_suspension: {
    name: msg`Lift the suspension of a budget`,
    effect: msg`The budget counts again, less the loss that has not come back. It is preliminary until somebody confirms it.`,
    done: msg`The suspension is lifted.`,
  },
};

/** The words of a kind of request. */
export function useApprovalWords(): (kind: ApprovalKind) => {
  name: string;
  effect: string;
  done: string;
} {
  const { i18n } = useLingui();
  return (kind) => {
    const { name, effect, done } = kinds[kind];
    return { name: i18n._(name), effect: i18n._(effect), done: i18n._(done) };
  };
}
