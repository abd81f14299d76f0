import type { NotificationKind, NotificationSide } from './notification-kinds.ts';

/** What decides where a notification leads. */
interface NotificationSubject {
  kind: NotificationKind;
  side: NotificationSide;
  ticket_number: string | null;
  subject_id: string | null;
}

/** The address of what a notification is about, on its screen and in its mail. */
export function notificationPath({
  kind,
  side,
  ticket_number,
  subject_id,
}: NotificationSubject): string {
  switch (kind) {
    case 'reminder':
    case 'requests_stopped':
    case 'promise_kept':
    case 'promise_broken':
      return '/payments';
    case 'payment_received':
      return '/payments/received';
    case 'transfer_not_found':
      if (ticket_number) return `/tickets/${ticket_number}`;
      return subject_id ? `/payments/requests/${subject_id}` : '/payments';
    case 'refund_sent':
      return '/account-statement#refunds';
    case 'budget_decided':
    case 'credit_changed':
    case 'requests_reopened':
      return '/dashboard/company';
    case 'budget_request_answered':
      return '/budget';
    case 'help_answered':
      return '/help';
    case 'iban_requested':
    case 'iban_approved':
    case 'iban_rejected':
      return side === 'agency' ? '/profile/agency' : '/account-statement#refunds';
    case 'approval_waiting':
      return '/operations/approvals';
    case 'payout_stopped':
      return '/operations/stopped-payouts';
    case 'iban_waiting':
      return '/operations/iban-changes';
    case 'help_message':
      return '/operations/help-messages';
    case 'payout_failed':
      return ticket_number ? `/operations/tickets/${ticket_number}` : '/operations/payouts';
    case 'refund_failed':
      return subject_id ? `/operations/payments/${subject_id}` : '/operations/refunds';
    case 'budget_requested':
    case 'budget_waiting':
    case 'promise_made':
    case 'promise_missed':
      return subject_id ? `/operations/companies/${subject_id}` : '/operations/companies';
    case 'transfer_reported':
      return subject_id
        ? `/operations/transfer-reports/${subject_id}`
        : '/operations/transfer-reports';
    default:
      if (ticket_number) return `/tickets/${ticket_number}`;
      return side === 'person' ? '/settings' : '/tickets';
  }
}
