import { z } from 'zod';
import { pain001Versions } from '#domain/payouts/pain-001.ts';
import { ibanObstacles } from '#domain/profiles/iban-change.ts';
import { amountSar, cursor, id, listFormat, timestamp } from './wire.ts';

/** Why a payout is left out of a run. */
export const payoutObstacles = [
  'agency_suspended',
  ...ibanObstacles,
  'budget_suspended',
  'budget_not_confirmed',
  'documents_not_accepted',
  'acceptance_expired',
] as const;

export const payoutRunStatuses = ['Draft', 'Released', 'Completed', 'Discarded'] as const;

const payoutRun = z
  .object({
    id,
    status: z.enum(payoutRunStatuses),
    prepared_by: z.string(),
    prepared_at: timestamp,
    released_by: z.string().nullable(),
    released_at: timestamp.nullable(),
    /** Then another person releases it. */
    is_prepared_by_caller: z.boolean(),
    count: z.number().int().nonnegative(),
    amount_sar: amountSar,
  })
  .meta({ id: 'PayoutRun' });

const payoutRunLine = z
  .object({
    payout_id: id,
    agency_id: id,
    /** How many runs have taken this payout up, this one included. */
    attempt: z.number().int().positive(),
    /** As they were when the run was prepared. */
    iban: z.string(),
    beneficiary: z.string(),
    amount_sar: amountSar,
    ticket_number: z.string(),
    outcome: z.enum(['Confirmed', 'Failed', 'Discarded']).nullable(),
    /** Why it failed. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'PayoutRunLine' });

const payoutRunDetails = z
  .object({
    run: payoutRun,
    lines: z.array(payoutRunLine),
    /** Only when a run has just been prepared: what waits and cannot be paid, the first 200. */
    left_out: z.array(
      z.object({
        payout_id: id,
        ticket_number: z.string(),
        agency_id: id,
        agency_name: z.string().nullable(),
        amount_sar: amountSar,
        reason: z.enum(payoutObstacles),
      }),
    ),
  })
  .meta({ id: 'PayoutRunDetails' });

const runParams = z.object({ id });
const lineParams = z.object({ id, payout_id: id });

export const preparePayoutRun = { reply: payoutRunDetails };
export const releasePayoutRun = { params: runParams, reply: payoutRunDetails };
export const discardPayoutRun = { params: runParams, reply: payoutRunDetails };
export const readPayoutRun = { params: runParams, reply: payoutRunDetails };
/** What the bank said of one line, and where its run stands. */
const payoutLineAnswer = z
  .object({ run: payoutRun, line: payoutRunLine })
  .meta({ id: 'PayoutLineAnswer' });

export const confirmPayoutLine = { params: lineParams, reply: payoutLineAnswer };
export const failPayoutLine = {
  params: lineParams,
  body: z.strictObject({ reason: z.string().trim().min(1).max(1000) }),
  reply: payoutLineAnswer,
};
export const listPayoutRuns = {
  query: z.strictObject({ cursor: cursor.optional(), ...listFormat }),
  reply: z
    .object({ items: z.array(payoutRun), next_cursor: cursor.nullable() })
    .meta({ id: 'PayoutRunPage' }),
};
export const payoutRunFile = {
  params: runParams,
  query: z.strictObject({ format: z.enum(['csv', ...pain001Versions]).optional() }),
  reply: z
    .object({
      name: z.string(),
      content_type: z.string(),
      /** The payouts that nobody has answered yet. */
      content: z.string(),
      /** Of them those that stay out, because their agency was suspended after the release. */
      suspended_count: z.number().int().nonnegative(),
    })
    .meta({ id: 'PayoutRunFile' }),
};

export type PayoutRunDetails = z.infer<typeof payoutRunDetails>;
export type PayoutRun = z.infer<typeof payoutRun>;
export type PayoutRunFile = z.infer<typeof payoutRunFile.reply>;
