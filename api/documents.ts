import { z } from 'zod';
import { companyPosition } from './installments.ts';
import { languages } from '#domain/languages.ts';
import { ledgerEvents } from '#domain/ledger/accounts.ts';
import {
  amountSar,
  cursor,
  id,
  isPeriodInOrder,
  localDate,
  periodNotInOrder,
  totalSar,
} from './wire.ts';

/** The language of the document; it may differ from the screen's. */
const inLanguage = z.strictObject({ language: z.enum(languages) });
const pdf = 'application/pdf';
const ticketNumber = z.object({ ticket_number: z.string().max(40) });

/** The invoice for the fee of a payout, or the credit note of one that came back, as a ticket lists it. */
export const taxInvoice = z
  .object({
    id,
    type: z.enum(['invoice', 'credit_note']),
    invoice_number: z.string(),
    issued_on: localDate,
    vat_amount: amountSar,
    /** With its VAT. In a credit note: the amount taken back. */
    total_amount: amountSar,
  })
  .meta({ id: 'TaxInvoice' });

export const taxInvoiceFile = { params: z.object({ id }), query: inLanguage, file: pdf } as const;
export const remittanceAdvice = { params: ticketNumber, query: inLanguage, file: pdf } as const;
export const settlementLetter = { params: ticketNumber, query: inLanguage, file: pdf } as const;

/** What was sent to an agency for a ticket: the ticket's amount less the fee. */
const remittance = z
  .object({
    /** The payout. */
    id,
    sent_on: localDate,
    /** Day on which the bank was asked to pay; null until a payment file has the payout. */
    execution_date: localDate.nullable(),
    ticket_number: z.string(),
    company_name: z.string().nullable(),
    iban: z.string(),
    /** The payment's reference in the file for the bank. */
    bank_reference: z.string().nullable(),
    invoice_number: z.string(),
    gross_amount: amountSar,
    /** VAT included. */
    fee_amount: amountSar,
    fee_vat_amount: amountSar,
    net_amount: amountSar,
  })
  .meta({ id: 'Remittance' });

/** Riyadh days of sending, both included. `csv` and `pdf` answer with the whole period as a file. */
export const listRemittances = {
  query: z
    .strictObject({
      from: localDate,
      to: localDate,
      cursor: cursor.optional(),
      format: z.enum(['csv', 'pdf']).optional(),
      language: z.enum(languages).optional(),
    })
    .refine(isPeriodInOrder, periodNotInOrder),
  reply: z
    .object({
      from: localDate,
      to: localDate,
      /** Of the whole period. */
      totals: z.object({
        count: z.number().int().nonnegative(),
        gross_amount: totalSar,
        fee_amount: totalSar,
        fee_vat_amount: totalSar,
        net_amount: totalSar,
      }),
      items: z.array(remittance),
      next_cursor: cursor.nullable(),
    })
    .meta({ id: 'Remittances' }),
};

/** SAR, negative for a balance on the other side. */
const balanceSar = z.string().regex(/^-?\d{1,16}\.\d{2}$/);
const entryNumber = z.string().regex(/^[1-9]\d{0,17}$/);
/** An entry and the balance after it. */
const statementCursor = z
  .string()
  .regex(/^[1-9]\d{0,17}:-?\d{1,16}\.\d{2}$/, 'must be the next_cursor of a page');

const statementLine = z
  .object({
    /** The entry of the journal. */
    id: entryNumber,
    /** The day on which it was posted. */
    date: localDate,
    /** For a company's payment: its value date at the bank. */
    value_date: localDate.nullable(),
    event: z.enum(ledgerEvents),
    /** The event of the entry that this one undoes. */
    undoes: z.enum(ledgerEvents).nullable(),
    ticket_number: z.string().nullable(),
    /** For a company's payment. */
    bank_reference: z.string().nullable(),
    increase: totalSar,
    decrease: totalSar,
    balance: balanceSar,
    /** The change of the part in default, up or down. */
    in_default: balanceSar,
  })
  .meta({ id: 'AccountStatementLine' });

const statementTotals = z
  .object({
    opening_balance: balanceSar,
    closing_balance: balanceSar,
    total_increase: totalSar,
    total_decrease: totalSar,
    /** The part of the closing balance that is in default. */
    in_default: totalSar,
    /** Lines. */
    count: z.number().int().nonnegative(),
  })
  .meta({ id: 'AccountStatementTotals' });

/** A company's balance: what it owes less its credit. An agency's: what we owe it. */
const statement = z
  .object({
    from: localDate,
    to: localDate,
    /** Totals of the whole period; only with its first page. */
    totals: statementTotals.nullable(),
    /** What a company's closing balance is made of: with the first page of its whole account, until today or later. */
    position: companyPosition.nullable(),
    items: z.array(statementLine),
    next_cursor: statementCursor.nullable(),
  })
  .meta({ id: 'AccountStatement' });

/** Riyadh days, both included. `csv` and `pdf` answer with the whole period as a file. */
const period = z.strictObject({
  from: localDate,
  to: localDate,
  cursor: statementCursor.optional(),
  format: z.enum(['csv', 'pdf']).optional(),
  /** For a PDF. */
  language: z.enum(languages).optional(),
});

export const readAccountStatement = {
  query: period
    .extend({
      /** Only entries of this ticket: for a company, what it owes for it. A PDF always has the whole account. */
      ticket_number: z.string().max(40).optional(),
    })
    .refine(isPeriodInOrder, periodNotInOrder)
    .refine(({ format, ticket_number }) => format !== 'pdf' || ticket_number === undefined, {
      path: ['format'],
      message: 'must not be pdf for one ticket',
    }),
  reply: statement,
};
export const staffAccountStatement = {
  query: period
    .extend({ company_id: id.optional(), agency_id: id.optional() })
    .refine(isPeriodInOrder, periodNotInOrder),
  reply: statement,
};

export type Remittance = z.infer<typeof remittance>;
export type Remittances = z.infer<(typeof listRemittances)['reply']>;
export type TaxInvoice = z.infer<typeof taxInvoice>;
export type AccountStatement = z.infer<typeof statement>;
export type AccountStatementTotals = z.infer<typeof statementTotals>;
export type AccountStatementLine = z.infer<typeof statementLine>;
