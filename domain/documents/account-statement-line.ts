import type { LedgerEvent } from '../ledger/accounts.ts';

/**
 * What a line of a statement of account tells of: to a company what it owes, to an agency what it is owed. What a payment
 * paid of a ticket changes what is owed for that one alone; what was written off is owed as before, and in default.
 */
const accountStatementLineKinds = [
  'campaign_financed',
  'payment',
  'refund',
  'refund_undone',
  'payment_returned',
  'payment_allocated',
  'allocation_undone',
  'written_off',
  'default_paid',
  'default_again',
  'default_undone',
  'service_fee',
  'payout',
  'payout_undone',
  'fee_undone',
  'financing_undone',
  'bank_charges',
  'bank_charges_undone',
] as const;

export type AccountStatementLineKind = (typeof accountStatementLineKinds)[number];

const kinds: Partial<Record<LedgerEvent, AccountStatementLineKind>> = {
  ticket_financed: 'campaign_financed',
  fee_earned: 'service_fee',
  payout_sent: 'payout',
  payment_received: 'payment',
  payment_identified: 'payment',
  payment_allocated: 'payment_allocated',
  credit_refunded: 'refund',
  written_off: 'written_off',
  refund_written_off: 'written_off',
  loss_recovered: 'default_paid',
  bank_charges_settled: 'bank_charges',
};

const undone: Partial<Record<LedgerEvent, AccountStatementLineKind>> = {
  ticket_financed: 'financing_undone',
  fee_earned: 'fee_undone',
  payout_sent: 'payout_undone',
  payment_received: 'payment_returned',
  payment_identified: 'payment_returned',
  credit_refunded: 'refund_undone',
  payment_allocated: 'allocation_undone',
  loss_recovered: 'default_again',
  written_off: 'default_undone',
  refund_written_off: 'default_undone',
  bank_charges_settled: 'bank_charges_undone',
};

/**
 * The kind of a line from its entry in the journal, and from the entry that this one undoes.
 * Throws RangeError for an entry that changes nobody's balance: such a line is in no statement.
 */
export function accountStatementLineKind(
  event: LedgerEvent,
  undoes: LedgerEvent | null,
): AccountStatementLineKind {
  const kind = undoes === null ? kinds[event] : undone[undoes];
  if (kind === undefined) throw new RangeError(`no line of a statement: ${event} of ${undoes}`);
  return kind;
}
