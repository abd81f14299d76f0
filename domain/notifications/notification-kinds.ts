/** Whom a notification is for: everybody with an account, a company, an agency, or the platform's staff. */
export type NotificationSide = 'person' | 'company' | 'agency' | 'staff';

/** Money, security and legal notifications are always mailed at once. */
type NotificationCategory = 'money' | 'security' | 'legal' | 'other';

interface NotificationFacts {
  category: NotificationCategory;
  sides: readonly NotificationSide[];
}

/** Every kind of notification; its twin is `notification_kinds()` in server/src/notifications/notifications.sql. */
export const notificationKinds = {
  new_ticket: { category: 'other', sides: ['agency'] },
  ticket_cancelled: { category: 'other', sides: ['agency'] },
  ticket_expired: { category: 'other', sides: ['company', 'agency'] },
  ticket_approved: { category: 'other', sides: ['company'] },
  ticket_rejected: { category: 'other', sides: ['company'] },
  help_answered: { category: 'other', sides: ['company', 'agency'] },
  documents_ready: { category: 'legal', sides: ['company'] },
  reminder: { category: 'money', sides: ['company'] },
  payment_received: { category: 'money', sides: ['company'] },
  transfer_not_found: { category: 'money', sides: ['company'] },
  refund_sent: { category: 'money', sides: ['company'] },
  budget_decided: { category: 'money', sides: ['company'] },
  budget_request_answered: { category: 'money', sides: ['company'] },
  credit_changed: { category: 'money', sides: ['company'] },
  requests_stopped: { category: 'money', sides: ['company'] },
  requests_reopened: { category: 'money', sides: ['company'] },
  promise_kept: { category: 'money', sides: ['company'] },
  promise_broken: { category: 'money', sides: ['company'] },
  ticket_closed: { category: 'money', sides: ['company'] },
  payout_despite_overdue: { category: 'money', sides: ['company'] },
  payout_sent: { category: 'money', sides: ['agency'] },
  payout_returned: { category: 'money', sides: ['agency'] },
  /** It was stopped on its way to the bank. */
  payout_postponed: { category: 'money', sides: ['agency'] },
  /** The agency owes one of the two back. */
  payout_paid_twice: { category: 'money', sides: ['agency'] },
  payout_in_review: { category: 'money', sides: ['agency'] },
  payout_reviewed: { category: 'money', sides: ['agency'] },
  payout_cancelled: { category: 'money', sides: ['agency'] },
  iban_requested: { category: 'security', sides: ['company', 'agency'] },
  iban_approved: { category: 'security', sides: ['company', 'agency'] },
  iban_rejected: { category: 'security', sides: ['company', 'agency'] },
  password_changed: { category: 'security', sides: ['person'] },
  account_exists: { category: 'security', sides: ['person'] },
  email_change_requested: { category: 'security', sides: ['person'] },
  email_changed: { category: 'security', sides: ['person'] },
  factor_added: { category: 'security', sides: ['person'] },
  factor_removed: { category: 'security', sides: ['person'] },
  factor_removal_asked: { category: 'security', sides: ['person'] },
  factor_removal_confirmed: { category: 'security', sides: ['person'] },
  recovery_codes_made: { category: 'security', sides: ['person'] },
  recovery_code_used: { category: 'security', sides: ['person'] },
  approval_waiting: { category: 'other', sides: ['staff'] },
  payout_stopped: { category: 'other', sides: ['staff'] },
  payout_failed: { category: 'other', sides: ['staff'] },
  refund_failed: { category: 'other', sides: ['staff'] },
  iban_waiting: { category: 'other', sides: ['staff'] },
  budget_waiting: { category: 'other', sides: ['staff'] },
  budget_requested: { category: 'other', sides: ['staff'] },
  transfer_reported: { category: 'other', sides: ['staff'] },
  promise_made: { category: 'other', sides: ['staff'] },
  promise_missed: { category: 'other', sides: ['staff'] },
  help_message: { category: 'other', sides: ['staff'] },
} as const satisfies Record<string, NotificationFacts>;

export type NotificationKind = keyof typeof notificationKinds;

export const notificationKindNames = Object.keys(notificationKinds) as NotificationKind[];

/** When a notification is also mailed: at once, in the summary of the next morning, or not. */
export const deliveries = ['now', 'daily', 'never'] as const;
export type Delivery = (typeof deliveries)[number];

/** The hour in Riyadh from which the summary of a day is mailed. */
export const SUMMARY_HOUR = 8;
