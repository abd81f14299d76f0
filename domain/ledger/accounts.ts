/**
 * The chart of accounts. Amounts are signed halalas: debit above 0, credit below. `normal` is the side on which an
 * account grows.
 */
export const accounts = {
  /** Money at the bank. */
  bank: { kind: 'asset', normal: 'debit' },
  /** What companies owe, by installment. */
  receivable: { kind: 'asset', normal: 'debit' },
  /** The part expected to be lost (loss-allowance.ts), a deduction from the receivable. */
  loss_allowance: { kind: 'contra_asset', normal: 'credit' },
  /** What was refunded of payments that the bank took back afterwards: companies owe it. */
  refunds_receivable: { kind: 'asset', normal: 'debit' },
  /** Claims on agencies that the bank paid once more than they were owed, by payout. */
  agency_receivable: { kind: 'asset', normal: 'debit' },
  /** What we owe agencies, by ticket. */
  agency_payable: { kind: 'liability', normal: 'credit' },
  /** The service fee without its VAT. */
  fee_income: { kind: 'income', normal: 'credit' },
  /** The VAT inside the service fee, owed to ZATCA. */
  vat_payable: { kind: 'liability', normal: 'credit' },
  /** Money of companies that pays no installment (yet). */
  company_credit: { kind: 'liability', normal: 'credit' },
  /** Money whose payer is not known yet. */
  unidentified_receipts: { kind: 'liability', normal: 'credit' },
  /** What the allowance has cost: it grows and falls with each month's end. */
  credit_loss_expense: { kind: 'expense', normal: 'debit' },
  /** What was written off beyond the allowance; it stays owed, and grows only by write-offs. */
  bad_debt: { kind: 'expense', normal: 'debit' },
  /** What companies have paid of it since: the write-off stays. */
  recoveries: { kind: 'income', normal: 'credit' },
  /** Small rests of installments that staff have settled, and what banks kept of returns (bank-charges.sql). */
  bank_charges: { kind: 'expense', normal: 'debit' },
} as const satisfies Record<
  string,
  {
    kind: 'asset' | 'contra_asset' | 'liability' | 'income' | 'expense';
    normal: 'debit' | 'credit';
  }
>;

export type Account = keyof typeof accounts;

/** Every money event, one journal entry each. */
export const ledgerEvents = [
  'ticket_financed',
  'fee_earned',
  'payout_sent',
  'payout_failed',
  'payout_returned',
  'ticket_ended',
  'payment_received',
  'payment_identified',
  'payment_allocated',
  'payment_reversed',
  'credit_refunded',
  'refund_recalled',
  'refund_written_off',
  'refund_recovered',
  'refund_came_back',
  'recall_reduced',
  'written_off',
  'loss_recovered',
  'allowance_adjusted',
  'bank_charges_settled',
  'bank_charges_undone',
  'agency_claimed',
  'claim_settled',
  'claim_written_off',
] as const;

export type LedgerEvent = (typeof ledgerEvents)[number];
