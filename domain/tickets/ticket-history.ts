/**
 * The kinds of a ticket's history, by the operation of the event. Only the company sees payments, and only the agency sees
 * that its payout arrived, or was paid twice. The history leaves out events of other operations, so a new kind is one more
 * line here and in `history_kind` (tickets.sql). A payout's move has a kind of its own only when its ticket does not move with it.
 */
export const ticketHistoryKinds = {
  create_ticket_with_installments: 'submitted',
  approve_ticket: 'approved',
  accept_documents: 'documents_accepted',
  reject_ticket: 'rejected',
  cancel_ticket: 'cancelled',
  expire_ticket: 'expired',
  close_ticket: 'closed',
  pay_stopped_payout: 'payout_reviewed',
  release_ticket: 'paid_out',
  instruct_payout: 'payout_sent',
  confirm_payout: 'payout_arrived',
  return_ticket: 'payout_failed',
  return_payout: 'payout_returned',
  send_payout: 'payout_sent_again',
  fail_payout: 'payout_failed_again',
  postpone_payout: 'payout_postponed',
  end_ticket: 'ended',
  book_agency_claim: 'paid_twice',
  settle_agency_claim: 'paid_back',
  undo_agency_claim: 'not_paid_twice',
  record_payment: 'payment_received',
  reverse_payment: 'payment_returned',
  complete_ticket: 'completed',
  reopen_ticket: 'reopened',
  settle_bank_charges: 'bank_charges_settled',
  undo_bank_charges: 'bank_charges_undone',
  write_off_ticket: 'written_off',
  raise_loss: 'loss_raised',
  recover_loss: 'loss_recovered',
} as const satisfies Record<string, string>;

export type TicketHistoryKind = (typeof ticketHistoryKinds)[keyof typeof ticketHistoryKinds];

/** The kinds after which a ticket is Closed: each says who closed it. */
export const ticketEnds = [
  'cancelled',
  'expired',
  'closed',
  'written_off',
  'ended',
] as const satisfies readonly TicketHistoryKind[];

export type TicketEnd = (typeof ticketEnds)[number];
