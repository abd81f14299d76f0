import type { RetentionKind } from '#domain/privacy/retention.ts';

/** Why personal data is processed: the Personal Data Protection Law (M/19 of 1443H), Articles 5 and 6. */
type LegalBasis = 'contract' | 'legal obligation' | 'legitimate interest' | 'consent';

interface Processing {
  purpose: string;
  basis: LegalBasis;
  /** How long it is stored. */
  retention: RetentionKind;
  /** Columns that say something of a person. */
  personal: string;
  /** Texts, addresses and bytes in which nobody is named. */
  other?: string;
}

const ofAccount = { basis: 'contract', retention: 'accounts' } as const;
const bySecurity = { basis: 'legitimate interest', retention: 'security_events' } as const;
const byBooks = { basis: 'legal obligation', retention: 'bookkeeping' } as const;
const ofSession = { basis: 'legitimate interest', retention: 'sessions' } as const;

/**
 * The register of processing: for each table with personal data its purpose, its legal basis and how long it is stored.
 * A test compares it with the catalogue: each column of texts, addresses or bytes stands here or in `impersonalTables`.
 * `node scripts/processing-register.ts` writes docs/processing-register.csv.
 */
export const processingRegister: Record<string, Processing> = {
  'auth.users': {
    ...ofAccount,
    purpose: 'Signing in',
    personal: 'email new_email password_hash user_metadata',
  },
  'auth.sessions': {
    ...ofSession,
    purpose: 'Staying signed in; showing a person their devices',
    personal: 'address browser system user_agent',
    other: 'aal amr',
  },
  'auth.one_time_tokens': {
    ...ofSession,
    purpose: 'Links and sign-in codes by mail',
    personal: 'email pending_metadata pending_password_hash',
    other: 'kind code_challenge code_challenge_method redirect_to',
  },
  'auth.notices': {
    ...ofSession,
    purpose: 'Mails about the account',
    personal: 'email new_email',
    other: 'kind language',
  },
  'auth.security_events': {
    ...bySecurity,
    purpose: 'Noticing thefts of accounts',
    personal: 'address browser system kind',
  },
  'auth.known_devices': {
    ...bySecurity,
    purpose: 'Noticing sign-ins from new devices',
    personal: 'token_hash',
  },
  'auth.factors': {
    ...ofAccount,
    purpose: 'Two-step verification',
    personal: 'friendly_name secret_sealed',
    other: 'factor_type status',
  },
  'auth.recovery_codes': {
    ...ofAccount,
    purpose: 'Two-step verification',
    personal: 'code_hash',
  },
  'auth.factor_removals': {
    basis: 'legitimate interest',
    retention: 'account_measures',
    purpose: 'Proving who asked for the removal of a lost factor',
    personal: 'reason',
  },
  'auth.sign_in_failures': {
    ...bySecurity,
    purpose: 'Slowing guesses at passwords down',
    personal: 'account_key',
  },
  'auth.request_counts': {
    ...bySecurity,
    purpose: 'Limits of requests by address',
    personal: 'key',
  },
  'public.account_measures': {
    basis: 'legitimate interest',
    retention: 'account_measures',
    purpose: 'Blocking accounts that are misused',
    personal: 'reason',
    other: 'measure',
  },
  'public.companies': {
    ...ofAccount,
    purpose: 'Financing: who the company is and how it is reached',
    personal:
      'name website address phone email contact_name contact_title business_area cr_number refund_iban ' +
      'company_registration_file financial_statement_file bank_statement_6m_file',
    other: 'budget_status budget_reason payer_number',
  },
  'public.agencies': {
    ...ofAccount,
    purpose: 'Paying the agency: who it is and how it is reached',
    personal:
      'name latin_name address phone email contact_name contact_title iban paid_iban vat_number cr_number ' +
      'specialization_other company_registration_file other_docs_files',
    other: 'specializations suspension_reason',
  },
  'public.user_roles': { ...ofAccount, purpose: 'Permissions', personal: 'role' },
  'public.staff': {
    basis: 'contract',
    retention: 'audit_log',
    purpose: 'Who of the staff did what',
    personal: 'name',
  },
  'public.files': {
    basis: 'legal obligation',
    retention: 'due_diligence',
    purpose: 'Checking companies and agencies; invoices of tickets',
    personal: 'name path storage_key invoice_code',
    other: 'content_type kind store sha256',
  },
  'public.help_messages': {
    basis: 'contract',
    retention: 'help_messages',
    purpose: 'Answering questions',
    personal: 'message answer',
  },
  'public.notifications': {
    basis: 'contract',
    retention: 'notifications',
    purpose: 'Telling people what happened',
    personal: 'kind',
    other: 'delivery side',
  },
  'public.notification_settings': {
    ...ofAccount,
    purpose: 'Which mails a person wants',
    personal: 'kind delivery',
  },
  'public.mails': {
    basis: 'contract',
    retention: 'mails',
    purpose: 'Telling people what happened',
    personal: 'kind',
    other: 'outcome taken_by',
  },
  'public.bureau_consents': {
    basis: 'consent',
    retention: 'bureau_answers',
    purpose: 'Score of a credit bureau, with consent',
    personal: 'bureau language',
  },
  'public.credit_assessments': {
    basis: 'legal obligation',
    retention: 'due_diligence',
    purpose: 'Credit analysis',
    personal: 'inputs factors grade grade_limit',
    other: 'model_version',
  },
  'public.budget_requests': {
    basis: 'contract',
    retention: 'due_diligence',
    purpose: 'Requests for a higher budget',
    personal: 'reason appeal_reason documents statement_name',
    other: 'status statement_months statement_sha256',
  },
  'public.budget_request_decisions': {
    basis: 'contract',
    retention: 'due_diligence',
    purpose: 'Requests for a higher budget',
    personal: 'reason',
    other: 'condition decision',
  },
  'public.iban_changes': {
    ...byBooks,
    purpose: 'Proof of where money is sent',
    personal: 'iban previous_iban told_emails rejection_reason',
    other: 'status told_language',
  },
  'public.document_sets': {
    basis: 'legal obligation',
    retention: 'acceptance_records',
    purpose: 'Proof of an acceptance',
    personal:
      'accepted_name accepted_capacity accepted_company accepted_cr_number accepted_address',
  },
  'public.signing_records': {
    basis: 'legal obligation',
    retention: 'identity_numbers',
    purpose: 'Proof of the person who accepted',
    personal: 'record identity_sealed',
    other: 'seal identity_digest erasure_seal',
  },
  'public.signing_codes': {
    ...ofSession,
    purpose: 'Proof of the person who accepts',
    personal: 'code_digest',
  },
  'public.ticket_documents': {
    basis: 'legal obligation',
    retention: 'acceptance_records',
    purpose: 'Financing agreement and promissory notes',
    personal: 'text_parts summary',
    other: 'kind language sha256 storage_key',
  },
  'public.tickets': {
    ...byBooks,
    purpose: 'Financing',
    personal: 'description rejection_reason invoice_url agency_vat_number',
    other: 'agency_list closed_as company_list repayment_term status ticket_number',
  },
  'public.tax_invoices': {
    basis: 'legal obligation',
    retention: 'tax_invoices',
    purpose: 'Tax invoices',
    personal: 'buyer_name buyer_address',
    other: 'reason type',
  },
  'public.payments': {
    ...byBooks,
    purpose: 'Incoming money',
    personal: 'bank_reference reversal_reason',
  },
  'public.payment_refunds': {
    ...byBooks,
    purpose: 'Money sent back',
    personal: 'beneficiary iban latin_name bank_reference reason',
    other: 'goes_to status stop',
  },
  'public.transfer_reports': {
    ...byBooks,
    purpose: 'Transfers that companies report',
    personal: 'bank_reference proof_file reason',
    other: 'status',
  },
  'public.bank_statement_lines': {
    ...byBooks,
    purpose: 'Statements of our bank: who paid',
    personal: 'payer_name payer_iban remittance bank_reference set_aside_reason',
    other:
      'certainty credited_iban currency direction entry_key list match_reason payout_message_id payout_outcome reference_key refusal status',
  },
  'public.bank_statement_files': {
    ...byBooks,
    purpose: 'Statements of our bank, whose days may be read in two ways',
    personal: 'content',
  },
  'public.payout_run_lines': {
    ...byBooks,
    purpose: 'Paying agencies',
    personal: 'beneficiary iban latin_name reason',
    other: 'outcome stop',
  },
  'public.agency_claims': {
    ...byBooks,
    purpose: 'Money paid to agencies twice',
    personal: 'bank_reference',
  },
  'public.payout_file_lines': {
    ...byBooks,
    purpose: 'Files for the bank',
    personal: 'latin_name',
    other: 'bic',
  },
  'public.refund_file_lines': {
    ...byBooks,
    purpose: 'Files for the bank',
    personal: 'latin_name',
    other: 'bic',
  },
  'public.due_date_feeds': {
    ...ofAccount,
    purpose: 'Due dates in a calendar',
    personal: 'token_digest',
  },
  'public.approval_requests': {
    basis: 'legal obligation',
    retention: 'audit_log',
    purpose: 'What takes two people',
    personal: 'details figures reason decision_reason',
    other: 'kind outcome subject_type',
  },
  'public.events': {
    basis: 'legal obligation',
    retention: 'audit_log',
    purpose: 'Who did what and when',
    personal: 'before after',
    other: 'operation subject',
  },
  'public.idempotency_keys': {
    basis: 'legitimate interest',
    retention: 'repeated_requests',
    purpose: 'A repeated request changes nothing',
    personal: 'reply request_hash key',
    other: 'operation',
  },
  'public.person_erasures': {
    basis: 'legal obligation',
    retention: 'privacy_requests',
    purpose: 'Proof of an erasure',
    personal: 'erased kept',
    other: 'listed_in',
  },
};

/** Tables in which nobody is named. */
export const impersonalTables = [
  'auth.flow_states',
  'auth.signing_keys',
  'public.agency_balances',
  'public.agency_payouts',
  'public.backups',
  'public.balance_changes',
  'public.bank_statements',
  'public.budget_moves',
  'public.company_balances',
  'public.credit_bureau',
  'public.credit_policies',
  'public.earlier_keys',
  'public.job_workers',
  'public.journal_entries',
  'public.journal_lines',
  'public.ledger_days',
  'public.legal_moves',
  'public.loss_allowance_months',
  'public.migrations',
  'public.payment_promises',
  'public.payment_requests',
  'public.payout_files',
  'public.payout_runs',
  'public.platform_identities',
  'public.quota_uses',
  'public.receivable_rolls',
  'public.refund_files',
  'public.retention_erasures',
  'public.retention_rules',
  'public.schema_files',
  'public.schema_version',
  'public.servers',
  'public.tax_invoice_series',
  'public.ticket_installments',
  'public.virtual_iban_lists',
  'public.virtual_ibans',
] as const;
