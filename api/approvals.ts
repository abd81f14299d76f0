import { z } from 'zod';
import {
  approvalKinds,
  approvalOutcomes,
  type ApprovalKind,
} from '#domain/servicing/approval-kinds.ts';
import { REJECTION_REASON_MAX_LENGTH } from '#domain/tickets/ticket.ts';
import { multiLine } from './typed-text.ts';
import { amountSar, cursor, id, listFormat, timestamp } from './wire.ts';

const kinds = Object.keys(approvalKinds) as [ApprovalKind, ...ApprovalKind[]];

/** A request of one member of staff that another one approves. */
/** The statement whose line shows a payment; `compared_by`: who has compared it with the bank. */
export const statementOfPayment = z.object({
  id,
  file_name: z.string(),
  imported_by: z.string(),
  compared_by: z.string().nullable(),
});

export const approvalRequest = z
  .object({
    id,
    kind: z.enum(kinds),
    subject_type: z.string(),
    subject_id: id,
    /** The ticket, if the request is about one. */
    ticket_number: z.string().nullable(),
    company_id: id.nullable(),
    company_name: z.string().nullable(),
    agency_id: id.nullable(),
    agency_name: z.string().nullable(),
    amount_sar: amountSar.nullable(),
    /** The figures that the requester saw; an approval needs the same figures. */
    figures: z.record(z.string(), z.json()),
    /** Further arguments of the operation. */
    details: z.record(z.string(), z.json()),
    reason: z.string(),
    requested_by: z.string(),
    requested_at: timestamp,
    /** Before this nobody can approve it. */
    waits_until: timestamp,
    expires_at: timestamp,
    /** Whether the reader is the requester, who can only withdraw it. */
    is_own: z.boolean(),
    outcome: z.enum(approvalOutcomes).nullable(),
    decided_by: z.string().nullable(),
    decided_at: timestamp.nullable(),
    /** Why it was declined. */
    decision_reason: z.string().nullable(),
    /** The people and the statement that say that a payment's money came. Null: the request is about something else. */
    payment: z
      .object({
        recorded_by: z.string(),
        confirmed_by: z.string().nullable(),
        statement: statementOfPayment.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'ApprovalRequest' });

export const listApprovalRequests = {
  query: z.strictObject({
    /** `open`: the oldest first. `ended`: the newest first. */
    list: z.enum(['open', 'ended']),
    cursor: cursor.optional(),
    ...listFormat,
  }),
  reply: z
    .object({ items: z.array(approvalRequest), next_cursor: cursor.nullable() })
    .meta({ id: 'ApprovalRequestPage' }),
};
export const approveRequest = { params: z.object({ id }), reply: approvalRequest };
export const declineRequest = {
  params: z.object({ id }),
  body: z.strictObject({
    reason: multiLine().trim().min(1).max(REJECTION_REASON_MAX_LENGTH),
  }),
  reply: approvalRequest,
};
export const withdrawRequest = { params: z.object({ id }), reply: approvalRequest };

export type ApprovalRequest = z.infer<typeof approvalRequest>;
