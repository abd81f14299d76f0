import { z } from 'zod';
import { dayOrderBases, dayOrders, lineRefusals } from '#domain/servicing/bank-statement-line.ts';
import { certainties, matchReasons } from '#domain/servicing/bank-statement-matching.ts';
import {
  amountSar,
  cursor,
  id,
  listFormat,
  localDate,
  signedAmountSar,
  timestamp,
  totalSar,
} from './wire.ts';
import { approvalRequest } from './approvals.ts';
import { requestNumber } from './payments.ts';
import { multiLine } from './typed-text.ts';

const statement = z
  .object({
    id,
    file_name: z.string(),
    format: z.enum(['camt.053', 'csv']),
    account_iban: z.string().nullable(),
    /** The days of its first and its last booking. */
    from_date: localDate,
    to_date: localDate,
    /** The balances that the file states, which add up. Null: the file states none, so it is not verified. */
    opening_balance: signedAmountSar.nullable(),
    closing_balance: signedAmountSar.nullable(),
    /** New lines, and lines that an earlier statement already had. */
    line_count: z.number().int(),
    known_count: z.number().int(),
    /** Entries that are left out because they moved nothing: of SAR 0.00, and the sums of a day. */
    zero_amount_count: z.number().int(),
    /** How its days in figures were read, and what decided it; null where they can be read in one way only. */
    day_order: z.enum(dayOrders).nullable(),
    day_order_by: z.enum(dayOrderBases).nullable(),
    imported_by: z.string(),
    imported_at: timestamp,
    is_imported_by_caller: z.boolean(),
    /** Who has compared it with the bank, another person than its importer; until then its lines prove nothing. */
    compared_by: z.string().nullable(),
    compared_at: timestamp.nullable(),
    /** When two people said that it is not the bank's. */
    rejected_at: timestamp.nullable(),
    /** Another statement tells otherwise, and one of the two is compared: two people decide. */
    is_contradicted: z.boolean(),
    /** Lines that nobody has decided. */
    open_count: z.number().int(),
  })
  .meta({ id: 'BankStatement' });

const sum = z.object({ count: z.number().int(), amount_sar: totalSar });

const statementDetails = z
  .object({
    statement,
    /** How its days can be read instead, until a line is decided; null where they cannot. */
    other_day_order: z.enum(dayOrders).nullable(),
    counts: z.object({
      certain: sum,
      likely: sum,
      unclear: sum,
      reversals: sum,
      payouts: sum,
      confirmed: sum,
      set_aside: sum,
      settled: z.object({ count: z.number().int() }),
      apart: z.object({ count: z.number().int() }),
    }),
    /** The statements that contradict it, and what is requested about that. */
    contradiction: z.object({
      statements: z.array(
        z.object({ id, file_name: z.string(), from_date: localDate, to_date: localDate }),
      ),
      requests: z.array(approvalRequest),
    }),
    /** Decided lines that the comparison of the statement with the bank will prove. */
    to_prove: sum,
    /** The statement with balances that precedes it. */
    before: z
      .object({
        id,
        file_name: z.string(),
        to_date: localDate,
        closing_balance: signedAmountSar,
        /** Whether a statement without balances covers the days between. */
        is_other_between: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'BankStatementDetails' });

/** Open lines by certainty, reversals, lines about payouts and refunds, decided lines, and `apart`: debits and excluded. */
const lineLists = [
  'certain',
  'likely',
  'unclear',
  'reversals',
  'payouts',
  'confirmed',
  'set_aside',
  'settled',
  'apart',
] as const;

/** Another line, and its status. */
const linePlace = z.object({
  id,
  statement_id: id,
  line_no: z.number().int(),
  value_date: localDate,
});

const statementLine = z
  .object({
    id,
    /** Its place in the file, from 1. */
    line_no: z.number().int(),
    direction: z.enum(['credit', 'debit']),
    /** A decimal with the currency's places, at least two. */
    amount: z.string(),
    currency: z.string(),
    booked_on: localDate,
    value_date: localDate,
    bank_reference: z.string().nullable(),
    payer_name: z.string().nullable(),
    payer_iban: z.string().nullable(),
    /** The virtual IBAN that the money went to, and whose it is: nobody's yet without a company. */
    credited: z
      .object({ iban: z.string(), company_id: id.nullable(), company_name: z.string().nullable() })
      .nullable(),
    remittance: z.string().nullable(),
    /** A debit that takes an earlier credit back, or a credit that returns an earlier debit. */
    is_reversal: z.boolean(),
    /** Settled: the bank took the money back (`payment` is reversed, `counter_line` the other line), or `payout` was answered. */
    status: z.enum(['Open', 'Confirmed', 'SetAside', 'Settled', 'Debit', 'Refused']),
    /** Why a credit is excluded. */
    refusal: z.enum(lineRefusals).nullable(),
    certainty: z.enum(certainties).nullable(),
    match_reason: z.enum(matchReasons).nullable(),
    proposed: z
      .object({
        company_id: id.nullable(),
        company_name: z.string().nullable(),
        /** Null with a company: the payment pays the longest due first. */
        ticket_number: z.string().nullable(),
        /** Of a payment request; then no ticket. */
        request_number: z.string().nullable(),
        report_id: id.nullable(),
        /** The recorded payment that the line shows; for a reversal, the payment to reverse. */
        payment_id: id.nullable(),
        /** Above the line's amount: the bank takes a part of the payment back. */
        payment_amount_sar: amountSar.nullable(),
        /** For a reversal: a credit that is no payment yet. */
        credit_line: linePlace.nullable(),
      })
      .nullable(),
    payment: z
      .object({
        id,
        company_name: z.string().nullable(),
        ticket_number: z.string().nullable(),
        request_number: z.string().nullable(),
      })
      .nullable(),
    counter_line: linePlace.nullable(),
    /** The payout that it names: a debit confirms it, a credit returns it. `outcome`: the recorded one. */
    payout: z
      .object({
        run_id: id,
        ticket_number: z.string(),
        agency_name: z.string().nullable(),
        outcome: z.enum(['Confirmed', 'Failed', 'Returned']).nullable(),
      })
      .nullable(),
    /** The payout file whose message a debit names: open where it has another sum, else that file, debited in one sum. */
    payout_file: z.object({ run_id: id, file_no: z.number().int() }).nullable(),
    /** The refund that it names; `outcome` as for a payout. */
    refund: z
      .object({
        id,
        payment_id: id,
        beneficiary: z.string().nullable(),
        company_name: z.string().nullable(),
        outcome: z.enum(['Confirmed', 'Failed', 'Returned']).nullable(),
      })
      .nullable(),
    decided_by: z.string().nullable(),
    decided_at: timestamp.nullable(),
    set_aside_reason: z.string().nullable(),
    /** Of a credit the parts that the bank has taken back: its payment is of the rest. */
    taken_back_sar: amountSar.nullable(),
    /** What the bank has kept of the payout or refund that came back. */
    bank_charges_sar: amountSar.nullable(),
    /** What it may have kept where an open line brings less, and whether another person approves that. */
    return_charges: z.object({ amount_sar: amountSar, takes_two: z.boolean() }).nullable(),
    /** It names a payout or a refund of its amount: another person approves that it is set aside. */
    setting_aside_takes_two: z.boolean(),
  })
  .meta({ id: 'BankStatementLine' });

const byId = z.object({ id });

export const importBankStatement = {
  /** How its days are read where it does not decide that itself, after bank_statement_days_unclear. */
  query: z.strictObject({ day_order: z.enum(dayOrders).optional() }),
  /** `is_known`: the same file was imported before, and nothing has changed. */
  reply: statementDetails.extend({ is_known: z.boolean() }).meta({ id: 'ImportedBankStatement' }),
};
export const listBankStatements = {
  query: z.strictObject({ cursor: cursor.optional(), ...listFormat }),
  reply: z
    .object({ items: z.array(statement), next_cursor: cursor.nullable() })
    .meta({ id: 'BankStatementPage' }),
};
export const readBankStatement = { params: byId, reply: statementDetails };
export const listBankStatementLines = {
  params: byId,
  query: z.strictObject({ list: z.enum(lineLists), cursor: cursor.optional(), ...listFormat }),
  reply: z
    .object({ items: z.array(statementLine), next_cursor: cursor.nullable() })
    .meta({ id: 'BankStatementLinePage' }),
};
export const matchBankStatementLines = { params: byId, reply: statementDetails };
export const readBankStatementAgain = { params: byId, reply: statementDetails };
export const compareBankStatement = { params: byId, reply: statementDetails };
export const confirmCertainLines = {
  params: byId,
  /** How many certain lines the caller has seen; refused when that number has changed. */
  body: z.strictObject({ count: z.number().int().min(1).max(1_000_000) }),
  reply: z
    .object({
      confirmed: sum,
      /** How many are no longer certain; they are likely now, with their reason. */
      demoted: z.number().int(),
      /** How many certain lines are left; ask again with this count. */
      left: z.number().int(),
    })
    .meta({ id: 'ConfirmedLines' }),
};
export const confirmBankStatementLine = {
  params: byId,
  /**
   * For a credit: a recorded payment, or a ticket, or a company, or none while the payer is not known. For a reversal: the
   * payment to reverse, also in part, or the line of the credit to settle. For a line that names a payout or a refund:
   * none but `bank_charges_sar`.
   */
  body: z.strictObject({
    payment_id: id.nullish(),
    company_id: id.nullish(),
    ticket_number: z.string().max(40).nullish(),
    request_number: requestNumber.nullish(),
    line_id: id.nullish(),
    /**
     * Why the bank took it back; a company that reported the transfer reads it. For a payment: why it is another one,
     * needed with is_another unless a bank's reference of its own tells it from the known movement; or why it is not the
     * company's whose virtual IBAN it went to (virtual_iban_of_other).
     */
    reason: multiLine().trim().min(1).max(1000).nullish(),
    /** What the bank has kept of a payout or refund that came back, as the caller has seen it; at most SAR 25.00. */
    bank_charges_sar: amountSar.nullish(),
    /** Records the line although similar money is recorded; without it the line is refused with payment_alike. */
    is_another: z.boolean().optional(),
  }),
  reply: statementLine,
};
export const setAsideBankStatementLine = {
  params: byId,
  body: z.strictObject({ reason: multiLine().trim().min(1).max(1000) }),
  reply: statementLine,
};
export const setAsideOwnTransferLine = {
  ...setAsideBankStatementLine,
  reply: approvalRequest,
};
export const settleReturnCharges = setAsideOwnTransferLine;
export const decideContradiction = setAsideOwnTransferLine;
export const reopenBankStatementLine = { params: byId, reply: statementLine };

export type BankStatement = z.infer<typeof statement>;
export type BankStatementDetails = z.infer<typeof statementDetails>;
export type ImportedBankStatement = z.infer<typeof importBankStatement.reply>;
export type BankStatementLineView = z.infer<typeof statementLine>;
export type LineList = (typeof lineLists)[number];
