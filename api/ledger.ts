import { z } from 'zod';
import { accounts, ledgerEvents, type Account } from '#domain/ledger/accounts.ts';
import { amountSar, id, listFormat, localDate, timestamp } from './wire.ts';

const account = z.enum(Object.keys(accounts) as [Account, ...Account[]]);

/** The number of an entry: the place in the journal after which the next page begins. */
const entryNumber = z.string().regex(/^[1-9]\d{0,17}$/, 'must be the next_cursor of a page');

/** One balanced entry of the journal. */
const journalEntry = z
  .object({
    id: entryNumber,
    occurred_at: timestamp,
    local_date: localDate,
    event: z.enum(ledgerEvents),
    ticket_number: z.string().nullable(),
    company_id: id.nullable(),
    agency_id: id.nullable(),
    payment_id: id.nullable(),
    payout_id: id.nullable(),
    /** The entry that this one reverses. */
    reverses_entry_id: entryNumber.nullable(),
    /** Null: the close of a month posts the allowance. */
    posted_by: z.string().nullable(),
    lines: z.array(
      z.object({
        account,
        side: z.enum(['debit', 'credit']),
        amount_sar: amountSar,
        installment_id: id.nullable(),
        /** One line of the result; the other lines of its entry balance it. */
        is_asked: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'JournalEntry' });

/** Newest first. Every parameter is a filter, so any figure leads to its lines. */
export const listJournalEntries = {
  query: z.strictObject({
    account: account.optional(),
    event: z.enum(ledgerEvents).optional(),
    company_id: id.optional(),
    agency_id: id.optional(),
    ticket_number: z.string().max(40).optional(),
    payment_id: id.optional(),
    installment_id: id.optional(),
    /** Riyadh days, both included. */
    from: localDate.optional(),
    to: localDate.optional(),
    /** Of installments that fell due until this day. */
    due_to: localDate.optional(),
    cursor: entryNumber.optional(),
    ...listFormat,
  }),
  reply: z
    .object({ items: z.array(journalEntry), next_cursor: entryNumber.nullable() })
    .meta({ id: 'JournalPage' }),
};

export type JournalEntry = z.infer<typeof journalEntry>;
