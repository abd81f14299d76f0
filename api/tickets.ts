import { z } from 'zod';
import { approvalRequest } from './approvals.ts';
import { roles } from '#domain/accounts/roles.ts';
import { DESCRIPTION_MAX_LENGTH, REJECTION_REASON_MAX_LENGTH } from '#domain/tickets/ticket.ts';
import { repaymentTerms } from '#domain/tickets/repayment-term.ts';
import { ticketHistoryKinds } from '#domain/tickets/ticket-history.ts';
import { taxInvoice } from './documents.ts';
import { documentSet } from './financing-documents.ts';
import { installment } from './installments.ts';
import { loss } from './losses.ts';
import { agencyPayout } from './payouts.ts';
import { ticketStatus } from './ticket-status.ts';
import { transferReport } from './transfer-reports.ts';
import { amountSar, cursor, id, localDate, page, timestamp, totalSar } from './wire.ts';
import { multiLine } from './typed-text.ts';

/** SPEC section 3, Ticket. */
export const ticket = z
  .object({
    id,
    ticket_number: z.string(),
    company_id: id,
    agency_id: id,
    status: ticketStatus,
    amount_sar: amountSar,
    repayment_term: z.enum(repaymentTerms),
    description: z.string().nullable(),
    invoice_url: z.string(),
    rejection_reason: z.string().nullable(),
    created_at: timestamp,
    created_local_date: localDate,
    agency_name: z.string().nullable(),
    company_name: z.string().nullable(),
  })
  .meta({ id: 'Ticket' });

export const ticketPage = page(ticket).meta({ id: 'TicketPage' });

/** The company's three lists and the agency's three columns (SPEC section 2). */
const ticketList = z.enum(['current', 'waiting', 'old', 'approved', 'history']);

export const listTickets = {
  query: z.strictObject({ list: ticketList, cursor: cursor.optional() }),
  reply: ticketPage,
};

/** One thing that happened to a ticket. */
const storyEvent = z
  .object({
    kind: z.enum(Object.values(ticketHistoryKinds)),
    occurred_at: timestamp,
    /** What a payment paid of this ticket; null for everything else. */
    amount_sar: amountSar.nullable(),
  })
  .meta({ id: 'TicketStoryEvent' });

/** One installment of one ticket; until the agency has approved, and after a ticket has ended, it is the plan. */
const ticketInstallment = installment
  .pick({ id: true, seq: true, due_date: true, amount_sar: true, paid_amount: true, status: true })
  /** The day on which the payment that completed it reached our account. */
  .extend({ paid_on: localDate.nullable() })
  .meta({ id: 'TicketInstallment' });

/** A transfer of the company's that named the ticket or paid something of it. */
const ticketPayment = z
  .object({
    id,
    value_date: localDate,
    /** Of the whole transfer. */
    amount_sar: amountSar,
    /** What it pays of this ticket; of one that was reversed, what it had paid. */
    paid_amount: amountSar,
    /** When the bank took it back. */
    reversed_at: timestamp.nullable(),
  })
  .meta({ id: 'TicketPayment' });

/** How a company pays what it owes for a ticket. */
const howToPay = z
  .object({
    beneficiary: z.string(),
    /** Without spaces. */
    iban: z.string(),
    /** What the transfer must say, without spaces: it names the ticket, and its check digits catch a slip. */
    reference: z.string(),
    /**
     * To pay now, without what is being checked: what is in default, everything whose day has passed, or else the rest of
     * the next installment. 0.00 where all of it is being checked.
     */
    amount_sar: totalSar,
    /** Pays the ticket off, without what is being checked. */
    rest_sar: totalSar,
    /** What of the ticket's debt the company has reported as transferred and staff have not decided. */
    being_checked_sar: totalSar,
  })
  .meta({ id: 'HowToPay' });

const ticketPayout = agencyPayout
  .pick({ id: true, status: true, gross_amount: true, fee_amount: true, net_amount: true })
  .extend({
    expected_date: localDate,
    /** When it left us, while it has not come back; and when the bank said that it arrived. */
    sent_on: localDate.nullable(),
    confirmed_on: localDate.nullable(),
    /** The day it came back after the ticket was done, until it has arrived; null otherwise. */
    returned_on: localDate.nullable(),
  })
  .meta({ id: 'TicketPayout' });

export const readTicket = {
  params: z.object({ ticket_number: z.string().max(40) }),
  reply: z
    .object({
      today: localDate,
      /** The side the caller reads it from. */
      role: z.enum(roles),
      ticket,
      /** When the company last accepted the financing documents. */
      documents_accepted_on: localDate.nullable(),
      /** On how many days since then its payout was stopped: they do not count in the age of the acceptance. */
      acceptance_stopped_days: z.number().int().nonnegative(),
      /** The company's alone: what it accepted, and the newest version, newest first; null for the agency. */
      document_sets: z.array(documentSet).nullable(),
      /** The company's alone: none are prepared before it gives its commercial registration number. */
      awaits_cr_number: z.boolean(),
      invoice: z.object({
        name: z.string(),
        content_type: z.string(),
        size_bytes: z.number().int(),
      }),
      /** What happened so far, earliest first. */
      story: z.array(storyEvent),
      /** The company's alone, in their order; null for the agency. */
      installments: z.array(ticketInstallment).nullable(),
      /** The company's alone, newest first, the latest 100; null for the agency. */
      payments: z.array(ticketPayment).nullable(),
      /** The company's alone, newest first, the latest 20; null for the agency. */
      transfer_reports: z.array(transferReport).nullable(),
      /** The company's alone: what was written off of the ticket; null where nothing was. */
      loss: loss.nullable(),
      /** The company's alone: what all its tickets have in default, which is paid before what falls due later. */
      unrecovered_loss: totalSar.nullable(),
      /** The company's alone, while it owes something for the ticket, in default or not; otherwise null. */
      how_to_pay: howToPay.nullable(),
      /** The company's alone: the day on which everything was done, while it is; then there is a settlement letter. */
      settled_on: localDate.nullable(),
      /** Whether that letter waits for the proof of a payment. */
      settlement_awaits_proof: z.boolean(),
      /** The agency's alone, earliest first, once it has approved; otherwise null. */
      tax_invoices: z.array(taxInvoice).nullable(),
      /** Since when the agency's payment is stopped and reviewed; null: it is not. */
      payout_stopped_on: localDate.nullable(),
      /** The agency's alone, once it has approved; otherwise null. */
      payout: ticketPayout.nullable(),
    })
    .meta({ id: 'TicketDetails' }),
};

const ticketParams = z.object({ id });

/** What a form sends for a field that was left empty. */
const blank = z.string().max(400).regex(/^\s*$/);

/**
 * SPEC section 7. The first three are loose on purpose: a missing agency, amount or invoice is answered with
 * SPEC section 5's own words and order, not with a schema's.
 */
export const createTicketWithInstallments = {
  body: z.strictObject({
    p_agency_id: z.union([id, blank], 'must be an id').nullish(),
    p_amount_sar: z
      .string()
      .max(40)
      .regex(
        /^(-?\d+(\.\d{1,2})?|\s*)$/,
        'must be an amount in SAR with at most two decimals, such as "1500.00"',
      )
      .nullish(),
    p_term_months: z.literal([1, 2, 3], 'must be 1, 2 or 3'),
    p_description: multiLine().max(DESCRIPTION_MAX_LENGTH).nullish(),
    p_invoice_url: z.string().max(400).nullish(),
  }),
  reply: ticket,
};

export const approveTicket = { params: ticketParams, reply: ticket };
export const cancelTicket = { params: ticketParams, reply: ticket };
/** Staff's: they have looked at it and answer for it. */
export const reviewTicket = { params: ticketParams, reply: ticket };
export const rejectTicket = {
  params: ticketParams,
  body: z.strictObject({
    rejection_reason: multiLine().max(REJECTION_REASON_MAX_LENGTH).nullish(),
  }),
  reply: ticket,
};

/** Staff's: why the ticket ends, for the history. */
const endBody = z.strictObject({
  reason: multiLine().trim().min(1).max(REJECTION_REASON_MAX_LENGTH),
  /** Although a transfer that the company reported is being checked: else it is refused with report_being_checked. */
  despite_report: z.boolean().optional(),
});
export const closeTicket = { params: ticketParams, body: endBody, reply: ticket };
/** Another person approves it. */
export const writeOffTicket = { params: ticketParams, body: endBody, reply: approvalRequest };
/** Of a ticket whose payout is stopped: another person has it paid all the same, or ends the ticket. */
export const endStoppedTicket = writeOffTicket;
export const payStoppedPayout = {
  ...writeOffTicket,
  body: endBody.omit({ despite_report: true }),
};
/** Of a ticket that is done and whose payout came back: another person ends it. */
export const endReturnedPayout = writeOffTicket;

export type Ticket = z.infer<typeof ticket>;
export type TicketList = z.infer<typeof ticketList>;
export type TicketDetails = z.infer<typeof readTicket.reply>;
