import { z } from 'zod';
import { payableKinds, paymentRequestStatuses } from '#domain/servicing/payment-request.ts';
import { companyPosition } from './installments.ts';
import { paymentPromise } from './payment-promises.ts';
import { positiveAmount } from './payments.ts';
import { reportTransfer, transferReport } from './transfer-reports.ts';
import { amountSar, cursor, id, localDate, timestamp, totalSar } from './wire.ts';

/** What a company can pay: `id` is that of the installment, of the ticket in default, or of the payment that was refunded. */
const payable = z.object({ kind: z.enum(payableKinds), id });

const payableItem = payable
  .extend({
    /** Null for a refund. */
    ticket_number: z.string().nullable(),
    agency_name: z.string().nullable(),
    /** Of an installment. */
    seq: z.number().int().min(1).max(3).nullable(),
    /** Of how many. */
    term_months: z.number().int().nullable(),
    /** Of what is in default the day of the write-off, of a refund the day from which it is owed back. */
    due_date: localDate,
    /** What is left to pay. */
    open_sar: amountSar,
    /** What of it is being checked. */
    being_checked_sar: amountSar,
    /** The open payment request that has it. */
    request_number: z.string().nullable(),
  })
  .meta({ id: 'PayableItem' });

const requestItem = payable
  .extend({
    ticket_number: z.string().nullable(),
    seq: z.number().int().min(1).max(3).nullable(),
    due_date: localDate,
    /** As it was chosen. */
    amount_sar: amountSar,
    /** What of that is still to be paid. */
    open_sar: amountSar,
  })
  .meta({ id: 'PaymentRequestItem' });

/** What a company has chosen to pay with one transfer. Its reference is paymentReference of its number. */
const paymentRequest = z
  .object({
    id,
    request_number: z.string(),
    status: z.enum(paymentRequestStatuses),
    amount_sar: amountSar,
    /** What is still to be paid of it. */
    open_sar: amountSar,
    /** What of that was reported as transferred and is being checked. */
    being_checked_sar: amountSar,
    /** What has arrived with its reference. */
    received_sar: totalSar,
    created_at: timestamp,
    /** The last value date that counts for the choice, unless it is withdrawn. */
    expires_on: localDate,
    withdrawn_at: timestamp.nullable(),
    items: z.array(requestItem),
    transfer_reports: z.array(transferReport),
    /**
     * What a transfer of `open_sar` would pay that arrived today, in its order; null: what was chosen. Not null where the company
     * has something in default that goes first.
     */
    would_pay: z
      .array(
        z.object({
          kind: z.enum(payableKinds),
          ticket_number: z.string().nullable(),
          due_date: localDate,
          amount_sar: amountSar,
        }),
      )
      .nullable(),
  })
  .meta({ id: 'PaymentRequest' });

/** Where to transfer; null: the platform has not set its account. */
const payee = z.object({ beneficiary: z.string(), iban: z.string() }).nullable();

const requestParams = z.object({ id });

export const readPayCentre = {
  reply: z
    .object({
      today: localDate,
      position: companyPosition,
      /** The one made since the company is late; null: none. */
      promise: paymentPromise.nullable(),
      /** What is owed and due from today on until so many days from now, each with the one before. */
      due_in: z.object({ days_30_sar: totalSar, days_60_sar: totalSar, days_90_sar: totalSar }),
      /** What can be paid, the longest due first. */
      items: z.array(payableItem),
      /** Those that are open, the newest first. */
      requests: z.array(paymentRequest),
      payee,
      /** The company's own, for the reference under which a transfer pays what has been due longest. */
      payer_number: z.string(),
      /** Transfers that were reported with that reference, newest first, the latest 20. */
      transfer_reports: z.array(transferReport),
    })
    .meta({ id: 'PayCentre' }),
};
export const createPaymentRequest = {
  body: z.strictObject({
    items: z.array(z.strictObject(payable.shape)).min(1).max(5000),
    /** What the company has seen: the sum of what is open and not being checked of the items. */
    amount_sar: positiveAmount,
  }),
  reply: paymentRequest,
};
export const readPaymentRequest = {
  params: requestParams,
  reply: paymentRequest.extend({ today: localDate, payee }).meta({ id: 'PaymentRequestDetails' }),
};
export const withdrawPaymentRequest = { params: requestParams, reply: paymentRequest };
export const listPaymentRequests = {
  query: z.strictObject({ cursor: cursor.optional() }),
  reply: z
    .object({ items: z.array(paymentRequest), next_cursor: cursor.nullable() })
    .meta({ id: 'PaymentRequests' }),
};
export const reportRequestTransfer = {
  params: requestParams,
  body: reportTransfer.body,
  reply: transferReport,
};
export const reportCompanyTransfer = { body: reportTransfer.body, reply: transferReport };

export type PayableItem = z.infer<typeof payableItem>;
export type PaymentRequest = z.infer<typeof paymentRequest>;
export type PaymentRequestDetails = z.infer<typeof readPaymentRequest.reply>;
export type PayCentre = z.infer<typeof readPayCentre.reply>;
