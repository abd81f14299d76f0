import { z } from 'zod';
import { amountSar, cursor, id, listFormat, localDate, timestamp } from './wire.ts';
import { bankReference, payment, positiveAmount } from './payments.ts';
import { multiLine } from './typed-text.ts';

/** Being checked by staff; matched to a payment; turned down by them; withdrawn by the company. */
const transferReportStatuses = ['Checking', 'Matched', 'TurnedDown', 'Withdrawn'] as const;

/** A transfer as its company reported it. */
export const transferReport = z
  .object({
    id,
    amount_sar: amountSar,
    /** The day it left the company's account. */
    transferred_on: localDate,
    bank_reference: z.string().nullable(),
    /** A path in company-documents; null once the report is withdrawn, because the proof was given back. */
    proof_file: z.string().nullable(),
    status: z.enum(transferReportStatuses),
    reported_at: timestamp,
    decided_at: timestamp.nullable(),
    /** Why staff declined it. */
    reason: z.string().nullable(),
    /** The amount of the matched payment; null: not matched. */
    arrived_amount: amountSar.nullable(),
  })
  .meta({ id: 'TransferReport' });

/** The same as staff read it, with its company and outcome. */
const staffTransferReport = transferReport
  .omit({ proof_file: true })
  .extend({
    company_id: id,
    company_name: z.string().nullable(),
    /** What it was reported for: a ticket, a payment request, or all that the company owes. */
    ticket_number: z.string().nullable(),
    request_number: z.string().nullable(),
    payer_number: z.string().nullable(),
    payment_id: id.nullable(),
    decided_by: z.string().nullable(),
  })
  .meta({ id: 'StaffTransferReport' });

const reportParams = z.object({ id });

export const reportTransfer = {
  /** Of the ticket. */
  params: z.object({ id }),
  body: z.strictObject({
    amount_sar: positiveAmount,
    transferred_on: localDate,
    bank_reference: bankReference,
    /** The path of an upload of the kind `transfer_proof`. */
    proof_file: z.string().min(1).max(400),
  }),
  reply: transferReport,
};
export const withdrawTransferReport = { params: reportParams, reply: transferReport };

export const listTransferReports = {
  query: z.strictObject({
    list: z.enum(['checking', 'decided']),
    cursor: cursor.optional(),
    ...listFormat,
  }),
  reply: z
    .object({ items: z.array(staffTransferReport), next_cursor: cursor.nullable() })
    .meta({ id: 'TransferReportPage' }),
};
export const readTransferReport = {
  params: reportParams,
  reply: z
    .object({
      report: staffTransferReport,
      /** Null once the report is withdrawn. */
      proof: z
        .object({
          name: z.string(),
          content_type: z.string(),
          size_bytes: z.number().int(),
        })
        .nullable(),
      /** While it is checked: payments that it may mean, the likeliest first, at most ten. */
      payments: z.array(payment),
    })
    .meta({ id: 'TransferReportDetails' }),
};
export const openTransferProof = {
  params: reportParams,
  reply: z.object({ url: z.string(), expires_at: timestamp }),
};
export const matchTransferReport = {
  params: reportParams,
  body: z.strictObject({
    payment_id: id,
    /** Needed if the payer was not known and the money came before anything was owed (payment_before_debt). */
    reason: multiLine().trim().min(1).max(1000).nullish(),
  }),
  reply: staffTransferReport,
};
export const recordReportedTransfer = {
  params: reportParams,
  body: z.strictObject({
    /** The day it reached our account. */
    value_date: localDate,
    /** Records the payment although a similar one has no report; else it is refused with payment_alike. */
    is_another: z.boolean().optional(),
    /**
     * Needed with is_another unless a bank's reference of its own tells it from the known transfer; and if the money
     * came before anything was owed (payment_before_debt).
     */
    reason: multiLine().trim().min(1).max(1000).nullish(),
  }),
  reply: staffTransferReport,
};
export const turnDownTransferReport = {
  params: reportParams,
  body: z.strictObject({ reason: multiLine().trim().min(1).max(1000) }),
  reply: staffTransferReport,
};

export type TransferReport = z.infer<typeof transferReport>;
export type StaffTransferReport = z.infer<typeof staffTransferReport>;
export type TransferReportDetails = z.infer<typeof readTransferReport.reply>;
