/**
 * What takes two people: the operation that an approval carries out, what it is about, whether its approver has shown the
 * second factor within ten minutes (it sends money, says where companies send theirs, or changes every company's credit),
 * and how many hours it waits before it can be approved.
 */
export const approvalKinds = {
  /** The remainder of a ticket is counted as lost. */
  write_off_ticket: { subject: 'ticket', needs_fresh_factor: false, wait_hours: 0 },
  /** What was refunded of a payment that was reversed afterwards, and has not come back, is counted as lost. */
  write_off_refund: { subject: 'payment', needs_fresh_factor: false, wait_hours: 0 },
  /** What is left of a payment is sent back, or a part of it. */
  refund_credit: { subject: 'payment', needs_fresh_factor: true, wait_hours: 0 },
  /** An agency is paid although the company is overdue for too long. */
  pay_stopped_payout: { subject: 'ticket', needs_fresh_factor: true, wait_hours: 0 },
  /** The ticket of such a payout is ended instead. */
  end_stopped_ticket: { subject: 'ticket', needs_fresh_factor: false, wait_hours: 0 },
  /** A ticket is ended whose payout came back after it was completed or written off. */
  end_returned_payout: { subject: 'ticket', needs_fresh_factor: false, wait_hours: 0 },
  /** The bank has paid a payout that is in no file, goes to an IBAN which its agency has changed, or was called failed. */
  confirm_doubtful_payout: { subject: 'ticket', needs_fresh_factor: false, wait_hours: 0 },
  /** The bank has paid a refund that a file carries to an IBAN which its company has changed. */
  confirm_doubtful_refund: { subject: 'payment', needs_fresh_factor: false, wait_hours: 0 },
  /** A refund that a file carries failed or came back, and no line of a statement says so. */
  return_refund: { subject: 'payment', needs_fresh_factor: false, wait_hours: 0 },
  /** A line of a statement that names a payout or a refund of its amount says nothing about it. */
  set_aside_own_transfer_line: {
    subject: 'bank_statement_line',
    needs_fresh_factor: false,
    wait_hours: 0,
  },
  /** Small rests of a ticket are settled as bank charges, beyond what one person may settle for its company in a year. */
  settle_further_bank_charges: { subject: 'ticket', needs_fresh_factor: false, wait_hours: 0 },
  /** A payout or refund came back less a charge of the bank beyond what one person may book. */
  settle_return_charges: {
    subject: 'bank_statement_line',
    needs_fresh_factor: false,
    wait_hours: 0,
  },
  /** A claim on an agency that was paid twice: the money came back, or is counted as lost. */
  settle_agency_claim: { subject: 'ticket', needs_fresh_factor: false, wait_hours: 0 },
  /** Of statements that contradict each other this one is not the bank's. */
  reject_bank_statement: { subject: 'bank_statement', needs_fresh_factor: false, wait_hours: 0 },
  /** It is the bank's, and so are those that it contradicts. */
  accept_bank_statement: { subject: 'bank_statement', needs_fresh_factor: false, wait_hours: 0 },
  /** A budget counts again that a write-off has suspended. */
  lift_suspension: { subject: 'company', needs_fresh_factor: false, wait_hours: 0 },
  /** Money of a payer who is not known goes back where it came from. */
  send_back_payment: { subject: 'payment', needs_fresh_factor: true, wait_hours: 0 },
  /** The bank's list of virtual IBANs, to which companies pay from then on. */
  approve_virtual_ibans: { subject: 'virtual_iban_list', needs_fresh_factor: true, wait_hours: 24 },
  /** An agency is paid although its company has no set budget and open tickets above the limit. */
  pay_without_budget: { subject: 'ticket', needs_fresh_factor: true, wait_hours: 0 },
  /** Another version of the credit policy, or other limits, count from a day on. */
  activate_policy: { subject: 'credit_policy', needs_fresh_factor: true, wait_hours: 0 },
  /** All personal data of somebody who asked for it can be downloaded. */
  export_person: { subject: 'account', needs_fresh_factor: true, wait_hours: 0 },
  /** The personal data of somebody who asked for it is erased. */
  erase_person: { subject: 'account', needs_fresh_factor: true, wait_hours: 0 },
  /** Personal data of a kind is stored for another time, or its time is confirmed. */
  change_retention: { subject: 'retention_rule', needs_fresh_factor: true, wait_hours: 0 },
} as const satisfies Record<
  string,
  { subject: string; needs_fresh_factor: boolean; wait_hours: number }
>;

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

/**
 * What a member of staff can do with a request now: withdraw their own, approve or decline another one's, or only decline
 * it while it has to wait, or nothing.
 */
export function approvalMove(
  request: {
    is_own: boolean;
    outcome: ApprovalOutcome | null;
    waits_until: Date;
    expires_at: Date;
  },
  now: Date,
): 'withdraw' | 'decide' | 'decline' | null {
  if (request.outcome !== null || now >= request.expires_at) return null;
  if (request.is_own) return 'withdraw';
  return now < request.waits_until ? 'decline' : 'decide';
}
