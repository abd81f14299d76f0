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
  ask_block_account: msg({ context: 'in the audit log', message: 'Block of an account requested' }),
  ask_lift_account_block: msg({
    context: 'in the audit log',
    message: 'Lifting of a block requested',
  }),
  ask_end_account_sessions: msg({
    context: 'in the audit log',
    message: 'End of sessions requested',
  }),
  withdraw_account_measure: msg({
    context: 'in the audit log',
    message: 'Measure against an account withdrawn',
  }),
  ask_factor_removal: msg({
    context: 'in the audit log',
    message: 'Removal of two-step verification requested',
  }),
  confirm_factor_removal: msg({
    context: 'in the audit log',
    message: 'Removal of two-step verification confirmed',
  }),
  withdraw_factor_removal: msg({
    context: 'in the audit log',
    message: 'Removal of two-step verification withdrawn',
  }),
  reset_staff_factor: msg({
    context: 'in the audit log',
    message: 'Two-step verification of staff reset',
  }),
  inspect_account: msg({ context: 'in the audit log', message: 'Sign-ins of an account viewed' }),
  add_staff: msg({ context: 'in the audit log', message: 'Added to staff' }),
  suspend_staff: msg({ context: 'in the audit log', message: 'Suspended from staff' }),
  upsert_company: msg({ context: 'in the audit log', message: 'Company profile saved' }),
  upsert_agency: msg({ context: 'in the audit log', message: 'Agency profile saved' }),
  analyse_credit: msg({ context: 'in the audit log', message: 'Credit analysed' }),
  give_bureau_consent: msg({
    context: 'in the audit log',
    message: 'Consent to the credit bureau given',
  }),
  withdraw_bureau_consent: msg({
    context: 'in the audit log',
    message: 'Consent to the credit bureau withdrawn',
  }),
  record_bureau_score: msg({ context: 'in the audit log', message: 'Credit bureau answered' }),
  miss_bureau_answer: msg({ context: 'in the audit log', message: 'Credit bureau did not answer' }),
  change_credit: msg({ context: 'in the audit log', message: 'Grade or budget changed' }),
  stop_requests: msg({ context: 'in the audit log', message: 'New requests stopped' }),
  reopen_requests: msg({ context: 'in the audit log', message: 'New requests open again' }),
  decide_budget: msg({ context: 'in the audit log', message: 'Budget decided' }),
  ask_for_budget: msg({ context: 'in the audit log', message: 'Higher budget requested' }),
  counter_budget_request: msg({
    context: 'in the audit log',
    message: 'Counter-offer made for a budget',
  }),
  grant_budget_request: msg({ context: 'in the audit log', message: 'Requested budget granted' }),
  decline_budget_request: msg({
    context: 'in the audit log',
    message: 'Requested budget declined',
  }),
  accept_budget_offer: msg({ context: 'in the audit log', message: 'Counter-offer accepted' }),
  decline_budget_offer: msg({ context: 'in the audit log', message: 'Counter-offer declined' }),
  apply_budget_offer: msg({
    context: 'in the audit log',
    message: 'Condition of a counter-offer met',
  }),
  lapse_budget_offer: msg({ context: 'in the audit log', message: 'Counter-offer lapsed' }),
  add_budget_statement: msg({
    context: 'in the audit log',
    message: 'Bank’s file added to a budget request',
  }),
  prove_revenue: msg({ context: 'in the audit log', message: 'Revenue proven' }),
  withdraw_budget_request: msg({
    context: 'in the audit log',
    message: 'Budget request withdrawn',
  }),
  appeal_budget_decision: msg({ context: 'in the audit log', message: 'Budget decision appealed' }),
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
    message: 'Installment no longer owed',
  }),
  close_day: msg({ context: 'in the audit log', message: 'Day closed' }),
  complete_ticket: msg({ context: 'in the audit log', message: 'Ticket completed' }),
  reopen_ticket: msg({ context: 'in the audit log', message: 'Ticket active again' }),
  write_off_ticket: msg({ context: 'in the audit log', message: 'Ticket written off' }),
  pay_stopped_payout: msg({
    context: 'in the audit log',
    message: 'Stopped payout paid anyway',
  }),
  pay_without_budget: msg({
    context: 'in the audit log',
    message: 'Ticket without a set budget reviewed by two people',
  }),
  end_stopped_ticket: msg({
    context: 'in the audit log',
    message: 'Ticket of a stopped payout ended',
  }),
  end_ticket: msg({ context: 'in the audit log', message: 'Ticket ended, everything reversed' }),
  end_returned_payout: msg({
    context: 'in the audit log',
    message: 'Ticket of a returned payout ended',
  }),
  confirm_doubtful_payout: msg({
    context: 'in the audit log',
    message: 'Payout not in a file, or to another IBAN, confirmed',
  }),
  confirm_payment: msg({
    context: 'in the audit log',
    message: 'Payment confirmed by another person',
  }),
  activate_policy: msg({ context: 'in the audit log', message: 'Credit policy activated' }),
  begin_policy: msg({ context: 'in the audit log', message: 'Credit policy began to count' }),
  cancel_policy: msg({ context: 'in the audit log', message: 'Planned credit policy cancelled' }),
  request_approval: msg({ context: 'in the audit log', message: 'Approval requested' }),
  approve_request: msg({ context: 'in the audit log', message: 'Request approved' }),
  decline_request: msg({ context: 'in the audit log', message: 'Request declined' }),
  withdraw_request: msg({ context: 'in the audit log', message: 'Request withdrawn' }),
  expire_request: msg({ context: 'in the audit log', message: 'Request not approved in time' }),
  raise_loss: msg({ context: 'in the audit log', message: 'Loss increased by a reversed payment' }),
  recover_loss: msg({ context: 'in the audit log', message: 'Loss recovered in full' }),
  send_payout: msg({ context: 'in the audit log', message: 'Payout released' }),
  instruct_payout: msg({ context: 'in the audit log', message: 'Payout sent to the bank' }),
  confirm_payout: msg({ context: 'in the audit log', message: 'Payout confirmed' }),
  fail_payout: msg({ context: 'in the audit log', message: 'Payout failed' }),
  postpone_payout: msg({ context: 'in the audit log', message: 'Payout postponed' }),
  return_payout: msg({ context: 'in the audit log', message: 'Payout returned' }),
  retry_payout: msg({ context: 'in the audit log', message: 'Payout waits again' }),
  cancel_payout: msg({ context: 'in the audit log', message: 'Payout cancelled' }),
  prepare_payout_run: msg({ context: 'in the audit log', message: 'Payout run prepared' }),
  change_retention: msg({ context: 'in the audit log', message: 'Retention period set' }),
  find_person: msg({ context: 'in the audit log', message: 'Person looked up' }),
  erase_person: msg({ context: 'in the audit log', message: 'Person’s data erased' }),
  download_person_export: msg({
    context: 'in the audit log',
    message: 'Person’s data downloaded',
  }),
  confirm_restore: msg({ context: 'in the audit log', message: 'Restore from a backup confirmed' }),
  release_payout_run: msg({ context: 'in the audit log', message: 'Payout run released' }),
  discard_payout_run: msg({ context: 'in the audit log', message: 'Payout run discarded' }),
  make_payout_file: msg({ context: 'in the audit log', message: 'Bank file created' }),
  download_payout_file: msg({
    context: 'in the audit log',
    message: 'Bank file downloaded',
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
  return_payout_line: msg({
    context: 'in the audit log',
    message: 'Bank: the payout was returned',
  }),
  record_payment: msg({ context: 'in the audit log', message: 'Payment recorded' }),
  identify_payment: msg({ context: 'in the audit log', message: 'Payer identified' }),
  correct_value_date: msg({
    context: 'in the audit log',
    message: 'Date of a payment set to the bank’s',
  }),
  apply_credit: msg({ context: 'in the audit log', message: 'Credit used' }),
  refund_credit: msg({ context: 'in the audit log', message: 'Credit refunded' }),
  write_off_refund: msg({
    context: 'in the audit log',
    message: 'Refund written off that was never recovered',
  }),
  undo_refund_write_off: msg({
    context: 'in the audit log',
    message: 'Write-off of a refund reversed: it was returned',
  }),
  send_back_payment: msg({
    context: 'in the audit log',
    message: 'Money of an unknown payer sent back',
  }),
  send_refund: msg({ context: 'in the audit log', message: 'Refund put into a file' }),
  confirm_refund: msg({ context: 'in the audit log', message: 'Bank: the refund arrived' }),
  confirm_doubtful_refund: msg({
    context: 'in the audit log',
    message: 'Refund to another IBAN confirmed',
  }),
  fail_refund: msg({ context: 'in the audit log', message: 'Bank: the refund failed' }),
  return_refund: msg({ context: 'in the audit log', message: 'Bank: the refund was returned' }),
  stop_refund: msg({ context: 'in the audit log', message: 'Refund stopped before the bank' }),
  correct_refund_name: msg({
    context: 'in the audit log',
    message: 'Name for the bank corrected',
  }),
  make_refund_file: msg({ context: 'in the audit log', message: 'Refund file created' }),
  download_refund_file: msg({
    context: 'in the audit log',
    message: 'Refund file downloaded',
  }),
  move_payment: msg({
    context: 'in the audit log',
    message: 'Payment moved to another company',
  }),
  reverse_payment: msg({ context: 'in the audit log', message: 'Payment reversed' }),
  report_transfer: msg({ context: 'in the audit log', message: 'Transfer reported' }),
  promise_payment: msg({ context: 'in the audit log', message: 'Promise to pay made' }),
  keep_promise: msg({ context: 'in the audit log', message: 'Promise to pay kept' }),
  break_promise: msg({ context: 'in the audit log', message: 'Promise to pay broken' }),
  reopen_promise: msg({ context: 'in the audit log', message: 'Promise to pay open again' }),
  create_payment_request: msg({
    context: 'in the audit log',
    message: 'Payment request created',
  }),
  withdraw_payment_request: msg({
    context: 'in the audit log',
    message: 'Payment request withdrawn',
  }),
  withdraw_transfer_report: msg({
    context: 'in the audit log',
    message: 'Transfer report withdrawn',
  }),
  match_transfer_report: msg({
    context: 'in the audit log',
    message: 'Transfer report matched',
  }),
  turn_down_transfer_report: msg({
    context: 'in the audit log',
    message: 'Transfer report turned down',
  }),
  reopen_transfer_report: msg({
    context: 'in the audit log',
    message: 'Transfer report reopened',
  }),
  send_help_message: msg({ context: 'in the audit log', message: 'Message sent to us' }),
  retry_job: msg({ context: 'in the audit log', message: 'Failed job retried' }),
  send_mail_again: msg({ context: 'in the audit log', message: 'Mail sent again' }),
  answer_help_message: msg({ context: 'in the audit log', message: 'Message answered' }),
  request_iban_change: msg({ context: 'in the audit log', message: 'IBAN entered' }),
  replace_iban_change: msg({
    context: 'in the audit log',
    message: 'IBAN replaced by a newer one',
  }),
  withdraw_iban_change: msg({ context: 'in the audit log', message: 'IBAN withdrawn' }),
  approve_iban_change: msg({ context: 'in the audit log', message: 'IBAN approved' }),
  reject_iban_change: msg({ context: 'in the audit log', message: 'IBAN rejected' }),
  verify_agency: msg({ context: 'in the audit log', message: 'Agency verified' }),
  accept_agency_name: msg({ context: 'in the audit log', message: 'Name of an agency accepted' }),
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
  read_signing_record: msg({
    context: 'in the audit log',
    message: 'Signing record opened',
  }),
  open_document: msg({ context: 'in the audit log', message: 'Document opened' }),
  approve_virtual_ibans: msg({
    context: 'in the audit log',
    message: 'List of virtual IBANs',
  }),
  renew_due_date_feed: msg({
    context: 'in the audit log',
    message: 'Link to the calendar of due dates made',
  }),
  give_virtual_iban: msg({
    context: 'in the audit log',
    message: 'Virtual IBAN given',
  }),
  import_bank_statement: msg({ context: 'in the audit log', message: 'Bank statement imported' }),
  read_bank_statement_again: msg({
    context: 'in the audit log',
    message: 'Bank statement read with its days in the other order',
  }),
  compare_bank_statement: msg({
    context: 'in the audit log',
    message: 'Bank statement compared with the bank',
  }),
  reject_bank_statement: msg({
    context: 'in the audit log',
    message: 'Bank statement rejected',
  }),
  accept_bank_statement: msg({
    context: 'in the audit log',
    message: 'Bank statement accepted that contradicts another one',
  }),
  confirm_bank_statement_line: msg({
    context: 'in the audit log',
    message: 'Statement line confirmed',
  }),
  set_aside_own_transfer_line: msg({
    context: 'in the audit log',
    message: 'Setting aside a line of our own payout or refund',
  }),
  settle_bank_charges: msg({
    context: 'in the audit log',
    message: 'Small rest settled as bank charges',
  }),
  settle_further_bank_charges: msg({
    context: 'in the audit log',
    message: 'Settling small rests beyond one person’s limit',
  }),
  settle_return_charges: msg({
    context: 'in the audit log',
    message: 'Settling a return less bank charges',
  }),
  undo_bank_charges: msg({
    context: 'in the audit log',
    message: 'Bank charges undone, the rest is open again',
  }),
  turn_round_payout_line: msg({
    context: 'in the audit log',
    message: 'Failed payout found paid by the bank',
  }),
  turn_round_refund: msg({
    context: 'in the audit log',
    message: 'Failed refund found paid by the bank',
  }),
  book_agency_claim: msg({ context: 'in the audit log', message: 'Agency found paid twice' }),
  settle_agency_claim: msg({
    context: 'in the audit log',
    message: 'Claim on an agency paid back or to be settled',
  }),
  write_off_agency_claim: msg({
    context: 'in the audit log',
    message: 'Claim on an agency written off',
  }),
  undo_agency_claim: msg({
    context: 'in the audit log',
    message: 'Claim on an agency reversed: its other payment did not arrive',
  }),
  set_aside_bank_statement_line: msg({
    context: 'in the audit log',
    message: 'Statement line set aside',
  }),
  settle_bank_statement_line: msg({
    context: 'in the audit log',
    message: 'Statement line settled: the bank reversed the money',
  }),
  reopen_bank_statement_line: msg({
    context: 'in the audit log',
    message: 'Statement line reopened',
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
  refund_file: msg`Refund file`,
  restore: msg`Restore from a backup`,
  company: msg`Company`,
  agency: msg`Agency`,
  file: msg`Document`,
  documents: msg`Financing documents`,
  iban_change: msg`IBAN`,
  virtual_iban_list: msg`List of virtual IBANs`,
  credit_policy: msg`Credit policy`,
  retention_rule: msg`Retention period`,
  help_message: msg`Message`,
  job: msg`Job`,
  mail: msg`Mail`,
  staff: msg`Staff`,
  account: msg`Account`,
  transfer_report: msg`Reported transfer`,
  payment_promise: msg`Promise to pay`,
  payment_request: msg`Payment request`,
  budget_request: msg`Request for a higher budget`,
  bank_statement: msg`Bank statement`,
  bank_statement_line: msg`Bank statement line`,
} satisfies Record<string, MessageDescriptor>;

/** The fields that the history tells of; another one is shown by its name. */
const fieldWords: Record<string, MessageDescriptor> = {
  status: msg`Status`,
  operation: msg({ context: 'in the audit log', message: 'What' }),
  reason: msg`Reason`,
  asked_by: msg({ context: 'in the audit log', message: 'Requested by' }),
  amount_sar: msg`Amount`,
  restored_to: msg`Restored to`,
  expires_on: msg({ context: 'of a payment request', message: 'Valid until' }),
  promised_for: msg`Promised for`,
  credit_amount: msg`Credit`,
  refunded_amount: msg`Refunded`,
  to_recover_amount: msg`Refund owed back`,
  total_approval_budget: msg`Total approval budget`,
  model_version: msg`Scorecard`,
  applies_from: msg`Counts from`,
  budget_status: msg`Budget`,
  proposed_budget: msg`Proposed budget`,
  day: msg`Day`,
  overdue: msg({ context: 'in the audit log', message: 'Installments that became overdue' }),
  expired: msg({ context: 'in the audit log', message: 'Tickets that expired' }),
  reminded: msg({ context: 'in the audit log', message: 'Installments in the reminder' }),
  decision: msg`Decision`,
  grade: msg`Grade`,
  score: msg`Points`,
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
  iban: msg`IBAN`,
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
