import { z } from 'zod';
import { companyPosition } from './installments.ts';
import { languages } from '#domain/languages.ts';
import { ledgerEvents } from '#domain/ledger/accounts.ts';
import { amountSar, id, localDate, totalSar } from './wire.ts';

/** A document is made in one language; which one is not the screen's to decide. */
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
    /** With its VAT; of a credit note, what is taken back. */
    total_amount: amountSar,
  })
  .meta({ id: 'TaxInvoice' });

export const taxInvoiceFile = { params: z.object({ id }), query: inLanguage, file: pdf } as const;
export const remittanceAdvice = { params: ticketNumber, query: inLanguage, file: pdf } as const;
export const settlementLetter = { params: ticketNumber, query: inLanguage, file: pdf } as const;

/** SAR that may lie below nought: a balance on the other side. */
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
    /** Of a company's payment that came in, or paid something: the day of the money at the bank. */
    value_date: localDate.nullable(),
    event: z.enum(ledgerEvents),
    /** The event of the entry that this one undoes. */
    undoes: z.enum(ledgerEvents).nullable(),
    ticket_number: z.string().nullable(),
    /** Of a company's payment. */
    bank_reference: z.string().nullable(),
    increase: totalSar,
    decrease: totalSar,
    balance: balanceSar,
    /** What of the balance is in default from here on (above nought), or is not any more. */
    in_default: balanceSar,
  })
  .meta({ id: 'AccountStatementLine' });

const statementTotals = z
  .object({
    opening_balance: balanceSar,
    closing_balance: balanceSar,
    total_increase: totalSar,
    total_decrease: totalSar,
    /** What of the closing balance is in default. */
    in_default: totalSar,
    /** Lines. */
    count: z.number().int().nonnegative(),
  })
  .meta({ id: 'AccountStatementTotals' });

/** A company's balance is what it owes less its credit, an agency's what it is owed. */
const statement = z
  .object({
    from: localDate,
    to: localDate,
    /** Of the whole period; with its first page alone. */
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
  /** Of a PDF. */
  language: z.enum(languages).optional(),
});
const isInOrder = ({ from, to }: { from: string; to: string }) => from <= to;
const notInOrder = { path: ['to'], message: 'must not be before from' };

export const readAccountStatement = {
  query: period
    .extend({
      /** Only what moved with this ticket: of a company what it owes for it. On paper an account is whole. */
      ticket_number: z.string().max(40).optional(),
    })
    .refine(isInOrder, notInOrder)
    .refine(({ format, ticket_number }) => format !== 'pdf' || ticket_number === undefined, {
      path: ['format'],
      message: 'must not be pdf for one ticket',
    }),
  reply: statement,
};
export const staffAccountStatement = {
  query: period
    .extend({ company_id: id.optional(), agency_id: id.optional() })
    .refine(isInOrder, notInOrder),
  reply: statement,
};

export type TaxInvoice = z.infer<typeof taxInvoice>;
export type AccountStatement = z.infer<typeof statement>;
export type AccountStatementTotals = z.infer<typeof statementTotals>;
export type AccountStatementLine = z.infer<typeof statementLine>;
