import { z } from 'zod';
import { approvalRequest } from './approvals.ts';
import { roles } from '#domain/accounts/roles.ts';
import { DESCRIPTION_MAX_LENGTH, REJECTION_REASON_MAX_LENGTH } from '#domain/tickets/ticket.ts';
import { codesOfKind } from '#domain/credit/reason-codes.ts';
import { repaymentTerms } from '#domain/tickets/repayment-term.ts';
import { ticketEnds, ticketHistoryKinds } from '#domain/tickets/ticket-history.ts';
import { taxInvoice } from './documents.ts';
import { documentSet } from './financing-documents.ts';
import { invoiceCode, invoiceSeller } from './files.ts';
import { installment } from './installments.ts';
import { loss } from './losses.ts';
import { agencyPayout, payoutReview } from './payouts.ts';
import { ibanObstacles } from '#domain/profiles/iban-change.ts';
import { ticketStatus } from './ticket-status.ts';
import { transferReport } from './transfer-reports.ts';
import {
  amountSar,
  cursor,
  id,
  localDate,
  page,
  timestamp,
  totalSar,
  typedAmountSar,
} from './wire.ts';
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
    /** What closed it; null unless it is Closed. */
    closed_as: z.enum(ticketEnds).nullable(),
    /** Everything is paid, and a payment is not proven yet; false to its agency. */
    is_being_verified: z.boolean(),
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
    /** The payment's part for this ticket; null for other events. */
    amount_sar: amountSar.nullable(),
  })
  .meta({ id: 'TicketStoryEvent' });

/** One installment of one ticket; until the agency has approved, and after a ticket has ended, it is the plan. */
const ticketInstallment = installment
  .pick({ id: true, seq: true, due_date: true, amount_sar: true, paid_amount: true, status: true })
  /** The day on which the payment that completed it reached our account. */
  .extend({
    paid_on: localDate.nullable(),
    /** Settled as bank charges: among `paid_amount`, and not paid. */
    bank_charges: totalSar,
  })
  .meta({ id: 'TicketInstallment' });

/** A transfer of the company that named the ticket or paid a part of it. */
const ticketPayment = z
  .object({
    id,
    value_date: localDate,
    /** The amount of the whole transfer. */
    amount_sar: amountSar,
    /** The part that pays this ticket; of a reversed transfer: the part that it had paid. */
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
    /** The part of the debt covered by reported transfers under check. */
    being_checked_sar: totalSar,
  })
  .meta({ id: 'HowToPay' });

const ticketPayout = agencyPayout
  .pick({ id: true, status: true, gross_amount: true, fee_amount: true, net_amount: true })
  .extend({
    /** null: it is pending, and the agency is suspended. */
    expected_date: localDate.nullable(),
    /** When it was sent to the bank (null after it came back), and when the bank said that it arrived. */
    sent_on: localDate.nullable(),
    confirmed_on: localDate.nullable(),
    /** What the agency's IBAN lacks, so that nothing can be sent; null: nothing, or it is sent. */
    iban_obstacle: z.enum(ibanObstacles).nullable(),
    /** The day on which it came back after the ticket was done, until it arrives; else null. */
    returned_on: localDate.nullable(),
  })
  .meta({ id: 'TicketPayout' });

/** Why the payment to the agency waits, as the reader may know it. */
export const payoutHold = z
  .object({
    code: z.enum(codesOfKind('hold')),
    /** The day since when. */
    since: localDate,
    /** For staff alone: amounts by name. */
    figures: z.record(z.string(), z.string()),
  })
  .meta({ id: 'PayoutHold' });

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
      /** Days of a stop since then: they do not count in the age of the acceptance. */
      acceptance_stopped_days: z.number().int().nonnegative(),
      /** For the company: the accepted versions and the newest one, newest first; null for the agency. */
      document_sets: z.array(documentSet).nullable(),
      /** For the company: whether its commercial registration number is missing, so no documents are prepared. */
      awaits_cr_number: z.boolean(),
      /** The same of its name. */
      awaits_company_name: z.boolean(),
      invoice: z.object({
        name: z.string(),
        content_type: z.string(),
        size_bytes: z.number().int(),
        /** What its QR code says; null: it has none that can be read. */
        code: invoiceCode.nullable(),
        seller: invoiceSeller,
      }),
      /** What happened so far, earliest first. */
      story: z.array(storyEvent),
      /** For the company, in order; null for the agency. */
      installments: z.array(ticketInstallment).nullable(),
      /** For the company, newest first, the latest 100; null for the agency. */
      payments: z.array(ticketPayment).nullable(),
      /** For the company, newest first, the latest 20; null for the agency. */
      transfer_reports: z.array(transferReport).nullable(),
      /** For the company: what transfers that are being checked cover of it, also those of payment requests; null for the agency. */
      being_checked_sar: totalSar.nullable(),
      /** For the company: the ticket's loss; null: none. */
      loss: loss.nullable(),
      /** For the company: its losses over all tickets, which are paid before what falls due later. */
      unrecovered_loss: totalSar.nullable(),
      /** For the company while it owes something for the ticket, in default or not; else null. */
      how_to_pay: howToPay.nullable(),
      /** For the company: what is left where only small rests are, which wait for the next transfer; else null. */
      small_rest_sar: totalSar.nullable(),
      /** For the company: the day on which the ticket was settled; null: not settled. A settled ticket has a letter. */
      settled_on: localDate.nullable(),
      /** True where everything is paid and a payment is not proven yet: then there is no letter, and no completion. */
      settlement_awaits_proof: z.boolean(),
      /** For the agency, earliest first, once it has approved; else null. */
      tax_invoices: z.array(taxInvoice).nullable(),
      /** Since when the agency's payment is stopped and under review; null: not stopped. */
      payout_stopped_on: localDate.nullable(),
      /** What holds the payment of an approved ticket, the weightiest first. */
      holds: z.array(payoutHold),
      /** Of the payment of an approved ticket; null: it waits for no review. */
      review: payoutReview.nullable(),
      /** For the agency: whether it is suspended, so that it is promised no day of payment; false for the company. */
      is_agency_suspended: z.boolean(),
      /** For the agency, once it has approved; else null. */
      payout: ticketPayout.nullable(),
    })
    .meta({ id: 'TicketDetails' }),
};

const ticketParams = z.object({ id });

/** The value that a form sends for an empty field. */
const blank = z.string().max(400).regex(/^\s*$/);

/**
 * SPEC section 7. The first three are loose on purpose: a missing agency, amount or invoice is answered with
 * SPEC section 5's own words and order, not with a schema's.
 */
export const createTicketWithInstallments = {
  body: z.strictObject({
    p_agency_id: z.union([id, blank], 'must be an id').nullish(),
    p_amount_sar: typedAmountSar(/^(-?\d+(\.\d{1,2})?|\s*)$/).nullish(),
    p_term_months: z.literal([1, 2, 3], 'must be 1, 2 or 3'),
    p_description: multiLine().max(DESCRIPTION_MAX_LENGTH).nullish(),
    p_invoice_url: z.string().max(400).nullish(),
    /** Needed where the invoice's code says another seller or less than the amount; else `invoice_code_differs`. */
    p_despite_code: z.boolean().nullish(),
  }),
  reply: ticket,
};

export const approveTicket = { params: ticketParams, reply: ticket };
export const cancelTicket = { params: ticketParams, reply: ticket };
/** For staff: they have reviewed it and answer for it. */
export const reviewTicket = {
  params: ticketParams,
  body: z
    .strictObject({
      /** The version of the accepted documents that the reviewer has read: another one refuses with review_outdated. */
      accepted_version: z.number().int().positive().max(2_147_483_647).optional(),
    })
    .nullish(),
  reply: ticket,
};
export const rejectTicket = {
  params: ticketParams,
  body: z.strictObject({
    rejection_reason: multiLine().max(REJECTION_REASON_MAX_LENGTH).nullish(),
  }),
  reply: ticket,
};

/** For staff: why the ticket ends, for the history. */
export const endBody = z.strictObject({
  reason: multiLine().trim().min(1).max(REJECTION_REASON_MAX_LENGTH),
  /** Needed while a reported transfer of the company is under check; else it is refused with report_being_checked. */
  despite_report: z.boolean().optional(),
});
export const closeTicket = { params: ticketParams, body: endBody, reply: ticket };
/** Another person approves it. */
export const writeOffTicket = { params: ticketParams, body: endBody, reply: approvalRequest };
/** For a ticket with a stopped payout: another person approves its payment or its end. */
export const endStoppedTicket = writeOffTicket;
export const payStoppedPayout = {
  ...writeOffTicket,
  body: endBody.omit({ despite_report: true }),
};
/** Above the limit of a company without a set budget: the review, which another person approves. */
export const payWithoutBudget = payStoppedPayout;
/** For a finished ticket whose payout came back: another person approves its end. */
export const endReturnedPayout = writeOffTicket;
/** Small rests beyond what one person may settle as bank charges. */
export const settleFurtherBankCharges = payStoppedPayout;

export type Ticket = z.infer<typeof ticket>;
export type TicketList = z.infer<typeof ticketList>;
export type TicketDetails = z.infer<typeof readTicket.reply>;
