/**
 * Every error the product can answer with, one stable code each.
 * The HTTP status of a code stands in server/src/platform/http/errors.ts, its words in api/error-messages.ts.
 */
export const errorCodes = [
  // requests
  'validation_failed',
  'not_found',
  'wrong_role',
  'no_authorization',
  'session_not_found',
  'second_factor_required',
  'idempotency_key_reused',
  'too_many_requests',
  /** One organisation has used up a quota (domain/quotas.ts); api/quota-messages.ts has its words. */
  'quota_reached',
  /** Nothing was changed. */
  'unavailable',
  /** The connection to the database was lost, or its answer did not come in time: the write may have been committed. */
  'outcome_unknown',
  'unexpected_failure',
  'request_too_large',
  /** SPEC section 8 names this code for "profile fetch, no row". */
  'PGRST116',
  // new ticket, SPEC section 5, in its order
  'agency_required',
  'amount_below_minimum',
  'invoice_required',
  'not_enough_available_budget',
  'budget_suspended',
  'installments_overdue',
  'amount_above_maximum',
  'agency_not_found',
  'invoice_not_found',
  // moves of a ticket
  'ticket_not_pending',
  // the documents of a ticket
  'documents_outdated',
  'documents_already_accepted',
  // money
  'ticket_state_changed',
  'ticket_in_payout_run',
  'payout_stopped',
  'payout_not_stopped',
  'report_being_checked',
  'no_payouts_due',
  'payout_run_not_open',
  'payout_run_not_released',
  'payout_file_empty',
  'latin_name_fixed',
  'account_statement_too_long',
  'same_person_refused',
  'payout_iban_changed',
  'payout_not_payable',
  'platform_vat_number_missing',
  'iban_change_ended',
  'iban_change_paused',
  'payout_not_confirmed',
  'platform_account_missing',
  'payment_already_reversed',
  'payment_already_identified',
  'payment_not_identified',
  'amount_above_credit',
  // transfers that companies report
  'ticket_not_payable',
  'too_many_transfer_reports',
  'transfer_report_decided',
  'payment_answers_report',
  'payment_alike',
  // decisions of staff
  'budget_changed',
  'lift_takes_two',
  'budget_not_set',
  'ticket_already_reviewed',
  'agency_state_changed',
  // statements of the bank
  'bank_statement_unreadable',
  'bank_statement_too_large',
  'bank_statement_other_account',
  'bank_statement_line_decided',
  'bank_statement_line_taken_back',
  'bank_statement_lines_changed',
  'payment_on_statement',
  'agency_incomplete',
  // security of accounts
  'factor_proof_required',
  'own_account_refused',
  'second_person_required',
  'approval_requested',
  'approval_ended',
  'approval_figures_changed',
  'own_request_refused',
  'request_of_other',
  'account_state_changed',
  'other_person_required',
  'factor_of_staff',
  // roles
  'role_change_refused',
  // files
  'file_missing',
  'file_empty',
  'file_too_large',
  'file_type_not_allowed',
  'file_content_mismatch',
  'file_protected',
  'file_with_script',
  'file_with_launch_action',
  'file_with_program',
  'file_infected',
  'file_too_complex',
  'file_name_invalid',
  'link_expired',
] as const;

export type ErrorCode = (typeof errorCodes)[number];
