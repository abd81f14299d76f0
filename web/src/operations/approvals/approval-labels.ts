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
    done: msg`The remainder is written off`,
  },
  refund_credit: {
    name: msg`Refund a credit`,
    effect: msg`The amount leaves the company’s credit and waits for the next refund file.`,
    done: msg`The refund waits for a bank file`,
  },
  write_off_refund: {
    name: msg`Write off a refund that was never recovered`,
    effect: msg`What is still owed back is counted as lost. A company that we know owes it as before, and its budget is suspended.`,
    done: msg`The refund is written off`,
  },
  pay_stopped_payout: {
    name: msg`Pay a stopped payout anyway`,
    effect: msg`The agency is paid with the next payout run, although the company is overdue for too long. Both are told.`,
    done: msg`The payout is no longer stopped`,
  },
  end_stopped_ticket: {
    name: msg`End a ticket whose payout is stopped`,
    effect: msg`Its payout is cancelled, and the company owes nothing for it. Both sides are told.`,
    done: msg`The ticket is ended`,
  },
  end_returned_payout: {
    name: msg`End a ticket whose payout was returned`,
    effect: msg`Everything is reversed: the agency is not paid, and what the company has paid for it is its credit. Both sides are told.`,
    done: msg`The ticket is ended`,
  },
  send_back_payment: {
    name: msg`Send money of an unknown payer back`,
    effect: msg`The full amount goes back to the IBAN that it came from, with the next refund file.`,
    done: msg`The refund waits for a bank file`,
  },
  confirm_doubtful_payout: {
    name: msg`Confirm a doubtful payout`,
    effect: msg`The payout counts as paid by the bank, although it is not in any file or the agency has changed its IBAN since. Check with the bank first.`,
    done: msg`The payout is confirmed`,
  },
  confirm_doubtful_refund: {
    name: msg`Confirm a doubtful refund`,
    effect: msg`The refund counts as paid by the bank, although the company has changed its IBAN since. Check with the bank first.`,
    done: msg`The refund is confirmed`,
  },
  return_refund: {
    name: msg`Reverse a refund that failed or was returned`,
    effect: msg`The amount is what it was before: the company’s credit, which pays what it owes, or money whose payer is not known. Check with the bank first.`,
    done: msg`The refund is reversed`,
  },
  set_aside_own_transfer_line: {
    name: msg`Set aside a line of our own payout or refund`,
    effect: msg`The line says nothing about the payout or the refund that it names, which can be sent again. Ask the bank first.`,
    done: msg`The line is set aside`,
  },
  settle_further_bank_charges: {
    name: msg`Settle small rests as bank charges`,
    effect: msg`What is left of the ticket is our expense, and the company owes nothing more for it. One person may settle SAR 25.00 of a company within a year; this is beyond it.`,
    done: msg`The rest is settled`,
  },
  settle_return_charges: {
    name: msg`Settle a return less bank charges`,
    effect: msg`The payout or refund counts as returned in full, and what is missing is our expense. One person may book SAR 25.00; this is beyond it. Ask the bank first.`,
    done: msg`The return is settled`,
  },
  settle_agency_claim: {
    name: msg`Settle what an agency was paid twice`,
    effect: msg`With a bank reference the amount counts as paid back by the agency: check the account first. Without one it is counted as lost.`,
    done: msg`The claim is settled`,
  },
  reject_bank_statement: {
    name: msg`Reject a bank statement`,
    effect: msg`The lines of this file are set aside and its payments reversed, except what a compared statement shows too or another person has confirmed. Payouts and refunds that it alone called failed or returned count as arrived again. Ask the bank first.`,
    done: msg`The statement is rejected`,
  },
  accept_bank_statement: {
    name: msg`Accept statements that contradict each other`,
    effect: msg`This file and those that contradict it are all the bank’s, and each proves again what it shows. Ask the bank first.`,
    done: msg`The statements are accepted`,
  },
  approve_virtual_ibans: {
    name: msg`Use a list of virtual IBANs`,
    effect: msg`Every company with a ticket is given one of them for good and pays to it. Compare the list with the one that the bank sent.`,
    done: msg`The list is approved, and companies have their virtual IBANs`,
  },
  pay_without_budget: {
    name: msg`Pay a ticket without a set budget`,
    effect: msg`The agency is paid with the next payout run, although the company has no set budget and its open tickets are above the limit for one person. Read the invoice and the accepted documents first.`,
    done: msg`Two people have reviewed the ticket`,
  },
  activate_policy: {
    name: msg`Activate a credit policy`,
    effect: msg`From its day on it replaces the policy that counts. Another scorecard assesses every company again. Confirmed budgets stay.`,
    done: msg`The policy is planned`,
  },
  export_person: {
    name: msg`Export a person’s data`,
    effect: msg`You and the requester can download all personal data of this account and its files for seven days. Give it to nobody but that person.`,
    done: msg`The export is released`,
  },
  erase_person: {
    name: msg`Erase a person’s data`,
    effect: msg`Nobody can sign in to this account again, and its personal data is gone for good. What the law has us store stays.`,
    done: msg`The person’s data is erased`,
  },
  change_retention: {
    name: msg`Set a retention period`,
    effect: msg`From now on the daily job erases what is older than this period.`,
    done: msg`The period is set`,
  },
  lift_suspension: {
    name: msg`Lift the suspension of a budget`,
    effect: msg`The budget counts again, less the loss that has not been recovered. It is preliminary until somebody confirms it.`,
    done: msg`The suspension is lifted`,
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
