/** What takes two people: the operation that an approval carries out, what it is about, and whether it sends money. */
export const approvalKinds = {
  /** The remainder of a ticket is counted as lost. */
  write_off_ticket: { subject: 'ticket', sends_money: false },
  /** What was refunded of a payment that was reversed afterwards, and has not come back, is counted as lost. */
  write_off_refund: { subject: 'payment', sends_money: false },
  /** What is left of a payment is sent back, or a part of it. */
  refund_credit: { subject: 'payment', sends_money: true },
  /** An agency is paid although the company is overdue for too long. */
  pay_stopped_payout: { subject: 'ticket', sends_money: true },
  /** The ticket of such a payout is ended instead. */
  end_stopped_ticket: { subject: 'ticket', sends_money: false },
  /** A ticket is ended whose payout came back after it was completed or written off. */
  end_returned_payout: { subject: 'ticket', sends_money: false },
  /** The bank has paid a payout that is in no file, or that goes to an IBAN which its agency has changed. */
  confirm_doubtful_payout: { subject: 'ticket', sends_money: false },
  /** A budget counts again that a write-off has suspended. */
  lift_suspension: { subject: 'company', sends_money: false },
  /** Money of a payer who is not known goes back where it came from. */
  send_back_payment: { subject: 'payment', sends_money: true },
} as const satisfies Record<string, { subject: string; sends_money: boolean }>;

export type ApprovalKind = keyof typeof approvalKinds;

/** How a request ends: once. */
export const approvalOutcomes = [
  /** By another person: it was carried out. */
  'Approved',
  /** By another person, with a reason. */
  'Declined',
  /** By whoever asked. */
  'Withdrawn',
  /** Nobody approved it in time. */
  'Expired',
] as const;

export type ApprovalOutcome = (typeof approvalOutcomes)[number];

/** What a member of staff can do with a request now: withdraw their own, decide another one's, or nothing. */
export function approvalMove(
  request: { is_own: boolean; outcome: ApprovalOutcome | null; expires_at: Date },
  now: Date,
): 'withdraw' | 'decide' | null {
  if (request.outcome !== null || now >= request.expires_at) return null;
  return request.is_own ? 'withdraw' : 'decide';
}
