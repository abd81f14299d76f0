import type { Halalas } from '../money.ts';
import { sumHalalas } from '../money.ts';
import type { ServiceFee } from '../payouts/service-fee.ts';
import type { Account } from '../ledger/accounts.ts';

/** One line of a journal entry: signed halalas, debit above 0, credit below. Never 0. */
export type JournalLine = { account: Account; amount_halalas: number; installment_id?: string };

/** A part of a ticket's amount: an installment and how much of it. */
export type InstallmentPart = { installment_id: string; amount_halalas: Halalas };

/** Where a payment stands until it is allocated: with its company, or nowhere while the payer is not known. */
type Holding = 'company_credit' | 'unidentified_receipts';

/**
 * The posting rules: what each money event writes. The lines of an entry sum to zero; lines of nothing are left out.
 * The same rules stand in ledger.sql and servicing's SQL, where only the lock makes the amounts true; a test holds the
 * two equal.
 */
export const postings = {
  /** The agency's campaign is financed: the company owes each installment, we owe the agency the gross amount. */
  ticket_financed: (parts: readonly InstallmentPart[]) =>
    entry([
      ...parts.map((part) => debit('receivable', part.amount_halalas, part.installment_id)),
      credit('agency_payable', total(parts)),
    ]),

  /** The agency's service fee, its VAT apart. */
  fee_earned: ({ fee_halalas, vat_halalas }: Pick<ServiceFee, 'fee_halalas' | 'vat_halalas'>) =>
    entry([
      debit('agency_payable', fee_halalas),
      credit('fee_income', fee_halalas - vat_halalas),
      credit('vat_payable', vat_halalas),
    ]),

  payout_sent: (net_halalas: Halalas) =>
    entry([debit('agency_payable', net_halalas), credit('bank', net_halalas)]),

  payment_received: (amount_halalas: Halalas, holding: Holding) =>
    entry([debit('bank', amount_halalas), credit(holding, amount_halalas)]),

  payment_identified: (amount_halalas: Halalas) =>
    entry([
      debit('unidentified_receipts', amount_halalas),
      credit('company_credit', amount_halalas),
    ]),

  payment_allocated: (parts: readonly InstallmentPart[]) =>
    entry([
      debit('company_credit', total(parts)),
      ...parts.map((part) => credit('receivable', part.amount_halalas, part.installment_id)),
    ]),

  /** Of a company's credit, or of a payer who is not known. */
  credit_refunded: (amount_halalas: Halalas, holding: Holding = 'company_credit') =>
    entry([debit(holding, amount_halalas), credit('bank', amount_halalas)]),

  /** The payment that a refund came from is reversed: its payer owes the refund, and what it stood in is what it was before. */
  refund_recalled: (amount_halalas: Halalas, holding: Holding = 'company_credit') =>
    entry([debit('refunds_receivable', amount_halalas), credit(holding, amount_halalas)]),

  /** Never recovered: a loss, still owed if its payer is known. */
  refund_written_off: (amount_halalas: Halalas) =>
    entry([debit('bad_debt', amount_halalas), credit('refunds_receivable', amount_halalas)]),

  /** Such a refund itself failed or came back: so much less is owed. Its own entry is undone besides. */
  recall_reduced: (amount_halalas: Halalas, holding: Holding = 'company_credit') =>
    entry([debit(holding, amount_halalas), credit('refunds_receivable', amount_halalas)]),

  /** A later payment pays such a refund back. */
  refund_recovered: (amount_halalas: Halalas) =>
    entry([debit('company_credit', amount_halalas), credit('refunds_receivable', amount_halalas)]),

  /** The bank has paid a payout once more than it was owed: its agency owes that. */
  agency_claimed: (amount_halalas: Halalas) =>
    entry([debit('agency_receivable', amount_halalas), credit('bank', amount_halalas)]),

  claim_settled: (amount_halalas: Halalas) =>
    entry([debit('bank', amount_halalas), credit('agency_receivable', amount_halalas)]),

  claim_written_off: (amount_halalas: Halalas) =>
    entry([debit('bad_debt', amount_halalas), credit('agency_receivable', amount_halalas)]),

  /** A write-off uses the allowance first, as far as there is one. */
  written_off: (rest: readonly InstallmentPart[], allowance_halalas: Halalas) => {
    const from_allowance = Math.min(total(rest), allowance_halalas);
    return entry([
      debit('loss_allowance', from_allowance),
      debit('bad_debt', total(rest) - from_allowance),
      ...rest.map((part) => credit('receivable', part.amount_halalas, part.installment_id)),
    ]);
  },

  /** Small rests of a ticket are settled as bank charges. */
  bank_charges_settled: (parts: readonly InstallmentPart[]) =>
    entry([
      debit('bank_charges', total(parts)),
      ...parts.map((part) => credit('receivable', part.amount_halalas, part.installment_id)),
    ]),

  /** The bank has kept a part of a payout or refund that came back. */
  return_charged: (amount_halalas: Halalas) =>
    entry([debit('bank_charges', amount_halalas), credit('bank', amount_halalas)]),

  /** A month's end brings the allowance to its required figure: signed, above 0 where it grows. */
  allowance_adjusted: (by_halalas: number) =>
    entry([debit('credit_loss_expense', by_halalas), credit('loss_allowance', by_halalas)]),

  /** A payment pays what was written off of a ticket or of a refund. */
  loss_recovered: (amount_halalas: Halalas) =>
    entry([debit('company_credit', amount_halalas), credit('recoveries', amount_halalas)]),
};

/**
 * The entry that undoes another: the same lines with the other sign. For a payout that failed or came back, a ticket that was
 * ended because of it, and a reversed payment.
 */
export function reversal(lines: readonly JournalLine[]): JournalLine[] {
  return lines.map((line) => ({ ...line, amount_halalas: -line.amount_halalas }));
}

function entry(lines: readonly JournalLine[]): JournalLine[] {
  return lines.filter(({ amount_halalas }) => amount_halalas !== 0);
}

function debit(account: Account, amount_halalas: Halalas, installment_id?: string): JournalLine {
  return { account, amount_halalas, ...(installment_id !== undefined && { installment_id }) };
}

function credit(account: Account, amount_halalas: Halalas, installment_id?: string): JournalLine {
  return debit(account, -amount_halalas, installment_id);
}

const total = (parts: readonly InstallmentPart[]) =>
  sumHalalas(parts.map(({ amount_halalas }) => amount_halalas));
