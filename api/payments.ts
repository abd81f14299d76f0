import { z } from 'zod';
import { paymentRequestStatuses } from '#domain/servicing/payment-request.ts';
import { refundDestinations } from '#domain/servicing/refund.ts';
import { refund } from './refunds.ts';
import { approvalRequest, statementOfPayment } from './approvals.ts';
import { amountSar, cursor, id, listFormat, localDate, timestamp } from './wire.ts';
import { multiLine, oneLine } from './typed-text.ts';

/** A company's transfer to us. */
export const payment = z
  .object({
    id,
    /** Null while the payer is not known. */
    company_id: id.nullable(),
    company_name: z.string().nullable(),
    /** The ticket that the payer named. */
    ticket_number: z.string().nullable(),
    /** Of the payment request that it named. */
    request_number: z.string().nullable(),
    amount_sar: amountSar,
    allocated_amount: amountSar,
    refunded_amount: amountSar,
    /** The part neither allocated nor refunded: nothing while the company owes something. */
    credit_amount: amountSar,
    /** Once it is reversed: what of the refund has come back, and what the company still owes of it. */
    recovered_amount: amountSar,
    to_recover_amount: amountSar,
    /** What was written off of that, and what of it has come back. */
    written_off_amount: amountSar,
    loss_recovered_amount: amountSar,
    written_off_on: localDate.nullable(),
    value_date: localDate,
    bank_reference: z.string().nullable(),
    recorded_at: timestamp,
    recorded_by: z.string(),
    /** Whether another person must confirm it. */
    is_recorded_by_caller: z.boolean(),
    /** When a line of a compared statement showed it or another person confirmed it, the earlier; null: not yet. */
    proven_at: timestamp.nullable(),
    /** The person who confirmed it; null: nobody had to. */
    confirmed_by: z.string().nullable(),
    reversed_at: timestamp.nullable(),
    reversal_reason: z.string().nullable(),
    /** Of one that was recorded for the wrong company: the payment of the company that had paid it. */
    moved_to_payment_id: id.nullable(),
    allocations: z.array(
      z.object({
        /** Null for a refund that was owed back. */
        ticket_number: z.string().nullable(),
        installment_id: id.nullable(),
        seq: z.number().int().nullable(),
        /** The reversed payment whose refund it gives back. */
        recovers_payment_id: id.nullable(),
        /** Whether it pays what was written off: of its ticket, or of such a refund. */
        is_recovery: z.boolean(),
        /** Of such a refund the day of the reversal, of what was written off the day of that. */
        due_date: localDate,
        amount_sar: amountSar,
        allocated_at: timestamp,
        reversed_at: timestamp.nullable(),
      }),
    ),
  })
  .meta({ id: 'Payment' });

/** Above 0, in SAR. */
export const positiveAmount = amountSar.refine(
  (text) => Number(text) > 0,
  'must be more than 0.00',
);
export const bankReference = oneLine().max(140).nullish();
const ticketNumber = z.string().max(40);
/** Of a payment request: names what it pays, instead of a ticket. */
export const requestNumber = z.string().max(40);
const reason = multiLine().trim().min(1).max(1000);
const paymentParams = z.object({ id });

export const recordPayment = {
  body: z.strictObject({
    amount_sar: positiveAmount,
    /** The day it reached our account, today or earlier. */
    value_date: localDate,
    bank_reference: bankReference,
    /** Absent, as ticket_number: the payer is not known yet. */
    company_id: id.nullish(),
    /** Pays this ticket first, then whatever else the company owes; what nothing takes is credit. */
    ticket_number: ticketNumber.nullish(),
    request_number: requestNumber.nullish(),
    /**
     * Records the payment although a similar payment, open line or reported transfer exists; without it the payment is
     * refused with payment_alike.
     */
    is_another: z.boolean().optional(),
    /**
     * Needed with is_another unless a bank's reference of its own tells it from the known movement; and if the money
     * came before anything was owed (payment_before_debt).
     */
    reason: reason.nullish(),
  }),
  reply: payment,
};
export const identifyPayment = {
  params: paymentParams,
  body: z.strictObject({
    company_id: id.nullish(),
    ticket_number: ticketNumber.nullish(),
    request_number: requestNumber.nullish(),
    /** Needed if the money came before anything was owed (payment_before_debt). */
    reason: reason.nullish(),
  }),
  reply: payment,
};
export const refundCredit = {
  params: paymentParams,
  body: z.strictObject({
    amount_sar: positiveAmount,
    /** Where it goes: the IBAN that the payment came from, or the one that its company has given and staff have approved. */
    to: z.enum(refundDestinations),
    reason,
    /** Needed while a reported transfer of the company is under check; else it is refused with report_being_checked. */
    despite_report: z.boolean().optional(),
  }),
  reply: approvalRequest,
};
/** All that is owed back of what was refunded of a payment that was reversed afterwards. Another person approves it. */
export const writeOffRefund = {
  params: paymentParams,
  body: z.strictObject({
    reason,
    /** Needed while a reported transfer of the company is under check; else it is refused with report_being_checked. */
    despite_report: z.boolean().optional(),
  }),
  reply: approvalRequest,
};
/**
 * The amount that an agency which was paid twice has paid back; without `paid_back` the rest is written off.
 * Another person approves it.
 */
export const settleAgencyClaim = {
  params: z.object({ id }),
  body: z.strictObject({
    paid_back: z
      .strictObject({
        amount_sar: positiveAmount,
        /** An open credit of a statement with this reference and amount is settled with it. */
        bank_reference: oneLine().trim().min(1).max(140),
      })
      .optional(),
    reason,
  }),
  reply: approvalRequest,
};
/** Of a payer who is not known: all of it, to the IBAN that it came from. Another person approves it. */
export const sendBackPayment = {
  params: paymentParams,
  body: z.strictObject({
    reason,
    /** Although a report that may tell of it is being checked: else it is refused with report_being_checked. */
    despite_report: z.boolean().optional(),
  }),
  reply: approvalRequest,
};
/** The reply is the payment of the other company. */
export const movePayment = {
  params: paymentParams,
  body: z.strictObject({
    company_id: id.nullish(),
    ticket_number: ticketNumber.nullish(),
    request_number: requestNumber.nullish(),
    /** Moves it although the company has a similar payment, line or report; else it is refused with payment_alike. */
    is_another: z.boolean().optional(),
    reason,
  }),
  reply: payment,
};
/** Whose a payment request is that staff name by its number, before they record a transfer for it. */
export const findPaymentRequest = {
  params: z.object({ request_number: requestNumber }),
  reply: z
    .object({
      request_number: z.string(),
      status: z.enum(paymentRequestStatuses),
      company_id: id,
      company_name: z.string().nullable(),
      /** What is left of its choice. */
      open_sar: amountSar,
    })
    .meta({ id: 'NamedPaymentRequest' }),
};
/** By another person than the one who recorded it, where no line of a statement shows it. */
export const confirmPayment = { params: paymentParams, reply: payment };
export const reversePayment = {
  params: paymentParams,
  body: z.strictObject({ reason }),
  reply: payment,
};
export const readPayment = {
  params: paymentParams,
  reply: z
    .object({
      payment,
      /** The waiting request. */
      approval_requests: z.array(approvalRequest),
      /** Its refunds, in order. */
      refunds: z.array(refund),
      statement: statementOfPayment.nullable(),
      /** The IBANs to which a refund of it can go. */
      refund_destinations: z.object({
        /** The payer's IBAN by the bank line; null: no line names it. */
        payer: z.string().nullable(),
        /** Whether it is a valid Saudi one. */
        is_payer_usable: z.boolean(),
        /** Which its company has given and staff have approved. */
        company: z.string().nullable(),
      }),
    })
    .meta({ id: 'PaymentDetails' }),
};
export const listPayments = {
  query: z.strictObject({
    /** `owed_back`: reversed, and a refund of it has not come back. `unproven`: what nothing has proven yet. `unproven_long`: of those what has waited for five working days. */
    list: z.enum(['all', 'unidentified', 'credit', 'owed_back', 'unproven', 'unproven_long']),
    company_id: id.optional(),
    cursor: cursor.optional(),
    ...listFormat,
  }),
  reply: z
    .object({ items: z.array(payment), next_cursor: cursor.nullable() })
    .meta({ id: 'PaymentPage' }),
};

export type PaymentDetails = z.infer<typeof readPayment.reply>;
export type Payment = z.infer<typeof payment>;
