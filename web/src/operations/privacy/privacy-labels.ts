import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { Person } from '#api/privacy.ts';
import { retentionKinds, type RetentionKind } from '#domain/privacy/retention.ts';

const kinds: Record<RetentionKind, MessageDescriptor> = {
  sessions: msg`Sessions and links`,
  security_events: msg`Security events and two-step verification`,
  notifications: msg`Notifications`,
  repeated_requests: msg`Replies to repeated requests`,
  unnamed_files: msg`Uploads that nothing uses`,
  mails: msg`Mails`,
  help_messages: msg`Messages to us`,
  bureau_answers: msg`Scores of the credit bureau`,
  account_measures: msg`Measures on accounts`,
  applications: msg`Accounts and profiles without a ticket`,
  accounts: msg`Accounts and profiles`,
  identity_numbers: msg`Identity numbers of signatories`,
  due_diligence: msg`Documents of companies and agencies`,
  bookkeeping: msg`Tickets, payments and journal`,
  tax_invoices: msg`Tax invoices`,
  acceptance_records: msg`Accepted documents and signing records`,
  audit_log: msg`Audit log`,
  privacy_requests: msg`Requests about personal data`,
};

const moments: Record<(typeof retentionKinds)[RetentionKind]['counts_from'], MessageDescriptor> = {
  ended: msg({ context: 'a retention period counts from', message: 'from their end' }),
  occurred: msg({ context: 'a retention period counts from', message: 'from their day' }),
  read: msg({ context: 'a retention period counts from', message: 'after they are read' }),
  sent: msg({ context: 'a retention period counts from', message: 'from sending' }),
  uploaded: msg({ context: 'a retention period counts from', message: 'from the upload' }),
  answered: msg({ context: 'a retention period counts from', message: 'from the answer' }),
  decided: msg({ context: 'a retention period counts from', message: 'from the decision' }),
  signed_in: msg({ context: 'a retention period counts from', message: 'from the last sign-in' }),
  last_entry: msg({
    context: 'a retention period counts from',
    message: 'from the last movement of money',
  }),
  entered: msg({ context: 'a retention period counts from', message: 'from the entry' }),
};

const matters: Record<Person['open'][number]['what'], MessageDescriptor> = {
  tickets: msg`Open tickets`,
  owed: msg`Still owed`,
  credit: msg`Credit`,
  refund_due: msg({ context: 'of a person', message: 'To recover' }),
  refunds: msg`Refunds under way`,
  payouts: msg`Payouts under way`,
  transfer_reports: msg`Reported transfers`,
  budget_requests: msg`Budget requests`,
  iban_changes: msg`IBANs that wait`,
  approvals: msg`Approvals that wait`,
  payments: msg`Payments to be proven`,
  bank_lines: msg`Open lines of bank statements`,
  blocks: msg`Blocked or suspended`,
};

/** The labels of kinds of personal data, of what their period counts from, and of what an erasure waits for. */
export function usePrivacyLabels() {
  const { i18n } = useLingui();
  return {
    kindLabel: (kind: RetentionKind) => i18n._(kinds[kind]),
    momentLabel: (kind: RetentionKind) => i18n._(moments[retentionKinds[kind].counts_from]),
    matterLabel: (what: Person['open'][number]['what']) => i18n._(matters[what]),
  };
}
