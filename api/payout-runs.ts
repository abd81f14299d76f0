import { z } from 'zod';
import { pain001Versions } from '#domain/payouts/pain-001.ts';
import { ibanObstacles } from '#domain/profiles/iban-change.ts';
import { REJECTION_REASON_MAX_LENGTH } from '#domain/tickets/ticket.ts';
import { approvalRequest } from './approvals.ts';
import { amountSar, cursor, id, listFormat, localDate, timestamp, totalSar } from './wire.ts';
import { latinNameText } from './profile-fields.ts';
import { multiLine } from './typed-text.ts';

/** Why a payout must not be paid, apart from the age of its acceptance. */
const payoutStops = [
  'agency_suspended',
  ...ibanObstacles,
  'budget_suspended',
  'budget_not_set',
  'budget_not_confirmed',
] as const;

/** Why it cannot be paid now, though the bank is not asked to recall it. */
const payoutLimits = [
  'bank_line_open',
  'company_overdue',
  'unset_budget_above_limit',
  'invoice_of_other_company',
  'company_share',
  'agency_share',
] as const;

/** Why a payout is left out of a run. */
export const payoutObstacles = [
  ...payoutStops,
  ...payoutLimits,
  'documents_not_accepted',
  'acceptance_expired',
] as const;

/** Why a line of a run must not be paid any more. */
const payoutLineObstacles = [...payoutObstacles, 'iban_changed'] as const;

/** The amounts of an obstacle that has some, by name. */
const obstacleFigures = z.record(z.string(), totalSar);

export const payoutRunStatuses = ['Draft', 'Released', 'Completed', 'Discarded'] as const;

const payoutRun = z
  .object({
    id,
    status: z.enum(payoutRunStatuses),
    prepared_by: z.string(),
    prepared_at: timestamp,
    released_by: z.string().nullable(),
    released_at: timestamp.nullable(),
    /** Whether the caller prepared it: then another person releases it. */
    is_prepared_by_caller: z.boolean(),
    count: z.number().int().nonnegative(),
    amount_sar: totalSar,
  })
  .meta({ id: 'PayoutRun' });

const payoutRunLine = z
  .object({
    payout_id: id,
    agency_id: id,
    /** How many runs have had this payout, including this one. */
    attempt: z.number().int().positive(),
    /** As they were when the run was prepared. */
    iban: z.string(),
    beneficiary: z.string(),
    /** As a file carries it or somebody wrote it; null: a beneficiary with Arabic letters needs one before a file is made. */
    latin_name: z.string().nullable(),
    amount_sar: amountSar,
    ticket_number: z.string(),
    outcome: z.enum(['Confirmed', 'Failed', 'Returned', 'Discarded']).nullable(),
    /** Why it failed or came back, as the bank says. */
    reason: z.string().nullable(),
    /** What stopped it when a file was made; null: nothing did. */
    stop: z.enum(payoutLineObstacles).nullable(),
    /** The file of its run that carries it to the bank. */
    file_no: z.number().int().positive().nullable(),
    /**
     * Why it must not be paid any more, while it is not answered: before the release, which it refuses, and after it. In no
     * file, the next one fails it.
     */
    obstacle: z.enum(payoutLineObstacles).nullable(),
    figures: obstacleFigures,
    /** Not answered, and the bank has debited its file in one sum: it may still not have arrived. */
    is_debited: z.boolean(),
    /**
     * One person alone does not say that it was paid: it is not answered, and in no file or to an IBAN that its agency has changed;
     * or somebody has called it failed.
     */
    is_doubtful: z.boolean(),
    /** One person has asked for it to be confirmed. */
    is_confirmation_requested: z.boolean(),
  })
  .meta({ id: 'PayoutRunLine' });

/** The lines of a run that the bank got in one message. A file never changes. */
export const payoutFile = z
  .object({
    /** Its number within the run, from 1. */
    file_no: z.number().int().positive(),
    /** MsgId and PmtInfId of ISO 20022: what the bank knows it by. */
    message_id: z.string(),
    made_by: z.string(),
    made_at: timestamp,
    /** The account that pays; null: none was set, and the file is there as CSV alone. */
    debtor_iban: z.string().nullable(),
    /** The day on which the bank is asked to pay; null in files of release 0.1.0: the Riyadh day of `made_at`. */
    execution_date: localDate.nullable(),
    count: z.number().int().positive(),
    amount_sar: totalSar,
    unanswered_count: z.number().int().nonnegative(),
  })
  .meta({ id: 'PayoutFile' });

const leftOut = z.array(
  z.object({
    payout_id: id,
    ticket_number: z.string(),
    agency_id: id,
    agency_name: z.string().nullable(),
    amount_sar: amountSar,
    reason: z.enum(payoutObstacles),
    figures: obstacleFigures,
  }),
);

const payoutRunDetails = z
  .object({
    run: payoutRun,
    lines: z.array(payoutRunLine),
    files: z.array(payoutFile),
    /** Of a released run: the lines in no file that may still be paid. */
    next_file: z.object({ count: z.number().int().nonnegative(), amount_sar: totalSar }),
    /** Whether the release of the run would charge VAT without the platform's VAT number. */
    lacks_vat_number: z.boolean(),
    /** Only for a new run: payouts that wait and cannot be paid, the first 200. */
    left_out: leftOut,
  })
  .meta({ id: 'PayoutRunDetails' });

const runParams = z.object({ id });
const lineParams = z.object({ id, payout_id: id });

export const preparePayoutRun = { reply: payoutRunDetails };
/** What a run that is prepared now would hold, and the payouts that wait and cannot be paid, the first 200. */
export const previewPayoutRun = {
  reply: z
    .object({ count: z.number().int().nonnegative(), amount_sar: totalSar, left_out: leftOut })
    .meta({ id: 'PayoutRunPreview' }),
};
export const releasePayoutRun = { params: runParams, reply: payoutRunDetails };
export const discardPayoutRun = { params: runParams, reply: payoutRunDetails };
export const readPayoutRun = { params: runParams, reply: payoutRunDetails };
/** The bank's confirmation of one line, and the status of its run. */
const payoutLineAnswer = z
  .object({ run: payoutRun, line: payoutRunLine })
  .meta({ id: 'PayoutLineAnswer' });

export const confirmPayoutLine = { params: lineParams, reply: payoutLineAnswer };
export const failPayoutLine = {
  params: lineParams,
  body: z.strictObject({ reason: multiLine().trim().min(1).max(1000) }),
  reply: payoutLineAnswer,
};
/** For a line that two people confirm: the request. */
export const confirmDoubtfulPayout = {
  params: lineParams,
  body: z.strictObject({ reason: multiLine().trim().min(1).max(REJECTION_REASON_MAX_LENGTH) }),
  reply: approvalRequest,
};
/** Only for a Confirmed line. */
export const returnPayoutLine = failPayoutLine;
export const correctLatinName = {
  params: lineParams,
  body: z.strictObject({ latin_name: latinNameText }),
  reply: payoutLineAnswer,
};
export const listPayoutRuns = {
  query: z.strictObject({ cursor: cursor.optional(), ...listFormat }),
  reply: z
    .object({ items: z.array(payoutRun), next_cursor: cursor.nullable() })
    .meta({ id: 'PayoutRunPage' }),
};
export const makePayoutFile = { params: runParams, reply: payoutRunDetails };
export const payoutFileContent = {
  params: z.object({ id, file_no: z.coerce.number<number>().int().positive().max(1000) }),
  query: z.strictObject({ format: z.enum(['csv', ...pain001Versions]).optional() }),
  reply: z
    .object({ name: z.string(), content_type: z.string(), content: z.string() })
    .meta({ id: 'PayoutFileContent' }),
};

export type LeftOutPayout = z.infer<typeof leftOut>[number];
export type PayoutRunDetails = z.infer<typeof payoutRunDetails>;
export type PayoutRun = z.infer<typeof payoutRun>;
export type PayoutFileContent = z.infer<typeof payoutFileContent.reply>;
