import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { Account, LedgerEvent } from '#domain/ledger/accounts.ts';
import type { CodeOf } from '#domain/credit/reason-codes.ts';
import type { OverdueAge } from '#domain/servicing/overdue-age.ts';

type Obstacle = CodeOf<'hold', 'staff'>;

const accountWords: Record<Account, MessageDescriptor> = {
  bank: msg`Bank`,
  receivable: msg`Owed by companies`,
  loss_allowance: msg`Allowance for expected losses`,
  refunds_receivable: msg`Refunds owed back`,
  agency_receivable: msg`Owed back by agencies`,
  agency_payable: msg`Owed to agencies`,
  fee_income: msg`Fee income`,
  vat_payable: msg`VAT payable`,
  company_credit: msg`Credit of companies`,
  unidentified_receipts: msg`Unidentified receipts`,
  credit_loss_expense: msg`Expected losses`,
  bad_debt: msg`Bad debt`,
  recoveries: msg`Bad debt recovered`,
  bank_charges: msg`Bank charges`,
};

const eventWords: Record<LedgerEvent, MessageDescriptor> = {
  ticket_financed: msg`Ticket financed`,
  fee_earned: msg`Service fee earned`,
  payout_sent: msg`Payout released`,
  payout_failed: msg`Payout failed`,
  payout_returned: msg`Payout returned`,
  ticket_ended: msg`Ticket ended`,
  payment_received: msg`Payment received`,
  payment_identified: msg`Payer identified`,
  payment_allocated: msg`Payment allocated`,
  payment_reversed: msg`Payment reversed`,
  credit_refunded: msg`Credit refunded`,
  refund_recalled: msg`Refund owed back`,
  refund_written_off: msg`Refund written off`,
  refund_recovered: msg`Refund given back`,
  refund_came_back: msg`Refund returned`,
  recall_reduced: msg`Refund no longer owed back`,
  written_off: msg`Written off`,
  loss_recovered: msg`Loss recovered`,
  allowance_adjusted: msg`Allowance adjusted`,
  bank_charges_settled: msg`Settled as bank charges`,
  bank_charges_undone: msg`No longer settled as bank charges`,
  agency_claimed: msg`Agency paid twice`,
  claim_settled: msg`Paid back by the agency`,
  claim_written_off: msg`Claim on an agency written off`,
};

const ageWords: Record<OverdueAge, MessageDescriptor> = {
  days_1_7: msg`1 to 7 days`,
  days_8_30: msg`8 to 30 days`,
  days_31_60: msg`31 to 60 days`,
  days_60_plus: msg`More than 60 days`,
};

const obstacleWords: Record<Obstacle, MessageDescriptor> = {
  agency_suspended: msg`The agency is suspended.`,
  iban_missing: msg`The agency has no IBAN.`,
  iban_invalid: msg`The agency's IBAN is not a valid Saudi one.`,
  budget_suspended: msg`The company's budget is suspended.`,
  budget_not_set: msg`The company has no set budget, and the ticket is not reviewed with the documents that it has accepted.`,
  unset_budget_above_limit: msg`The ticket was requested without a set budget, and the company’s open tickets are above the limit for one person: two people review it.`,
  invoice_of_other_company: msg`Another company's ticket has the same invoice, and nobody has reviewed this one.`,
  company_share: msg`With this payout the company would owe us more than one company may.`,
  agency_share: msg`With this payout the agency’s tickets would owe us more than those of one agency may.`,
  budget_not_confirmed: msg`No confirmed budget covers the ticket, and it is not reviewed.`,
  iban_changed: msg`The agency is paid to another IBAN now.`,
  bank_line_open: msg`A statement line that names an earlier attempt is not decided yet.`,
  company_overdue: msg`The company has installments that are overdue for too long.`,
  iban_pending: msg`The agency's first IBAN is waiting for approval.`,
  documents_not_accepted: msg`The company has not accepted the documents yet.`,
  acceptance_expired: msg`The company accepted the documents more than 7 days ago and is asked again.`,
};

const reductionWords: Record<CodeOf<'reduction', 'staff'>, MessageDescriptor> = {
  loss_not_recovered: msg`Comes off the total until it has come back.`,
};

const useWords = <Name extends string>(words: Record<Name, MessageDescriptor>) => {
  const { i18n } = useLingui();
  return (name: Name) => i18n._(words[name]);
};

/** The names of the ledger's accounts. */
export const useAccountWord = () => useWords(accountWords);
/** What a journal entry says has happened. */
export const useEventWord = () => useWords(eventWords);
/** How long something has been overdue. */
export const useAgeWord = () => useWords(ageWords);
/** Why a payout cannot go into a run, or not on to the bank. */
export const useObstacleWord = () => useWords(obstacleWords);
/** The same of a name that the history has kept; undefined where it is none. */
export function useKeptObstacleWord() {
  const { i18n } = useLingui();
  const words: Record<string, MessageDescriptor | undefined> = obstacleWords;
  return (name: string) => {
    const word = words[name];
    return word && i18n._(word);
  };
}

/** Why a budget is less. */
export const useReductionWord = () => useWords(reductionWords);
