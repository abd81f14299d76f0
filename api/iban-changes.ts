import { z } from 'zod';
import { ibanChangeStatuses } from '#domain/profiles/iban-change.ts';
import { agency, refundAccount } from './profiles.ts';
import { cursor, id, listFormat, timestamp } from './wire.ts';
import { multiLine, oneLine } from './typed-text.ts';

/**
 * An IBAN that an agency has asked for to be paid to, or a company for its refunds, as staff compare it with the bank's letter.
 */
const ibanChange = z
  .object({
    id,
    /** Either company or agency is null. */
    agency_id: id.nullable(),
    company_id: id.nullable(),
    holder_name: z.string().nullable(),
    /** Both without spaces. The previous one was in use at the request; null: none. */
    iban: z.string(),
    previous_iban: z.string().nullable(),
    requested_at: timestamp,
    /** The first moment of an approval. */
    earliest_at: timestamp,
    status: z.enum(ibanChangeStatuses),
    ended_at: timestamp.nullable(),
    /** Who of staff approved or rejected it. */
    decided_by: z.string().nullable(),
    rejection_reason: z.string().nullable(),
  })
  .meta({ id: 'IbanChange' });

/** Withdraws the waiting request: the profile shows the present IBAN again. */
export const withdrawIbanChange = { reply: agency };

export const readRefundAccount = { reply: refundAccount };
/** The same IBAN changes nothing; the present one withdraws the waiting request. */
export const askForRefundIban = {
  body: z.strictObject({ iban: oneLine().min(1).max(100) }),
  reply: refundAccount,
};
export const withdrawRefundIban = { reply: refundAccount };

export const listIbanChanges = {
  query: z.strictObject({
    /** `pending`: the oldest first. `ended`: the newest first. */
    list: z.enum(['pending', 'ended']),
    cursor: cursor.optional(),
    ...listFormat,
  }),
  reply: z
    .object({ items: z.array(ibanChange), next_cursor: cursor.nullable() })
    .meta({ id: 'IbanChangePage' }),
};
export const approveIbanChange = { params: z.object({ id }), reply: ibanChange };
export const rejectIbanChange = {
  params: z.object({ id }),
  body: z.strictObject({ reason: multiLine().trim().min(1).max(1000) }),
  reply: ibanChange,
};

export type IbanChange = z.infer<typeof ibanChange>;
