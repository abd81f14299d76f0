/** Who may call an operation; the server and the database enforce it, whatever the browser does. */
export type Access = 'public' | 'signed_in' | 'company' | 'agency' | 'staff';

export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `:name` marks a parameter. */
  path: string;
  access: Access;
  /** One sentence for the OpenAPI document. */
  summary: string;
  /** The client must send an `Idempotency-Key`; a repeated key answers with the first reply. */
  idempotent?: true;
  /** The body is multipart/form-data with one part named `file`. */
  upload?: true;
}

/**
 * Every operation of the product API by its id (SPEC section 7's names). Plain data: the browser imports
 * it without the schemas, which stand in `api/<capability>.ts` and meet their operation in `api/contract.ts`.
 */
export const operations = {
  read_user_role: {
    method: 'GET',
    path: '/api/user-role',
    access: 'signed_in',
    summary: "The caller's role, null before one is chosen",
  },
  upsert_user_role: {
    method: 'PUT',
    path: '/api/user-role',
    access: 'signed_in',
    summary: 'Choose or change the role; refused once a ticket exists',
  },
  read_company: {
    method: 'GET',
    path: '/api/company',
    access: 'company',
    summary: "The caller's company profile",
  },
  upsert_company: {
    method: 'PUT',
    path: '/api/company',
    access: 'company',
    summary: 'Save the non-empty values of the company profile and start a credit analysis',
    idempotent: true,
  },
  read_agency: {
    method: 'GET',
    path: '/api/agency',
    access: 'agency',
    summary: "The caller's agency profile",
  },
  upsert_agency: {
    method: 'PUT',
    path: '/api/agency',
    access: 'agency',
    summary: 'Save the non-empty values of the agency profile',
    idempotent: true,
  },
  withdraw_iban_change: {
    method: 'POST',
    path: '/api/agency/iban-change/withdraw',
    access: 'agency',
    summary: 'Withdraw the IBAN that waits to be approved',
    idempotent: true,
  },
  upload_file: {
    method: 'POST',
    path: '/api/files/:kind',
    access: 'signed_in',
    summary: 'Upload one file; it is kept once a profile or a ticket names its path',
    upload: true,
  },
  discard_upload: {
    method: 'DELETE',
    path: '/api/uploads/:id',
    access: 'signed_in',
    summary: 'Forget an upload that no profile or ticket uses yet',
  },
  create_download_link: {
    method: 'POST',
    path: '/api/download-links',
    access: 'signed_in',
    summary: 'A short-lived link to a file the caller may open',
  },
  list_agencies: {
    method: 'GET',
    path: '/api/agencies',
    access: 'company',
    summary: 'Agencies that have a name: id and name, by name',
  },
  company_dashboard: {
    method: 'GET',
    path: '/api/dashboards/company',
    access: 'company',
    summary: 'Everything the company dashboard shows',
  },
  agency_dashboard: {
    method: 'GET',
    path: '/api/dashboards/agency',
    access: 'agency',
    summary: 'Everything the agency dashboard shows',
  },
  list_tickets: {
    method: 'GET',
    path: '/api/tickets',
    access: 'signed_in',
    summary: "A further page of one of the caller's ticket lists, newest first",
  },
  read_ticket: {
    method: 'GET',
    path: '/api/tickets/:ticket_number',
    access: 'signed_in',
    summary:
      "One of the caller's tickets by its number: its story, its invoice, its installments or payout",
  },
  list_agency_payouts: {
    method: 'GET',
    path: '/api/agency-payouts',
    access: 'agency',
    summary: 'A further page of pending payouts, newest first',
  },
  create_ticket_with_installments: {
    method: 'POST',
    path: '/api/tickets',
    access: 'company',
    summary: 'Request financing: a ticket and its installments in one step',
    idempotent: true,
  },
  cancel_ticket: {
    method: 'POST',
    path: '/api/tickets/:id/cancel',
    access: 'company',
    summary: 'Withdraw a ticket that waits for the agency',
    idempotent: true,
  },
  approve_ticket: {
    method: 'POST',
    path: '/api/tickets/:id/approve',
    access: 'agency',
    summary: 'Approve a waiting ticket; its payout becomes pending',
    idempotent: true,
  },
  reject_ticket: {
    method: 'POST',
    path: '/api/tickets/:id/reject',
    access: 'agency',
    summary: 'Reject a waiting ticket, with or without a reason',
    idempotent: true,
  },
  operations_overview: {
    method: 'GET',
    path: '/api/operations',
    access: 'staff',
    summary: 'What waits for staff today, and where the money stands',
  },
  list_overdue_installments: {
    method: 'GET',
    path: '/api/operations/overdue',
    access: 'staff',
    summary: 'What is owed and overdue, of one age, the longest due first',
  },
  read_financed_ticket: {
    method: 'GET',
    path: '/api/operations/tickets/:ticket_number',
    access: 'staff',
    summary: 'One ticket by its number: what the company owes and what the agency is paid',
  },
  find_companies: {
    method: 'GET',
    path: '/api/operations/company-names',
    access: 'staff',
    summary: 'Companies by name: id and name',
  },
  list_iban_changes: {
    method: 'GET',
    path: '/api/operations/iban-changes',
    access: 'staff',
    summary: 'IBANs that agencies have asked for: what waits, or what has ended',
  },
  approve_iban_change: {
    method: 'POST',
    path: '/api/operations/iban-changes/:id/approve',
    access: 'staff',
    summary: 'Pay an agency to the IBAN it asked for, at least 24 hours after it did',
    idempotent: true,
  },
  reject_iban_change: {
    method: 'POST',
    path: '/api/operations/iban-changes/:id/reject',
    access: 'staff',
    summary: 'Refuse the IBAN that an agency asked for, with the reason',
    idempotent: true,
  },
  prepare_payout_run: {
    method: 'POST',
    path: '/api/operations/payout-runs',
    access: 'staff',
    summary: 'Collect what agencies are owed into a run; say what is left out and why',
    idempotent: true,
  },
  list_payout_runs: {
    method: 'GET',
    path: '/api/operations/payout-runs',
    access: 'staff',
    summary: 'Payout runs, newest first',
  },
  read_payout_run: {
    method: 'GET',
    path: '/api/operations/payout-runs/:id',
    access: 'staff',
    summary: 'One payout run and its lines',
  },
  payout_run_file: {
    method: 'GET',
    path: '/api/operations/payout-runs/:id/file',
    access: 'staff',
    summary: 'The lines of a payout run as a file for the bank',
  },
  release_payout_run: {
    method: 'POST',
    path: '/api/operations/payout-runs/:id/release',
    access: 'staff',
    summary: "Send a run's payouts, as another person than the one who prepared it",
    idempotent: true,
  },
  discard_payout_run: {
    method: 'POST',
    path: '/api/operations/payout-runs/:id/discard',
    access: 'staff',
    summary: 'Give up a run that was not released',
    idempotent: true,
  },
  confirm_payout_line: {
    method: 'POST',
    path: '/api/operations/payout-runs/:id/lines/:payout_id/confirm',
    access: 'staff',
    summary: 'A payout has arrived',
    idempotent: true,
  },
  fail_payout_line: {
    method: 'POST',
    path: '/api/operations/payout-runs/:id/lines/:payout_id/fail',
    access: 'staff',
    summary: 'A payout did not arrive: its ticket is approved again and owes nothing',
    idempotent: true,
  },
  record_payment: {
    method: 'POST',
    path: '/api/operations/payments',
    access: 'staff',
    summary: "Record a transfer; it pays a named ticket, or the company's longest due first",
    idempotent: true,
  },
  list_payments: {
    method: 'GET',
    path: '/api/operations/payments',
    access: 'staff',
    summary: 'Payments, newest first',
  },
  read_payment: {
    method: 'GET',
    path: '/api/operations/payments/:id',
    access: 'staff',
    summary: 'One payment and what it paid',
  },
  identify_payment: {
    method: 'POST',
    path: '/api/operations/payments/:id/identify',
    access: 'staff',
    summary: 'Say whose a payment is, and pay with it',
    idempotent: true,
  },
  apply_credit: {
    method: 'POST',
    path: '/api/operations/payments/:id/apply',
    access: 'staff',
    summary: 'Pay open installments with what is left of a payment',
    idempotent: true,
  },
  refund_credit: {
    method: 'POST',
    path: '/api/operations/payments/:id/refund',
    access: 'staff',
    summary: 'Send back what is left of a payment',
    idempotent: true,
  },
  reverse_payment: {
    method: 'POST',
    path: '/api/operations/payments/:id/reverse',
    access: 'staff',
    summary: 'The bank took a payment back: what it paid is open again',
    idempotent: true,
  },
  import_bank_statement: {
    method: 'POST',
    path: '/api/operations/bank-statements',
    access: 'staff',
    summary:
      "Import a statement of the bank's, camt.053 or CSV; the same file again changes nothing",
    upload: true,
  },
  list_bank_statements: {
    method: 'GET',
    path: '/api/operations/bank-statements',
    access: 'staff',
    summary: 'Imported statements, newest first',
  },
  read_bank_statement: {
    method: 'GET',
    path: '/api/operations/bank-statements/:id',
    access: 'staff',
    summary: 'One statement, and how many of its lines stand where',
  },
  list_statement_lines: {
    method: 'GET',
    path: '/api/operations/bank-statements/:id/lines',
    access: 'staff',
    summary: 'Lines of a statement, with what they may be',
  },
  match_statement_lines: {
    method: 'POST',
    path: '/api/operations/bank-statements/:id/match',
    access: 'staff',
    summary: 'Look again at what the open lines of a statement may be',
  },
  confirm_certain_lines: {
    method: 'POST',
    path: '/api/operations/bank-statements/:id/confirm',
    access: 'staff',
    summary: 'Record the payments of all lines that are certain',
    idempotent: true,
  },
  confirm_statement_line: {
    method: 'POST',
    path: '/api/operations/statement-lines/:id/confirm',
    access: 'staff',
    summary: 'Say what a line is: a new payment, or one that was recorded before',
    idempotent: true,
  },
  set_aside_statement_line: {
    method: 'POST',
    path: '/api/operations/statement-lines/:id/set-aside',
    access: 'staff',
    summary: 'Set a line aside that is no payment of a company, with a reason',
    idempotent: true,
  },
  reopen_statement_line: {
    method: 'POST',
    path: '/api/operations/statement-lines/:id/reopen',
    access: 'staff',
    summary: 'Decide again about a line that was set aside',
    idempotent: true,
  },
  report_transfer: {
    method: 'POST',
    path: '/api/tickets/:id/transfer-reports',
    access: 'company',
    summary: 'Say that a transfer for a ticket is on its way, with its proof',
    idempotent: true,
  },
  withdraw_transfer_report: {
    method: 'POST',
    path: '/api/transfer-reports/:id/withdraw',
    access: 'company',
    summary: 'Take back a report that is being checked',
    idempotent: true,
  },
  list_transfer_reports: {
    method: 'GET',
    path: '/api/operations/transfer-reports',
    access: 'staff',
    summary: 'Reported transfers: being checked, the longest waiting first; or decided',
  },
  read_transfer_report: {
    method: 'GET',
    path: '/api/operations/transfer-reports/:id',
    access: 'staff',
    summary: 'One reported transfer, and the payments that it may have told of',
  },
  open_transfer_proof: {
    method: 'POST',
    path: '/api/operations/transfer-reports/:id/proof',
    access: 'staff',
    summary:
      'A short-lived link to the proof of a reported transfer; the history keeps who opened it',
  },
  match_transfer_report: {
    method: 'POST',
    path: '/api/operations/transfer-reports/:id/match',
    access: 'staff',
    summary: 'Say which payment a reported transfer is',
    idempotent: true,
  },
  record_reported_transfer: {
    method: 'POST',
    path: '/api/operations/transfer-reports/:id/record',
    access: 'staff',
    summary: 'Record the payment that was reported',
    idempotent: true,
  },
  turn_down_transfer_report: {
    method: 'POST',
    path: '/api/operations/transfer-reports/:id/turn-down',
    access: 'staff',
    summary: 'Turn a reported transfer down, with a reason',
    idempotent: true,
  },
  list_companies: {
    method: 'GET',
    path: '/api/operations/companies',
    access: 'staff',
    summary: 'Companies with their budgets, newest first',
  },
  read_company_assessment: {
    method: 'GET',
    path: '/api/operations/companies/:id',
    access: 'staff',
    summary: 'One company: its profile, documents, assessments, budget and what staff decided',
  },
  list_tickets_to_review: {
    method: 'GET',
    path: '/api/operations/reviews',
    access: 'staff',
    summary:
      'Tickets of companies without a confirmed budget that nobody has reviewed, oldest first',
  },
  open_document: {
    method: 'POST',
    path: '/api/operations/documents/:id',
    access: 'staff',
    summary: 'A short-lived link to a document or an invoice; the history keeps who opened it',
  },
  list_agencies_desk: {
    method: 'GET',
    path: '/api/operations/agencies',
    access: 'staff',
    summary: 'Agencies with their standing, newest first',
  },
  read_agency_desk: {
    method: 'GET',
    path: '/api/operations/agencies/:id',
    access: 'staff',
    summary: 'One agency: its profile, documents, payouts and what staff decided',
  },
  verify_agency: {
    method: 'POST',
    path: '/api/operations/agencies/:id/verify',
    access: 'staff',
    summary: 'Say that the registration of an agency has been read and is right',
    idempotent: true,
  },
  suspend_agency: {
    method: 'POST',
    path: '/api/operations/agencies/:id/suspend',
    access: 'staff',
    summary: 'Suspend an agency: it is not chosen for new tickets and not paid',
    idempotent: true,
  },
  lift_agency_suspension: {
    method: 'POST',
    path: '/api/operations/agencies/:id/lift-suspension',
    access: 'staff',
    summary: 'End the suspension of an agency',
    idempotent: true,
  },
  decide_budget: {
    method: 'POST',
    path: '/api/operations/companies/:id/budget',
    access: 'staff',
    summary: "Confirm, adjust or suspend a company's budget, or lift its suspension",
    idempotent: true,
  },
  review_ticket: {
    method: 'POST',
    path: '/api/operations/tickets/:id/review',
    access: 'staff',
    summary: 'Answer for a ticket whose budget is not confirmed, so that its agency can be paid',
    idempotent: true,
  },
  close_ticket: {
    method: 'POST',
    path: '/api/operations/tickets/:id/close',
    access: 'staff',
    summary: 'Close an approved ticket before its agency is paid',
    idempotent: true,
  },
  write_off_ticket: {
    method: 'POST',
    path: '/api/operations/tickets/:id/write-off',
    access: 'staff',
    summary: 'Give up the remainder of an active ticket',
    idempotent: true,
  },
  list_journal_entries: {
    method: 'GET',
    path: '/api/operations/journal',
    access: 'staff',
    summary: 'Entries of the ledger, newest first',
  },
  read_portfolio: {
    method: 'GET',
    path: '/api/operations/portfolio',
    access: 'staff',
    summary: 'What is financed, owed, collected, earned and given up, now and by the month',
  },
  list_events: {
    method: 'GET',
    path: '/api/operations/audit',
    access: 'staff',
    summary: 'Who did what, when, and what it was before and after; newest first',
  },
  read_audit_filters: {
    method: 'GET',
    path: '/api/operations/audit/filters',
    access: 'staff',
    summary: 'The operations and the people of staff that the audit log can be narrowed to',
  },
  search_desk: {
    method: 'GET',
    path: '/api/operations/search',
    access: 'staff',
    summary: 'Tickets, companies, agencies and payments by number, name, reference or amount',
  },
  subscribe_events: {
    method: 'GET',
    path: '/api/events',
    access: 'signed_in',
    summary: 'Server-sent hints that something of the caller has changed',
  },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;
