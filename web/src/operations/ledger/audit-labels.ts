import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';

/** What the history calls an operation, in words. One that is not here is shown by its name. */
const operationWords: Record<string, MessageDescriptor> = {
  block_account: msg({ context: 'in the audit log', message: 'Account blocked' }),
  lift_account_block: msg({ context: 'in the audit log', message: 'Block of an account lifted' }),
  end_account_sessions: msg({
    context: 'in the audit log',
    message: 'Sessions of an account ended',
  }),
  ask_block_account: msg({ context: 'in the audit log', message: 'Block of an account asked for' }),
  ask_lift_account_block: msg({
    context: 'in the audit log',
    message: 'Lifting of a block asked for',
  }),
  ask_end_account_sessions: msg({
    context: 'in the audit log',
    message: 'End of sessions asked for',
  }),
  withdraw_account_measure: msg({
    context: 'in the audit log',
    message: 'Measure against an account withdrawn',
  }),
  ask_factor_removal: msg({
    context: 'in the audit log',
    message: 'Removal of a second factor asked for',
  }),
  confirm_factor_removal: msg({
    context: 'in the audit log',
    message: 'Removal of a second factor confirmed',
  }),
  withdraw_factor_removal: msg({
    context: 'in the audit log',
    message: 'Removal of a second factor withdrawn',
  }),
  reset_staff_factor: msg({
    context: 'in the audit log',
    message: 'Second factor of staff reset',
  }),
  inspect_account: msg({ context: 'in the audit log', message: 'Sign-ins of an account read' }),
  add_staff: msg({ context: 'in the audit log', message: 'Added to staff' }),
  suspend_staff: msg({ context: 'in the audit log', message: 'Suspended from staff' }),
  upsert_company: msg({ context: 'in the audit log', message: 'Company profile saved' }),
  upsert_agency: msg({ context: 'in the audit log', message: 'Agency profile saved' }),
  analyse_credit: msg({ context: 'in the audit log', message: 'Credit analysed' }),
  decide_budget: msg({ context: 'in the audit log', message: 'Budget decided' }),
  review_ticket: msg({ context: 'in the audit log', message: 'Ticket reviewed' }),
  create_ticket_with_installments: msg({
    context: 'in the audit log',
    message: 'Ticket requested',
  }),
  approve_ticket: msg({ context: 'in the audit log', message: 'Ticket approved' }),
  reject_ticket: msg({ context: 'in the audit log', message: 'Ticket rejected' }),
  cancel_ticket: msg({ context: 'in the audit log', message: 'Ticket cancelled' }),
  expire_ticket: msg({ context: 'in the audit log', message: 'Ticket expired' }),
  stop_payout: msg({ context: 'in the audit log', message: 'Payout stopped' }),
  resume_payout: msg({ context: 'in the audit log', message: 'Payout no longer stopped' }),
  close_ticket: msg({ context: 'in the audit log', message: 'Ticket closed' }),
  release_ticket: msg({ context: 'in the audit log', message: 'Ticket active' }),
  return_ticket: msg({ context: 'in the audit log', message: 'Ticket back to approved' }),
  pay_installment: msg({ context: 'in the audit log', message: 'Installment paid' }),
  reopen_installment: msg({ context: 'in the audit log', message: 'Installment open again' }),
  reopen_overdue_installment: msg({
    context: 'in the audit log',
    message: 'Installment open and overdue again',
  }),
  return_installment: msg({
    context: 'in the audit log',
    message: 'Installment not owed any more',
  }),
  close_day: msg({ context: 'in the audit log', message: 'Day closed' }),
  complete_ticket: msg({ context: 'in the audit log', message: 'Ticket completed' }),
  reopen_ticket: msg({ context: 'in the audit log', message: 'Ticket active again' }),
  write_off_ticket: msg({ context: 'in the audit log', message: 'Ticket written off' }),
  pay_stopped_payout: msg({
    context: 'in the audit log',
    message: 'Stopped payout paid all the same',
  }),
  end_stopped_ticket: msg({
    context: 'in the audit log',
    message: 'Ticket of a stopped payout ended',
  }),
  end_ticket: msg({ context: 'in the audit log', message: 'Ticket ended, everything undone' }),
  end_returned_payout: msg({
    context: 'in the audit log',
    message: 'Ticket of a returned payout ended',
  }),
  confirm_doubtful_payout: msg({
    context: 'in the audit log',
    message: 'Payout in no file, or to another IBAN, confirmed',
  }),
  confirm_payment: msg({
    context: 'in the audit log',
    message: 'Payment confirmed by another person',
  }),
  request_approval: msg({ context: 'in the audit log', message: 'Approval asked for' }),
  approve_request: msg({ context: 'in the audit log', message: 'Request approved' }),
  decline_request: msg({ context: 'in the audit log', message: 'Request declined' }),
  withdraw_request: msg({ context: 'in the audit log', message: 'Request withdrawn' }),
  expire_request: msg({ context: 'in the audit log', message: 'Request not approved in time' }),
  raise_loss: msg({ context: 'in the audit log', message: 'Loss grown by a reversed payment' }),
  recover_loss: msg({ context: 'in the audit log', message: 'Loss recovered in full' }),
  send_payout: msg({ context: 'in the audit log', message: 'Payout sent' }),
  confirm_payout: msg({ context: 'in the audit log', message: 'Payout confirmed' }),
  fail_payout: msg({ context: 'in the audit log', message: 'Payout failed' }),
  return_payout: msg({ context: 'in the audit log', message: 'Payout came back' }),
  retry_payout: msg({ context: 'in the audit log', message: 'Payout waits again' }),
  cancel_payout: msg({ context: 'in the audit log', message: 'Payout cancelled' }),
  prepare_payout_run: msg({ context: 'in the audit log', message: 'Payout run prepared' }),
  release_payout_run: msg({ context: 'in the audit log', message: 'Payout run released' }),
  discard_payout_run: msg({ context: 'in the audit log', message: 'Payout run discarded' }),
  make_payout_file: msg({ context: 'in the audit log', message: 'File for the bank made' }),
  download_payout_file: msg({
    context: 'in the audit log',
    message: 'File for the bank downloaded',
  }),
  correct_latin_name: msg({
    context: 'in the audit log',
    message: 'Name for the bank corrected',
  }),
  confirm_payout_line: msg({ context: 'in the audit log', message: 'Bank: the payout arrived' }),
  stop_payout_line: msg({
    context: 'in the audit log',
    message: 'Payout stopped before the bank',
  }),
  fail_payout_line: msg({ context: 'in the audit log', message: 'Bank: the payout failed' }),
  return_payout_line: msg({ context: 'in the audit log', message: 'Bank: the payout came back' }),
  record_payment: msg({ context: 'in the audit log', message: 'Payment recorded' }),
  identify_payment: msg({ context: 'in the audit log', message: 'Payer identified' }),
  correct_value_date: msg({
    context: 'in the audit log',
    message: 'Day of a payment set to the bank’s',
  }),
  apply_credit: msg({ context: 'in the audit log', message: 'Credit used' }),
  refund_credit: msg({ context: 'in the audit log', message: 'Credit refunded' }),
  write_off_refund: msg({
    context: 'in the audit log',
    message: 'Refund written off that never came back',
  }),
  undo_refund_write_off: msg({
    context: 'in the audit log',
    message: 'Write-off of a refund undone: it came back',
  }),
  send_back_payment: msg({
    context: 'in the audit log',
    message: 'Money of an unknown payer sent back',
  }),
  send_refund: msg({ context: 'in the audit log', message: 'Refund put into a file' }),
  confirm_refund: msg({ context: 'in the audit log', message: 'Bank: the refund arrived' }),
  fail_refund: msg({ context: 'in the audit log', message: 'Bank: the refund failed' }),
  return_refund: msg({ context: 'in the audit log', message: 'Bank: the refund came back' }),
  stop_refund: msg({ context: 'in the audit log', message: 'Refund stopped before the bank' }),
  correct_refund_name: msg({
    context: 'in the audit log',
    message: 'Name for the bank corrected',
  }),
  make_refund_file: msg({ context: 'in the audit log', message: 'File of refunds made' }),
  download_refund_file: msg({
    context: 'in the audit log',
    message: 'File of refunds downloaded',
  }),
  move_payment: msg({
    context: 'in the audit log',
    message: 'Payment moved to another company',
  }),
  reverse_payment: msg({ context: 'in the audit log', message: 'Payment reversed' }),
  report_transfer: msg({ context: 'in the audit log', message: 'Transfer reported' }),
  withdraw_transfer_report: msg({
    context: 'in the audit log',
    message: 'Report of a transfer withdrawn',
  }),
  match_transfer_report: msg({
    context: 'in the audit log',
    message: 'Report of a transfer matched',
  }),
  turn_down_transfer_report: msg({
    context: 'in the audit log',
    message: 'Report of a transfer turned down',
  }),
  reopen_transfer_report: msg({
    context: 'in the audit log',
    message: 'Report of a transfer opened again',
  }),
  request_iban_change: msg({ context: 'in the audit log', message: 'IBAN entered' }),
  replace_iban_change: msg({
    context: 'in the audit log',
    message: 'IBAN replaced by a newer one',
  }),
  withdraw_iban_change: msg({ context: 'in the audit log', message: 'IBAN withdrawn' }),
  approve_iban_change: msg({ context: 'in the audit log', message: 'IBAN approved' }),
  reject_iban_change: msg({ context: 'in the audit log', message: 'IBAN rejected' }),
  verify_agency: msg({ context: 'in the audit log', message: 'Agency verified' }),
  suspend_agency: msg({ context: 'in the audit log', message: 'Agency suspended' }),
  lift_agency_suspension: msg({
    context: 'in the audit log',
    message: 'Suspension of an agency lifted',
  }),
  issue_documents: msg({
    context: 'in the audit log',
    message: 'Financing documents issued',
  }),
  accept_documents: msg({
    context: 'in the audit log',
    message: 'Financing documents accepted',
  }),
  inspect_document: msg({
    context: 'in the audit log',
    message: 'Financing document opened',
  }),
  open_document: msg({ context: 'in the audit log', message: 'Document opened' }),
  import_bank_statement: msg({ context: 'in the audit log', message: 'Bank statement imported' }),
  confirm_bank_statement_line: msg({
    context: 'in the audit log',
    message: 'Line of a statement confirmed',
  }),
  set_aside_bank_statement_line: msg({
    context: 'in the audit log',
    message: 'Line of a statement set aside',
  }),
  settle_bank_statement_line: msg({
    context: 'in the audit log',
    message: 'Line of a statement settled: the bank took the money back',
  }),
  reopen_bank_statement_line: msg({
    context: 'in the audit log',
    message: 'Line of a statement opened again',
  }),
  open_transfer_proof: msg({ context: 'in the audit log', message: 'Proof of a transfer opened' }),
};

const subjectWords = {
  ticket: msg`Ticket`,
  installment: msg`Installment`,
  day: msg`Day`,
  payout: msg`Payout`,
  payment: msg({ context: 'of a company', message: 'Payment' }),
  payout_run: msg`Payout run`,
  refund_file: msg`File of refunds`,
  company: msg`Company`,
  agency: msg`Agency`,
  file: msg`Document`,
  documents: msg`Financing documents`,
  iban_change: msg`IBAN`,
  staff: msg`Staff`,
  account: msg`Account`,
  transfer_report: msg`Reported transfer`,
  bank_statement: msg`Bank statement`,
  bank_statement_line: msg`Line of a bank statement`,
} satisfies Record<string, MessageDescriptor>;

/** The fields that the history tells of; another one is shown by its name. */
const fieldWords: Record<string, MessageDescriptor> = {
  status: msg`Status`,
  operation: msg({ context: 'in the audit log', message: 'What' }),
  reason: msg`Reason`,
  asked_by: msg({ context: 'in the audit log', message: 'Asked for by' }),
  amount_sar: msg`Amount`,
  credit_amount: msg`Credit`,
  refunded_amount: msg`Refunded`,
  to_recover_amount: msg`Refund owed back`,
  total_approval_budget: msg`Total approval budget`,
  budget_status: msg`Budget`,
  proposed_budget: msg`Proposed budget`,
  day: msg`Day`,
  overdue: msg({ context: 'in the audit log', message: 'Installments that fell overdue' }),
  expired: msg({ context: 'in the audit log', message: 'Tickets that expired' }),
  reminded: msg({ context: 'in the audit log', message: 'Installments reminded of' }),
  decision: msg`Decision`,
  grade: msg`Grade`,
  score: msg`Score`,
  payment_id: msg({ context: 'of a company', message: 'Payment' }),
  payout_id: msg`Payout`,
  obstacle: msg({ context: 'in the audit log', message: 'Stopped because' }),
  document_id: msg`Document`,
  version: msg`Version`,
  schedule_start: msg`Dates count from`,
  is_reviewed: msg({ context: 'in the audit log', message: 'Reviewed' }),
  is_verified: msg({ context: 'in the audit log', message: 'Verified' }),
  is_suspended: msg({ context: 'in the audit log', message: 'Suspended' }),
  is_known: msg({ context: 'in the audit log', message: 'Imported before' }),
  line_count: msg`New lines`,
  known_count: msg`Lines known before`,
  kind: msg({ context: 'in the audit log', message: 'Kind' }),
  format: msg`Format`,
  file_no: msg`File`,
  latin_name: msg`Name in Latin letters`,
};

/** What a status or a decision is called, by whose it is: the same name means something else of another row. */
const stateWords: Partial<Record<keyof typeof subjectWords, Record<string, MessageDescriptor>>> = {
  company: {
    Preliminary: msg`Preliminary`,
    Confirmed: msg({ message: 'Confirmed', context: 'of a budget' }),
    Suspended: msg({ message: 'Suspended', context: 'of a budget' }),
    confirm: msg({ message: 'Confirmed', context: 'a decision' }),
    adjust: msg({ message: 'Adjusted', context: 'a decision' }),
    suspend: msg({ message: 'Suspended', context: 'a decision' }),
    lift: msg({ message: 'Suspension lifted', context: 'a decision' }),
  },
  payout_run: {
    Draft: msg`To release`,
    Released: msg`Sent`,
    Completed: msg`Answered`,
    Discarded: msg`Discarded`,
  },
  transfer_report: {
    Checking: msg`To check`,
    Matched: msg`Matched`,
    TurnedDown: msg`Turned down`,
    Withdrawn: msg({ message: 'Withdrawn', context: 'a report' }),
  },
  bank_statement_line: {
    Open: msg`To decide`,
    Confirmed: msg({ message: 'Confirmed', context: 'a line' }),
    SetAside: msg({ message: 'Set aside', context: 'lines' }),
    Settled: msg({ message: 'Settled', context: 'lines' }),
  },
  iban_change: { Pending: msg`To approve`, Withdrawn: msg`Withdrawn`, Replaced: msg`Replaced` },
};

const useWords = (words: Record<string, MessageDescriptor>) => {
  const { i18n } = useLingui();
  return (name: string) => {
    const word = words[name];
    return word ? i18n._(word) : name;
  };
};

/** The names of what can have happened. */
export const useOperationWord = () => useWords(operationWords);
/** The names of what it can have happened to. */
export const useSubjectWord = () => useWords(subjectWords);
/** What a field of a row is called; undefined where it has no word. */
export function useFieldWord() {
  const { i18n } = useLingui();
  return (field: string) => {
    const word = fieldWords[field];
    return word && i18n._(word);
  };
}
/** What a state of a row is called; undefined where only the statuses of all rows have it. */
export function useStateWord(subject: string) {
  const { i18n } = useLingui();
  const words: Record<string, Record<string, MessageDescriptor> | undefined> = stateWords;
  return (state: string) => {
    const word = words[subject]?.[state];
    return word && i18n._(word);
  };
}
