/**
 * Kinds of personal data: from when each one's period counts, and what erases it. `job`: the daily job, when the period
 * has a source or two people have confirmed it. `product`: the job of its own capability. `nobody`: it stays.
 * Periods are data (`retention_rules`).
 */
export const retentionKinds = {
  sessions: { counts_from: 'ended', erased_by: 'product' },
  security_events: { counts_from: 'occurred', erased_by: 'product' },
  notifications: { counts_from: 'read', erased_by: 'product' },
  repeated_requests: { counts_from: 'sent', erased_by: 'product' },
  unnamed_files: { counts_from: 'uploaded', erased_by: 'product' },
  mails: { counts_from: 'sent', erased_by: 'job' },
  help_messages: { counts_from: 'answered', erased_by: 'job' },
  bureau_answers: { counts_from: 'answered', erased_by: 'job' },
  account_measures: { counts_from: 'decided', erased_by: 'job' },
  /** Accounts and profiles that never had a ticket. */
  applications: { counts_from: 'signed_in', erased_by: 'job' },
  identity_numbers: { counts_from: 'last_entry', erased_by: 'job' },
  /** Documents by which a company or an agency was checked. */
  due_diligence: { counts_from: 'last_entry', erased_by: 'job' },
  /** Accounts and profiles with tickets. After the two above, whose period would begin anew with the erasure. */
  accounts: { counts_from: 'last_entry', erased_by: 'job' },
  bookkeeping: { counts_from: 'entered', erased_by: 'nobody' },
  tax_invoices: { counts_from: 'entered', erased_by: 'nobody' },
  acceptance_records: { counts_from: 'entered', erased_by: 'nobody' },
  audit_log: { counts_from: 'occurred', erased_by: 'nobody' },
  privacy_requests: { counts_from: 'decided', erased_by: 'nobody' },
} as const satisfies Record<
  string,
  { counts_from: string; erased_by: 'job' | 'product' | 'nobody' }
>;

export type RetentionKind = keyof typeof retentionKinds;

/** What somebody has to settle before a person is erased. */
export const openMatters = [
  'tickets',
  'owed',
  'credit',
  'refund_due',
  'refunds',
  'payouts',
  'transfer_reports',
  'budget_requests',
  'iban_changes',
  'approvals',
  'payments',
  'bank_lines',
  'blocks',
] as const;

/** How long an export can be downloaded after its approval, days. */
export const EXPORT_DAYS = 7;

/** The longest period that can be set, months. */
export const LONGEST_RETENTION_MONTHS = 600;
