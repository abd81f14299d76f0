import { z } from 'zod';
import { lineRefusals } from '#domain/servicing/bank-statement-line.ts';
import { certainties, matchReasons } from '#domain/servicing/bank-statement-matching.ts';
import { cursor, id, listFormat, localDate, signedAmountSar, timestamp, totalSar } from './wire.ts';
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
    /** What the account held before and after, as the file says it; it adds up. Null where the file says it not: not verified. */
    opening_balance: signedAmountSar.nullable(),
    closing_balance: signedAmountSar.nullable(),
    /** Lines that it brought, and lines that an earlier statement had brought already. */
    line_count: z.number().int(),
    known_count: z.number().int(),
    imported_by: z.string(),
    imported_at: timestamp,
    /** Lines that nobody has decided. */
    open_count: z.number().int(),
  })
  .meta({ id: 'BankStatement' });

const sum = z.object({ count: z.number().int(), amount_sar: totalSar });

const statementDetails = z
  .object({
    statement,
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
    /** Of statements with balances: the one before it. */
    before: z
      .object({
        id,
        file_name: z.string(),
        to_date: localDate,
        closing_balance: signedAmountSar,
        /** One without balances was imported of the days between. */
        is_other_between: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'BankStatementDetails' });

/** Open and certain, likely, or less; what the bank takes back; what it says of payouts; decided; debits and what is kept apart. */
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

/** Another line, and where it stands. */
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
    /** A decimal with two places; of a currency that has more, with more. */
    amount: z.string(),
    currency: z.string(),
    booked_on: localDate,
    value_date: localDate,
    bank_reference: z.string().nullable(),
    payer_name: z.string().nullable(),
    payer_iban: z.string().nullable(),
    remittance: z.string().nullable(),
    /** A debit that takes back money that had come in, or a credit that returns money that had left. */
    is_reversal: z.boolean(),
    /** Settled: the bank took the money back; `payment` was reversed, `counter_line` is the other of the two lines. Or `payout` was answered. */
    status: z.enum(['Open', 'Confirmed', 'SetAside', 'Settled', 'Debit', 'Refused']),
    /** Why it is kept apart though money came in. */
    refusal: z.enum(lineRefusals).nullable(),
    certainty: z.enum(certainties).nullable(),
    match_reason: z.enum(matchReasons).nullable(),
    proposed: z
      .object({
        company_id: id.nullable(),
        company_name: z.string().nullable(),
        /** Null with a company: its longest due first. */
        ticket_number: z.string().nullable(),
        report_id: id.nullable(),
        /** The payment that it is, where it was recorded before; of what the bank takes back, the one to be reversed. */
        payment_id: id.nullable(),
        /** Of what the bank takes back: a credit that is no payment yet. */
        credit_line: linePlace.nullable(),
      })
      .nullable(),
    payment: z
      .object({
        id,
        company_name: z.string().nullable(),
        ticket_number: z.string().nullable(),
      })
      .nullable(),
    counter_line: linePlace.nullable(),
    /** The payout that it names: a debit says that it arrived, a credit that it came back. `outcome`: what was written down. */
    payout: z
      .object({
        run_id: id,
        ticket_number: z.string(),
        agency_name: z.string().nullable(),
        outcome: z.enum(['Confirmed', 'Failed', 'Returned']).nullable(),
      })
      .nullable(),
    /** The refund that it names; the same. */
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
  })
  .meta({ id: 'BankStatementLine' });

const byId = z.object({ id });

export const importBankStatement = {
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
export const confirmCertainLines = {
  params: byId,
  /** How many certain lines the caller has seen; refused when they are others meanwhile. */
  body: z.strictObject({ count: z.number().int().min(1).max(1_000_000) }),
  reply: z
    .object({
      confirmed: sum,
      /** Not certain any more: they are likely now, with their reason. */
      demoted: z.number().int(),
      /** Certain and not confirmed yet: ask again with this count. */
      left: z.number().int(),
    })
    .meta({ id: 'ConfirmedLines' }),
};
export const confirmBankStatementLine = {
  params: byId,
  /**
   * A payment that was recorded; or a ticket, a company, or neither: then the payer is not known yet. Of a line that takes
   * money back: the payment, which is reversed, or the line of a credit, which it settles. Of a line that names a payout:
   * none of them.
   */
  body: z.strictObject({
    payment_id: id.nullish(),
    company_id: id.nullish(),
    ticket_number: z.string().max(40).nullish(),
    line_id: id.nullish(),
    /**
     * Why the bank took it back; the company reads it where it had reported the transfer. Of a payment why it is another,
     * needed where the same movement has been recorded before.
     */
    reason: multiLine().trim().min(1).max(1000).nullish(),
    /** Although money alike has been recorded: without it such a line is refused with payment_alike. */
    is_another: z.boolean().optional(),
  }),
  reply: statementLine,
};
export const setAsideBankStatementLine = {
  params: byId,
  body: z.strictObject({ reason: multiLine().trim().min(1).max(1000) }),
  reply: statementLine,
};
export const reopenBankStatementLine = { params: byId, reply: statementLine };

export type BankStatement = z.infer<typeof statement>;
export type BankStatementDetails = z.infer<typeof statementDetails>;
export type ImportedBankStatement = z.infer<typeof importBankStatement.reply>;
export type BankStatementLineView = z.infer<typeof statementLine>;
export type LineList = (typeof lineLists)[number];
