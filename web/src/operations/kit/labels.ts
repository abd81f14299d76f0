import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { ReplyOf } from '#api/contract.ts';
import type { Account, LedgerEvent } from '#domain/ledger/accounts.ts';
import type { OverdueAge } from '#domain/servicing/overdue-age.ts';

type Obstacle =
  | ReplyOf<'prepare_payout_run'>['left_out'][number]['reason']
  | NonNullable<ReplyOf<'read_payout_run'>['lines'][number]['obstacle']>;

const accountWords: Record<Account, MessageDescriptor> = {
  bank: msg`Bank`,
  receivable: msg`Owed by companies`,
  refunds_receivable: msg`Refunds owed back`,
  agency_payable: msg`Owed to agencies`,
  fee_income: msg`Fee income`,
  vat_payable: msg`VAT payable`,
  company_credit: msg`Credit of companies`,
  unidentified_receipts: msg`Receipts without a payer`,
  bad_debt: msg`Bad debt`,
  recoveries: msg`Recovered of bad debt`,
};

const eventWords: Record<LedgerEvent, MessageDescriptor> = {
  ticket_financed: msg`Ticket financed`,
  fee_earned: msg`Service fee earned`,
  payout_sent: msg`Payout sent`,
  payout_failed: msg`Payout failed`,
  payout_returned: msg`Payout came back`,
  ticket_ended: msg`Ticket ended`,
  payment_received: msg`Payment received`,
  payment_identified: msg`Payer identified`,
  payment_allocated: msg`Payment allocated`,
  payment_reversed: msg`Payment reversed`,
  credit_refunded: msg`Credit refunded`,
  refund_recalled: msg`Refund owed back`,
  refund_written_off: msg`Refund written off`,
  refund_recovered: msg`Refund given back`,
  refund_came_back: msg`Refund came back`,
  recall_reduced: msg`Refund no longer owed back`,
  written_off: msg`Written off`,
  loss_recovered: msg`Loss recovered`,
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
  budget_not_confirmed: msg`No confirmed budget covers the ticket, and it is not reviewed.`,
  iban_changed: msg`The agency is paid to another IBAN now.`,
  company_overdue: msg`The company has installments that are more than 14 days overdue.`,
  iban_pending: msg`The agency's first IBAN waits to be approved.`,
  documents_not_accepted: msg`The company has not accepted the documents yet.`,
  acceptance_expired: msg`The company accepted the documents more than 7 days ago and is asked again.`,
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
