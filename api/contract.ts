import { giveBureauConsent, withdrawBureauConsent } from './credit-bureau.ts';
import {
  approveRequest,
  declineRequest,
  listApprovalRequests,
  withdrawRequest,
} from './approvals.ts';
import type { z } from 'zod';
import {
  backTestCreditPolicy,
  cancelCreditPolicy,
  proposeCreditPolicy,
  readCreditPolicies,
} from './credit-policies.ts';
import {
  askFactorRemoval,
  confirmAccountMeasure,
  confirmFactorRemoval,
  endSession,
  inspectAccount,
  listSecurityEvents,
  listSessions,
  listStaff,
  readAccountStanding,
  takeAccountMeasure,
  withdrawAccountMeasure,
  withdrawFactorRemoval,
} from './account-security.ts';
import { readUserRole, upsertUserRole } from './accounts.ts';
import { decideBudget } from './budget.ts';
import {
  addBudgetStatement,
  answerBudgetOffer,
  appealBudgetDecision,
  askForBudget,
  decideBudgetRequest,
  listBudgetRequests,
  proveRevenue,
  readBudgetRequests,
  withdrawBudgetRequest,
} from './budget-requests.ts';
import { listEvents, readAuditFilters } from './audit.ts';
import { agencyDashboard, companyDashboard } from './dashboards.ts';
import {
  readAccountStatement,
  listRemittances,
  remittanceAdvice,
  settlementLetter,
  staffAccountStatement,
  taxInvoiceFile,
} from './documents.ts';
import { createDownloadLink, discardUpload, listFiles, uploadFile } from './files.ts';
import {
  acceptDocuments,
  createDocumentLink,
  inspectDocument,
  readDocuments,
  renewDocuments,
  sendSigningCode,
  signingRecordFile,
  staffSigningRecordFile,
} from './financing-documents.ts';
import {
  approveIbanChange,
  listIbanChanges,
  rejectIbanChange,
  withdrawIbanChange,
  askForRefundIban,
  readRefundAccount,
  withdrawRefundIban,
} from './iban-changes.ts';
import { listJournalEntries } from './ledger.ts';
import type { OperationId } from './operations.ts';
import {
  liftAgencySuspension,
  listAgenciesDesk,
  readAgencyDesk,
  suspendAgency,
  verifyAgency,
  acceptAgencyName,
} from './operations-agencies.ts';
import {
  listCompanies,
  listStoppedPayouts,
  liftSuspension,
  listTicketsToReview,
  openDocument,
  readCompanyAssessment,
} from './operations-companies.ts';
import { operationsOverview } from './operations-overview.ts';
import {
  findCompanies,
  listOverdueInstallments,
  listSmallRests,
  readFinancedTicket,
  settleBankCharges,
} from './operations-tickets.ts';
import {
  confirmPayment,
  identifyPayment,
  listPayments,
  findPaymentRequest,
  movePayment,
  readPayment,
  recordPayment,
  refundCredit,
  reversePayment,
  sendBackPayment,
  settleAgencyClaim,
  writeOffRefund,
} from './payments.ts';
import {
  confirmDoubtfulPayout,
  confirmPayoutLine,
  discardPayoutRun,
  failPayoutLine,
  listPayoutRuns,
  correctLatinName,
  makePayoutFile,
  payoutFileContent,
  preparePayoutRun,
  previewPayoutRun,
  readPayoutRun,
  releasePayoutRun,
  returnPayoutLine,
} from './payout-runs.ts';
import {
  confirmRefund,
  correctRefundName,
  failRefund,
  listRefundFiles,
  listRefunds,
  makeRefundFile,
  refundFileContent,
  returnRefund,
  confirmDoubtfulRefund,
} from './refunds.ts';
import { confirmRestore, readRestoreHold } from './restore-hold.ts';
import { readPaymentsByMonth } from './installments.ts';
import { listAgencyPayouts, readPayoutsByMonth } from './payouts.ts';
import { readPortfolio, readPortfolioTrends } from './portfolio.ts';
import {
  changeRetention,
  countPastRetention,
  erasePerson,
  exportPerson,
  findPerson,
  personExportFile,
  readPrivacy,
} from './privacy.ts';
import { listAgencies, readAgency, readCompany, upsertAgency, upsertCompany } from './profiles.ts';
import {
  listOwnDocuments,
  listOwnPayments,
  listOwnPayouts,
  listOwnTickets,
  searchOwn,
} from './own-lists.ts';
import { answerHelpMessage, listHelpMessages, readHelp, sendHelpMessage } from './help.ts';
import { readSystem, retryJob, sendMailAgain } from './system.ts';
import {
  chooseNotificationDelivery,
  listNotifications,
  markNotificationRead,
  markNotificationsRead,
  readNotificationSettings,
} from './notifications.ts';
import { searchDesk } from './search.ts';
import {
  approveTicket,
  cancelTicket,
  closeTicket,
  createTicketWithInstallments,
  listTickets,
  readTicket,
  rejectTicket,
  reviewTicket,
  endReturnedPayout,
  settleFurtherBankCharges,
  endStoppedTicket,
  payStoppedPayout,
  payWithoutBudget,
  writeOffTicket,
} from './tickets.ts';
import {
  createPaymentRequest,
  listPaymentRequests,
  readPayCentre,
  readPaymentRequest,
  reportRequestTransfer,
  withdrawPaymentRequest,
} from './payment-requests.ts';
import { promisePayment } from './payment-promises.ts';
import {
  listTransferReports,
  matchTransferReport,
  openTransferProof,
  readTransferReport,
  recordReportedTransfer,
  reportTransfer,
  turnDownTransferReport,
  withdrawTransferReport,
} from './transfer-reports.ts';
import {
  compareBankStatement,
  readBankStatementAgain,
  confirmCertainLines,
  confirmBankStatementLine,
  importBankStatement,
  listBankStatements,
  listBankStatementLines,
  matchBankStatementLines,
  readBankStatement,
  reopenBankStatementLine,
  setAsideBankStatementLine,
  setAsideOwnTransferLine,
  settleReturnCharges,
} from './bank-statements.ts';
import { readDueDateFeed, renewDueDateFeed } from './due-date-feeds.ts';
import { listVirtualIbanLists, loadVirtualIbans } from './virtual-ibans.ts';

export interface OperationSchemas {
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Absent: the reply is not JSON (a file, the event stream). */
  reply?: z.ZodType;
  /** The type of the file that it answers with. */
  file?: 'application/pdf' | 'application/zip';
}

/** The schemas of every operation. The browser imports this file's types only. */
export const contract = {
  read_user_role: readUserRole,
  upsert_user_role: upsertUserRole,
  read_company: readCompany,
  upsert_company: upsertCompany,
  read_agency: readAgency,
  upsert_agency: upsertAgency,
  withdraw_iban_change: withdrawIbanChange,
  read_refund_account: readRefundAccount,
  ask_for_refund_iban: askForRefundIban,
  withdraw_refund_iban: withdrawRefundIban,
  upload_file: uploadFile,
  list_files: listFiles,
  discard_upload: discardUpload,
  create_download_link: createDownloadLink,
  list_agencies: listAgencies,
  company_dashboard: companyDashboard,
  agency_dashboard: agencyDashboard,
  list_tickets: listTickets,
  read_ticket: readTicket,
  list_agency_payouts: listAgencyPayouts,
  read_payments_by_month: readPaymentsByMonth,
  read_payouts_by_month: readPayoutsByMonth,
  create_ticket_with_installments: createTicketWithInstallments,
  cancel_ticket: cancelTicket,
  approve_ticket: approveTicket,
  reject_ticket: rejectTicket,
  renew_documents: renewDocuments,
  read_documents: readDocuments,
  send_signing_code: sendSigningCode,
  accept_documents: acceptDocuments,
  signing_record_file: signingRecordFile,
  staff_signing_record_file: staffSigningRecordFile,
  create_document_link: createDocumentLink,
  inspect_document: inspectDocument,
  list_sessions: listSessions,
  end_session: endSession,
  list_security_events: listSecurityEvents,
  inspect_account: inspectAccount,
  read_account_standing: readAccountStanding,
  take_account_measure: takeAccountMeasure,
  confirm_account_measure: confirmAccountMeasure,
  withdraw_account_measure: withdrawAccountMeasure,
  ask_factor_removal: askFactorRemoval,
  confirm_factor_removal: confirmFactorRemoval,
  withdraw_factor_removal: withdrawFactorRemoval,
  list_staff: listStaff,
  operations_overview: operationsOverview,
  list_overdue_installments: listOverdueInstallments,
  read_financed_ticket: readFinancedTicket,
  find_companies: findCompanies,
  list_approval_requests: listApprovalRequests,
  approve_request: approveRequest,
  decline_request: declineRequest,
  withdraw_request: withdrawRequest,
  list_iban_changes: listIbanChanges,
  approve_iban_change: approveIbanChange,
  reject_iban_change: rejectIbanChange,
  prepare_payout_run: preparePayoutRun,
  list_payout_runs: listPayoutRuns,
  preview_payout_run: previewPayoutRun,
  read_payout_run: readPayoutRun,
  make_payout_file: makePayoutFile,
  correct_latin_name: correctLatinName,
  download_payout_file: payoutFileContent,
  release_payout_run: releasePayoutRun,
  discard_payout_run: discardPayoutRun,
  confirm_payout_line: confirmPayoutLine,
  confirm_doubtful_payout: confirmDoubtfulPayout,
  fail_payout_line: failPayoutLine,
  return_payout_line: returnPayoutLine,
  record_payment: recordPayment,
  list_payments: listPayments,
  read_payment: readPayment,
  confirm_payment: confirmPayment,
  identify_payment: identifyPayment,
  move_payment: movePayment,
  find_payment_request: findPaymentRequest,
  refund_credit: refundCredit,
  write_off_refund: writeOffRefund,
  send_back_payment: sendBackPayment,
  list_refunds: listRefunds,
  confirm_refund: confirmRefund,
  fail_refund: failRefund,
  return_refund: returnRefund,
  confirm_doubtful_refund: confirmDoubtfulRefund,
  correct_refund_name: correctRefundName,
  make_refund_file: makeRefundFile,
  list_refund_files: listRefundFiles,
  download_refund_file: refundFileContent,
  reverse_payment: reversePayment,
  import_bank_statement: importBankStatement,
  read_due_date_feed: readDueDateFeed,
  give_bureau_consent: giveBureauConsent,
  withdraw_bureau_consent: withdrawBureauConsent,
  renew_due_date_feed: renewDueDateFeed,
  load_virtual_ibans: loadVirtualIbans,
  list_virtual_iban_lists: listVirtualIbanLists,
  list_bank_statements: listBankStatements,
  read_bank_statement: readBankStatement,
  list_bank_statement_lines: listBankStatementLines,
  match_bank_statement_lines: matchBankStatementLines,
  confirm_bank_statement_line: confirmBankStatementLine,
  read_bank_statement_again: readBankStatementAgain,
  compare_bank_statement: compareBankStatement,
  confirm_certain_lines: confirmCertainLines,
  set_aside_bank_statement_line: setAsideBankStatementLine,
  set_aside_own_transfer_line: setAsideOwnTransferLine,
  settle_return_charges: settleReturnCharges,
  settle_agency_claim: settleAgencyClaim,
  reopen_bank_statement_line: reopenBankStatementLine,
  read_pay_centre: readPayCentre,
  promise_payment: promisePayment,
  create_payment_request: createPaymentRequest,
  read_payment_request: readPaymentRequest,
  withdraw_payment_request: withdrawPaymentRequest,
  list_payment_requests: listPaymentRequests,
  report_request_transfer: reportRequestTransfer,
  report_transfer: reportTransfer,
  withdraw_transfer_report: withdrawTransferReport,
  list_transfer_reports: listTransferReports,
  read_transfer_report: readTransferReport,
  open_transfer_proof: openTransferProof,
  match_transfer_report: matchTransferReport,
  record_reported_transfer: recordReportedTransfer,
  turn_down_transfer_report: turnDownTransferReport,
  list_companies: listCompanies,
  read_company_assessment: readCompanyAssessment,
  list_tickets_to_review: listTicketsToReview,
  list_stopped_payouts: listStoppedPayouts,
  open_document: openDocument,
  list_agencies_desk: listAgenciesDesk,
  read_agency_desk: readAgencyDesk,
  verify_agency: verifyAgency,
  accept_agency_name: acceptAgencyName,
  suspend_agency: suspendAgency,
  lift_agency_suspension: liftAgencySuspension,
  decide_budget: decideBudget,
  list_budget_requests: listBudgetRequests,
  decide_budget_request: decideBudgetRequest,
  read_budget_requests: readBudgetRequests,
  ask_for_budget: askForBudget,
  answer_budget_offer: answerBudgetOffer,
  withdraw_budget_request: withdrawBudgetRequest,
  appeal_budget_decision: appealBudgetDecision,
  add_budget_statement: addBudgetStatement,
  prove_revenue: proveRevenue,
  lift_suspension: liftSuspension,
  read_restore_hold: readRestoreHold,
  confirm_restore: confirmRestore,
  review_ticket: reviewTicket,
  close_ticket: closeTicket,
  write_off_ticket: writeOffTicket,
  pay_stopped_payout: payStoppedPayout,
  read_credit_policies: readCreditPolicies,
  back_test_credit_policy: backTestCreditPolicy,
  propose_credit_policy: proposeCreditPolicy,
  cancel_credit_policy: cancelCreditPolicy,
  pay_without_budget: payWithoutBudget,
  end_stopped_ticket: endStoppedTicket,
  end_returned_payout: endReturnedPayout,
  settle_bank_charges: settleBankCharges,
  settle_further_bank_charges: settleFurtherBankCharges,
  list_small_rests: listSmallRests,
  list_journal_entries: listJournalEntries,
  read_portfolio: readPortfolio,
  read_portfolio_trends: readPortfolioTrends,
  list_events: listEvents,
  read_audit_filters: readAuditFilters,
  list_own_tickets: listOwnTickets,
  list_own_documents: listOwnDocuments,
  search_own: searchOwn,
  list_own_payments: listOwnPayments,
  list_own_payouts: listOwnPayouts,
  read_help: readHelp,
  send_help_message: sendHelpMessage,
  list_help_messages: listHelpMessages,
  answer_help_message: answerHelpMessage,
  read_system: readSystem,
  read_privacy: readPrivacy,
  find_person: findPerson,
  export_person: exportPerson,
  person_export_file: personExportFile,
  erase_person: erasePerson,
  count_past_retention: countPastRetention,
  change_retention: changeRetention,
  retry_job: retryJob,
  send_mail_again: sendMailAgain,
  search_desk: searchDesk,
  tax_invoice_file: taxInvoiceFile,
  remittance_advice: remittanceAdvice,
  list_remittances: listRemittances,
  settlement_letter: settlementLetter,
  company_statement: readAccountStatement,
  agency_statement: readAccountStatement,
  staff_tax_invoice_file: taxInvoiceFile,
  staff_remittance_advice: remittanceAdvice,
  staff_settlement_letter: settlementLetter,
  staff_statement: staffAccountStatement,
  list_notifications: listNotifications,
  mark_notification_read: markNotificationRead,
  mark_notifications_read: markNotificationsRead,
  read_notification_settings: readNotificationSettings,
  choose_notification_delivery: chooseNotificationDelivery,
  subscribe_events: {},
} as const satisfies Record<OperationId, OperationSchemas>;

export type Contract = typeof contract;

type Input<Schemas, Part extends keyof OperationSchemas> =
  Schemas extends Record<Part, infer Schema extends z.ZodType> ? z.input<Schema> : undefined;

/** What a caller passes as path parameters, query and body of an operation, `undefined` where it takes none. */
export type ParamsOf<Id extends OperationId> = Input<Contract[Id], 'params'>;
export type QueryOf<Id extends OperationId> = Input<Contract[Id], 'query'>;
export type BodyOf<Id extends OperationId> = Input<Contract[Id], 'body'>;
export type ReplyOf<Id extends OperationId> = Contract[Id] extends {
  reply: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;
