import { z } from 'zod';
import { plainEmail } from '#domain/email-address.ts';
import {
  LONGEST_RETENTION_MONTHS,
  openMatters,
  retentionKinds,
  type RetentionKind,
} from '#domain/privacy/retention.ts';
import { REJECTION_REASON_MAX_LENGTH } from '#domain/tickets/ticket.ts';
import { approvalRequest } from './approvals.ts';
import { multiLine, oneLine } from './typed-text.ts';
import { id, timestamp, totalSar } from './wire.ts';

const kind = z.enum(Object.keys(retentionKinds) as [RetentionKind, ...RetentionKind[]]);
const months = z.number().int().min(1).max(LONGEST_RETENTION_MONTHS);
const reason = multiLine().trim().min(1).max(REJECTION_REASON_MAX_LENGTH);
/** Rows by kind of retention. */
const rows = z.partialRecord(kind, z.number().int().positive());

const retentionRule = z
  .object({
    kind,
    counts_from: z.string(),
    erased_by: z.enum(['job', 'product', 'nobody']),
    /** Months or days; neither: nothing is erased. */
    months: z.number().int().nullable(),
    days: z.number().int().nullable(),
    /** The law has it stored at least so long. */
    min_months: z.number().int().nullable(),
    /** The law that gives the period, also in Arabic where the product knows it. */
    source: z.string().nullable(),
    source_ar: z.string().nullable(),
    /** Whether it erases: the law or two people give its period. */
    is_in_force: z.boolean(),
    confirmed_at: timestamp.nullable(),
    requests: z.array(approvalRequest),
  })
  .meta({ id: 'RetentionRule' });
export type RetentionRule = z.infer<typeof retentionRule>;

const personRequest = z
  .object({
    request: approvalRequest,
    /** Null once the person is erased. */
    email: z.string().nullable(),
    can_download: z.boolean(),
    /** What an approved erasure took away, and what stays; null otherwise. `is_listed`: a restore does it again. */
    erasure: z.object({ erased: rows, kept: rows, is_listed: z.boolean() }).nullable(),
  })
  .meta({ id: 'PersonRequest' });
export type PersonRequest = z.infer<typeof personRequest>;

const retentionErasure = z
  .object({
    id,
    kind,
    erased_at: timestamp,
    row_count: z.number().int().positive(),
    /** Of the rule as it was. */
    months: z.number().int(),
    source: z.string().nullable(),
    is_confirmed: z.boolean(),
  })
  .meta({ id: 'RetentionErasure' });
export type RetentionErasure = z.infer<typeof retentionErasure>;

export const readPrivacy = {
  reply: z
    .object({
      rules: z.array(retentionRule),
      requests: z.array(personRequest),
      erasures: z.array(retentionErasure),
    })
    .meta({ id: 'Privacy' }),
};
export type Privacy = z.infer<typeof readPrivacy.reply>;

const party = z.object({ id, name: z.string().nullable() }).nullable();
const person = z
  .object({
    /** Of the account. */
    id,
    email: z.string(),
    is_staff: z.boolean(),
    company: party,
    agency: party,
    /** What has to be settled before the person can be erased. */
    open: z.array(
      z.object({
        what: z.enum(openMatters),
        count: z.number().int().positive(),
        amount_sar: totalSar.nullable(),
      }),
    ),
  })
  .meta({ id: 'Person' });
export type Person = z.infer<typeof person>;

export const findPerson = {
  query: z.strictObject({ email: z.string().overwrite(plainEmail).min(3).max(254) }),
  reply: z.object({ person: person.nullable() }).meta({ id: 'FoundPerson' }),
};

const aboutPerson = {
  params: z.object({ id }),
  body: z.strictObject({
    /** How the person was identified. */
    identified: oneLine().trim().min(1).max(300),
    reason,
  }),
  reply: approvalRequest,
};
export const exportPerson = aboutPerson;
export const erasePerson = aboutPerson;

export const personExportFile = {
  params: z.object({ id }),
  file: 'application/zip',
} as const;

export const changeRetention = {
  params: z.object({ kind }),
  body: z.strictObject({
    /** Null: nothing is erased. */
    months: months.nullable(),
    source: oneLine().trim().min(1).max(300).nullable(),
    reason,
  }),
  reply: approvalRequest,
};

export const countPastRetention = {
  params: z.object({ kind }),
  query: z.strictObject({ months: z.coerce.number().pipe(months) }),
  reply: z.object({ row_count: z.number().int() }).meta({ id: 'PastRetention' }),
};
