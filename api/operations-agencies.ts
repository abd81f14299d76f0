import { z } from 'zod';
import { DECISION_REASON_MAX_LENGTH } from '#domain/budget/budget-decision.ts';
import { agencyTextMaxLengths } from '#domain/profiles/agency-profile.ts';
import { deskDocument } from './files.ts';
import { consoleSearch } from './operations-companies.ts';
import { payoutObstacles } from './payout-runs.ts';
import { agency } from './profiles.ts';
import { cursor, id, listFormat, timestamp, totalSar } from './wire.ts';
import { multiLine, oneLine } from './typed-text.ts';

const deskAgency = z
  .object({
    id,
    name: z.string().nullable(),
    email: z.string().nullable(),
    created_at: timestamp,
    is_verified: z.boolean(),
    is_suspended: z.boolean(),
    /** Why its IBAN keeps it from being paid. */
    iban_obstacle: z.enum(payoutObstacles).nullable(),
  })
  .meta({ id: 'DeskAgency' });

export const agencyStandings = ['unverified', 'verified', 'suspended', 'name_held'] as const;

export const listAgenciesDesk = {
  query: z.strictObject({
    search: consoleSearch.optional(),
    standing: z.enum(agencyStandings).optional(),
    cursor: cursor.optional(),
    ...listFormat,
  }),
  reply: z
    .object({ items: z.array(deskAgency), next_cursor: cursor.nullable() })
    .meta({ id: 'DeskAgencyPage' }),
};

const standing = z
  .object({
    id,
    /** The verified agency that a held name looks like; null: the name is not held. */
    name_resembles: z.object({ id, name: z.string().nullable() }).nullable(),
    verified_at: timestamp.nullable(),
    verified_by: z.string().nullable(),
    suspended_at: timestamp.nullable(),
    suspended_by: z.string().nullable(),
    suspension_reason: z.string().nullable(),
  })
  .meta({ id: 'AgencyStanding' });

const sum = z.object({ count: z.number().int().nonnegative(), amount_sar: totalSar });
const params = z.object({ id });

export const readAgencyDesk = {
  params,
  reply: z
    .object({
      agency,
      created_at: timestamp,
      standing,
      iban_obstacle: z.enum(payoutObstacles).nullable(),
      documents: z.array(deskDocument),
      /** Net amounts. */
      payouts: z.object({ pending: sum, sent: sum, confirmed: sum }),
      /** What staff decided, newest first, the latest 50. */
      history: z.array(
        z.object({
          operation: z.enum([
            'verify_agency',
            'accept_agency_name',
            'suspend_agency',
            'lift_agency_suspension',
          ]),
          occurred_at: timestamp,
          by: z.string().nullable(),
          reason: z.string().nullable(),
        }),
      ),
    })
    .meta({ id: 'AgencyDesk' }),
};

const body = z.strictObject({ reason: multiLine().trim().min(1).max(DECISION_REASON_MAX_LENGTH) });

export const verifyAgency = { params, reply: standing };
/** The name is the one that was looked at. */
export const acceptAgencyName = {
  params,
  body: z.strictObject({ name: oneLine().max(agencyTextMaxLengths.name) }),
  reply: standing,
};
/** The agency reads the reason. */
export const suspendAgency = { params, body, reply: standing };
export const liftAgencySuspension = { params, body, reply: standing };

export type DeskAgency = z.infer<typeof deskAgency>;
export type AgencyDesk = z.infer<typeof readAgencyDesk.reply>;
