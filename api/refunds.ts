import { z } from 'zod';
import { pain001Versions } from '#domain/payouts/pain-001.ts';
import { refundDestinations, refundObstacles, refundStatuses } from '#domain/servicing/refund.ts';
import { approvalRequest } from './approvals.ts';
import { payoutFile, payoutFileContent } from './payout-runs.ts';
import { latinNameText } from './profile-fields.ts';
import { multiLine } from './typed-text.ts';
import { amountSar, cursor, id, listFormat, timestamp } from './wire.ts';

/** A part of a payment that was sent back, and its outcome. */
export const refund = z
  .object({
    id,
    payment_id: id,
    /** Null: the payer is not known. */
    company_id: id.nullable(),
    company_name: z.string().nullable(),
    amount_sar: amountSar,
    /** These four are null for refunds from before there were files. */
    goes_to: z.enum(refundDestinations).nullable(),
    iban: z.string().nullable(),
    beneficiary: z.string().nullable(),
    /** As a file carries it or somebody wrote it; null: a beneficiary with Arabic letters needs one before a file is made. */
    latin_name: z.string().nullable(),
    status: z.enum(refundStatuses),
    /** Who approved it, and when it left the credit. */
    refunded_by: z.string(),
    refunded_at: timestamp,
    /** The file that carries it to the bank. */
    file_no: z.number().int().positive().nullable(),
    /** Why it must not be sent any more, while nobody has answered it. In no file, the next one fails it. */
    obstacle: z.enum(refundObstacles).nullable(),
    /** It goes to an IBAN that its company has changed: one person alone does not say that it arrived. */
    is_doubtful: z.boolean(),
    /** Why it failed or came back, as the bank says. */
    reason: z.string().nullable(),
    /** What stopped it when a file was made; null: nothing did. */
    stop: z.enum(refundObstacles).nullable(),
    decided_by: z.string().nullable(),
    decided_at: timestamp.nullable(),
  })
  .meta({ id: 'Refund' });

const refundFile = payoutFile.extend({ execution_date: z.string() }).meta({ id: 'RefundFile' });

const params = z.object({ id });

export const listRefunds = {
  query: z.strictObject({
    /** `waiting`: in no file; `sent`: without an answer; both the oldest first. `answered`: the newest first. */
    list: z.enum(['waiting', 'sent', 'answered']),
    cursor: cursor.optional(),
    ...listFormat,
  }),
  reply: z
    .object({ items: z.array(refund), next_cursor: cursor.nullable() })
    .meta({ id: 'RefundPage' }),
};
/** Only for a refund in a file. */
export const confirmRefund = { params, reply: refund };
/** Only for a refund in no file. */
export const failRefund = {
  params,
  body: z.strictObject({ reason: multiLine().trim().min(1).max(1000) }),
  reply: refund,
};
/** Only for a refund in a file without an answer. */
export const confirmDoubtfulRefund = { ...failRefund, reply: approvalRequest };
/** Only for a refund in a file that has not failed or come back. */
export const returnRefund = { ...failRefund, reply: approvalRequest };
export const correctRefundName = {
  params,
  body: z.strictObject({ latin_name: latinNameText }),
  reply: refund,
};
export const makeRefundFile = {
  reply: z
    .object({
      /** Null: all waiting refunds were stopped. */
      file: refundFile.nullable(),
      stopped_count: z.number().int().nonnegative(),
    })
    .meta({ id: 'MadeRefundFile' }),
};
export const listRefundFiles = {
  query: z.strictObject({ cursor: cursor.optional() }),
  reply: z
    .object({ items: z.array(refundFile), next_cursor: cursor.nullable() })
    .meta({ id: 'RefundFilePage' }),
};
export const refundFileContent = {
  params: z.object({ file_no: z.coerce.number<number>().int().positive().max(1_000_000) }),
  query: z.strictObject({ format: z.enum(['csv', ...pain001Versions]).optional() }),
  reply: payoutFileContent.reply,
};

export type Refund = z.infer<typeof refund>;
export type RefundFile = z.infer<typeof refundFile>;
