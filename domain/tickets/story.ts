/**
 * What can happen to a ticket, by the operation that the history records it under. A story tells these and leaves out
 * what it does not know, so that a later kind is one more line here and in tickets.sql.
 */
export const storyKinds = {
  create_ticket_with_installments: 'submitted',
  approve_ticket: 'approved',
  reject_ticket: 'rejected',
  cancel_ticket: 'cancelled',
  expire_ticket: 'expired',
  close_ticket: 'closed',
  release_ticket: 'paid_out',
  return_ticket: 'payout_failed',
  complete_ticket: 'completed',
  reopen_ticket: 'reopened',
  write_off_ticket: 'written_off',
} as const satisfies Record<string, string>;

export type StoryKind = (typeof storyKinds)[keyof typeof storyKinds];
