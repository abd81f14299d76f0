import { z } from 'zod';
import { id, listFormat, localDate, timestamp } from './wire.ts';

/** The number of an event: the place in the log after which the next page begins. */
const eventNumber = z.string().regex(/^[1-9]\d{0,17}$/, 'must be the next_cursor of a page');

/** A row before or after the event: ids and figures, by name. */
const state = z.record(z.string(), z.unknown()).nullable();

/** One thing that happened. Names are those of today: the history holds ids. */
const event = z
  .object({
    id: eventNumber,
    occurred_at: timestamp,
    actor: z.object({
      /** Null: the platform itself. */
      id: id.nullable(),
      kind: z.enum(['staff', 'company', 'agency', 'other', 'system']),
      name: z.string().nullable(),
    }),
    operation: z.string(),
    /** What kind of row it happened to: ticket, payment, payout_run. */
    subject: z.string(),
    subject_id: id,
    subject_name: z.string().nullable(),
    before: state,
    after: state,
  })
  .meta({ id: 'AuditEvent' });

/** Newest first. Every parameter is a filter. */
export const listEvents = {
  query: z.strictObject({
    /** The account of the person who acted. */
    actor: id.optional(),
    operation: z.string().max(100).optional(),
    /** A ticket and its payout. */
    ticket_number: z.string().max(40).optional(),
    subject_id: id.optional(),
    /** Riyadh days, both included. */
    from: localDate.optional(),
    to: localDate.optional(),
    cursor: eventNumber.optional(),
    ...listFormat,
  }),
  reply: z
    .object({ items: z.array(event), next_cursor: eventNumber.nullable() })
    .meta({ id: 'AuditPage' }),
};

/** The values of the filters. */
export const readAuditFilters = {
  reply: z
    .object({
      operations: z.array(z.string()),
      staff: z.array(z.object({ id, name: z.string() })),
    })
    .meta({ id: 'AuditFilters' }),
};

export type AuditEvent = z.infer<typeof event>;
