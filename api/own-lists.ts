import { z } from 'zod';
import { payoutStatuses, shownPayoutStatuses } from '#domain/payouts/payout.ts';
import { languages } from '#domain/languages.ts';
import { listOrders, ownDocumentKinds, ownPaymentStatuses } from '#domain/own-lists.ts';
import { agencyOption } from './profiles.ts';
import { payoutReview } from './payouts.ts';
import { payoutHold, ticket } from './tickets.ts';
import { ticketStatus } from './ticket-status.ts';
import { oneLine } from './typed-text.ts';
import {
  amountSar,
  cursor,
  id,
  isPeriodInOrder,
  listFormat,
  localDate,
  page,
  periodNotInOrder,
  timestamp,
  totalSar,
} from './wire.ts';

/** The filters of a company's or an agency's lists; Riyadh days, both included. */
const listQuery = z.strictObject({
  text: oneLine().pipe(z.string().trim().min(1).max(200)).optional(),
  from: localDate.optional(),
  to: localDate.optional(),
  order: z.enum(listOrders).default('newest'),
  cursor: cursor.optional(),
  ...listFormat,
});

/** `amount_sar`: the sum of all rows found, not only of the page. */
const summed = <Item extends z.ZodType>(item: Item) => page(item).extend({ amount_sar: totalSar });

/** `holds`: why the payment of an approved one to its agency waits, as the reader may know it. */
const ownTicket = ticket
  .extend({ holds: z.array(payoutHold), review: payoutReview.nullable() })
  .meta({ id: 'OwnTicket' });

export const listOwnTickets = {
  query: listQuery
    .extend({ status: ticketStatus.optional() })
    .refine(isPeriodInOrder, periodNotInOrder),
  reply: summed(ownTicket).meta({ id: 'OwnTickets' }),
};

const ownPayment = z
  .object({
    id,
    value_date: localDate,
    amount_sar: amountSar,
    /** The part that is the company's credit. */
    credit_amount: amountSar,
    bank_reference: z.string().nullable(),
    /** The ticket that the transfer named. */
    ticket_number: z.string().nullable(),
    /** Or the payment request. */
    request_number: z.string().nullable(),
    /** When the bank took it back. */
    reversed_at: timestamp.nullable(),
  })
  .meta({ id: 'OwnPayment' });

/** The sum leaves out what the bank has taken back. */
export const listOwnPayments = {
  query: listQuery
    .extend({ status: z.enum(ownPaymentStatuses).optional() })
    .refine(isPeriodInOrder, periodNotInOrder),
  reply: summed(ownPayment).meta({ id: 'OwnPayments' }),
};

const ownPayout = z
  .object({
    id,
    status: z.enum(payoutStatuses),
    /** The day on which it was sent to the bank; null: it was not. */
    sent_on: localDate.nullable(),
    gross_amount: amountSar,
    fee_amount: amountSar,
    net_amount: amountSar,
    created_at: timestamp,
    /** null: it waits for no review. */
    review: payoutReview.nullable(),
    /** null: it is pending, and the agency is suspended. */
    expected_date: localDate.nullable(),
    ticket_number: z.string(),
    company_name: z.string().nullable(),
  })
  .meta({ id: 'OwnPayout' });

/** The sum is of net amounts, without cancelled payouts. The status is the shown one: Sent finds no Released payout. */
export const listOwnPayouts = {
  query: listQuery
    .extend({ status: z.enum(shownPayoutStatuses).optional() })
    .refine(isPeriodInOrder, periodNotInOrder),
  reply: summed(ownPayout).meta({ id: 'OwnPayouts' }),
};

const ownDocument = z
  .object({
    /** Of the version of financing documents, the tax invoice or the payout; of an invoice its ticket's. */
    id,
    kind: z.enum(ownDocumentKinds),
    issued_on: localDate,
    ticket_number: z.string(),
    /** Of a tax invoice or credit note. */
    invoice_number: z.string().nullable(),
    amount_sar: amountSar.nullable(),
    /** Of the invoice that came with a ticket: its path in the store `ticket-invoices`. */
    invoice_path: z.string().nullable(),
    /** When financing documents were accepted. */
    accepted_on: localDate.nullable(),
    party_name: z.string().nullable(),
  })
  .meta({ id: 'OwnDocument' });

/** The sum is of the tax invoices, less the credit notes. Documents have no order by amount: those are newest first. */
export const listOwnDocuments = {
  query: listQuery
    .extend({ status: z.enum(ownDocumentKinds).optional() })
    .refine(isPeriodInOrder, periodNotInOrder),
  reply: summed(ownDocument).meta({ id: 'OwnDocuments' }),
};

/**
 * The list's documents of a period, at most 500, in one language. Those that a company accepts come in Arabic too, because the
 * Arabic ones count.
 */
export const downloadOwnDocuments = {
  query: listQuery
    .pick({ text: true })
    .extend({
      status: z.enum(ownDocumentKinds).optional(),
      from: localDate,
      to: localDate,
      language: z.enum(languages),
    })
    .refine(isPeriodInOrder, periodNotInOrder),
  file: 'application/zip',
} as const;

export const searchOwn = {
  query: z.strictObject({ text: oneLine().pipe(z.string().trim().min(2).max(200)) }),
  reply: z
    .object({
      tickets: z.array(ownTicket),
      /** Names of the other parties of the caller's tickets. */
      parties: z.array(z.string()),
      /** Those that a company may ask. */
      agencies: z.array(agencyOption),
      payments: z.array(ownPayment),
      payouts: z.array(ownPayout),
      documents: z.array(ownDocument),
    })
    .meta({ id: 'OwnFindings' }),
};

export type OwnTicket = z.infer<typeof ownTicket>;
export type OwnDocument = z.infer<typeof ownDocument>;
export type OwnPayment = z.infer<typeof ownPayment>;
export type OwnPayout = z.infer<typeof ownPayout>;
