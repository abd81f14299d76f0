import { z } from 'zod';
import { accountMeasures } from '#domain/accounts/account-measures.ts';
import { browserFamilies, systemFamilies } from '#domain/accounts/device-family.ts';
import { securityEventKinds } from '#domain/accounts/security-event-kinds.ts';
import { DECISION_REASON_MAX_LENGTH } from '#domain/budget/budget-decision.ts';
import { cursor, id, timestamp } from './wire.ts';
import { multiLine } from './typed-text.ts';

/** The device of the request; null: not recognised, or no request. */
const device = {
  browser: z.enum(browserFamilies).nullable(),
  system: z.enum(systemFamilies).nullable(),
  /** The network address. */
  address: z.string().nullable(),
};

const session = z
  .object({
    id,
    /** Whether this is the caller's own session. */
    is_current: z.boolean(),
    ...device,
    began_at: timestamp,
    /** The last use, updated once an hour. */
    refreshed_at: timestamp,
  })
  .meta({ id: 'AccountSession' });

const sessions = z.object({ items: z.array(session) }).meta({ id: 'AccountSessions' });

const securityEvent = z
  .object({ id, occurred_at: timestamp, kind: z.enum(securityEventKinds), ...device })
  .meta({ id: 'SecurityEvent' });

const securityEvents = z
  .object({ items: z.array(securityEvent), next_cursor: cursor.nullable() })
  .meta({ id: 'SecurityEventPage' });

export const listSessions = { reply: sessions };
/** Replies with the sessions that are still open. */
export const endSession = { params: z.object({ id }), reply: sessions };
/** Newest first; events are kept 90 days. */
export const listSecurityEvents = {
  query: z.strictObject({ cursor: cursor.optional() }),
  reply: securityEvents,
};

/** The path names the account by its user. The history stores the reader. */
export const inspectAccount = {
  params: z.object({ id }),
  body: z.strictObject({ cursor: cursor.optional() }),
  reply: z.object({ sessions: z.array(session), events: securityEvents }),
};

const measure = z
  .object({
    id,
    measure: z.enum(accountMeasures),
    reason: z.string(),
    asked_by: z.string().nullable(),
    asked_at: timestamp,
    /** Whether the caller asked for it: another person confirms it. */
    is_own: z.boolean(),
    /** Null while it waits for another person. */
    decided_by: z.string().nullable(),
    decided_at: timestamp.nullable(),
    is_withdrawn: z.boolean(),
  })
  .meta({ id: 'AccountMeasure' });

const factorRemoval = z
  .object({
    id,
    /** How the person was identified. */
    reason: z.string(),
    asked_by: z.string().nullable(),
    asked_at: timestamp,
    /** Whether the caller asked for it: another person confirms it. */
    is_own: z.boolean(),
    /** Null while it waits for another person. */
    confirmed_by: z.string().nullable(),
    confirmed_at: timestamp.nullable(),
    /** 24 hours after the confirmation. */
    effective_at: timestamp.nullable(),
    withdrawn_at: timestamp.nullable(),
    /** Null where the owner withdrew it. */
    withdrawn_by: z.string().nullable(),
    /** When the factor was removed. */
    done_at: timestamp.nullable(),
  })
  .meta({ id: 'FactorRemoval' });

const standing = z
  .object({
    user_id: id,
    /** Whether the account is staff's: then one person asks for a measure and another confirms. */
    is_staff: z.boolean(),
    /** Nobody takes a measure against themselves. */
    is_own: z.boolean(),
    is_blocked: z.boolean(),
    has_factor: z.boolean(),
    /** The latest removal of its second factor, with any outcome. */
    factor_removal: factorRemoval.nullable(),
    waiting: measure.nullable(),
    /** Those that were decided, newest first, the latest 20. */
    measures: z.array(measure),
  })
  .meta({ id: 'AccountStanding' });

export const readAccountStanding = { params: z.object({ id }), reply: standing };

export const takeAccountMeasure = {
  params: z.object({ id }),
  body: z.strictObject({
    measure: z.enum(accountMeasures),
    reason: multiLine().trim().min(1).max(DECISION_REASON_MAX_LENGTH),
  }),
  reply: standing,
};

/** The id of a measure that waits. */
export const confirmAccountMeasure = { params: z.object({ id }), reply: standing };
export const withdrawAccountMeasure = { params: z.object({ id }), reply: standing };

/** For a person without the second factor and its recovery codes. The reason says how staff identified the person. */
export const askFactorRemoval = {
  params: z.object({ id }),
  body: z.strictObject({ reason: multiLine().trim().min(1).max(DECISION_REASON_MAX_LENGTH) }),
  reply: standing,
};
/** The id of a requested removal. */
export const confirmFactorRemoval = { params: z.object({ id }), reply: standing };
export const withdrawFactorRemoval = { params: z.object({ id }), reply: standing };

export const listStaff = {
  reply: z.object({
    items: z.array(
      z
        .object({
          user_id: id,
          name: z.string(),
          added_at: timestamp,
          /** No longer staff. */
          is_suspended: z.boolean(),
          is_own: z.boolean(),
          is_blocked: z.boolean(),
          /** The measure that waits for another person. */
          waiting: z.enum(accountMeasures).nullable(),
        })
        .meta({ id: 'StaffMember' }),
    ),
  }),
};

export type AccountSession = z.infer<typeof session>;
export type SecurityEvent = z.infer<typeof securityEvent>;
export type AccountStanding = z.infer<typeof standing>;
export type FactorRemoval = z.infer<typeof factorRemoval>;
export type AccountMeasureTaken = z.infer<typeof measure>;
export type StaffMember = z.infer<typeof listStaff.reply>['items'][number];
