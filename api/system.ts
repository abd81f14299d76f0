import { z } from 'zod';
import { id, localDate, timestamp } from './wire.ts';

const count = z.number().int().nonnegative();

/** The number of a job in the queue. */
const jobId = z.string().regex(/^\d{1,18}$/, 'must be the number of a job');

/** A job that failed at its last run. */
const failedJob = z
  .object({
    id: jobId,
    task: z.string(),
    attempts: count,
    max_attempts: count,
    /** Tried too often: it runs again only when somebody retries it. */
    is_given_up: z.boolean(),
    is_running: z.boolean(),
    /** When it is tried again; null: it was given up. */
    next_at: timestamp.nullable(),
    /** The first line of its error, without mail addresses. */
    error: z.string(),
  })
  .meta({ id: 'FailedJob' });

/** A mail about money or a notification that did not go at its last attempt. */
const failedMail = z
  .object({
    id,
    kind: z.string(),
    /** Of the company or the agency that it is for; null for other people. */
    company_id: id.nullable(),
    agency_id: id.nullable(),
    name: z.string().nullable(),
    queued_at: timestamp,
    attempts: count,
    is_given_up: z.boolean(),
    next_at: timestamp.nullable(),
  })
  .meta({ id: 'FailedMail' });

const serverProcess = z
  .object({
    id,
    host: z.string(),
    release: z.string(),
    node_version: z.string(),
    started_at: timestamp,
    seen_at: timestamp,
    /** Seen within a minute. */
    is_up: z.boolean(),
  })
  .meta({ id: 'ServerProcess' });

export const readSystem = {
  reply: z
    .object({
      /** Of the server that responds. */
      release: z.string(),
      database_version: z.string(),
      /** The last day that was closed; null: none. */
      last_day_close: z
        .object({
          day: localDate,
          closed_at: timestamp,
          /** Milliseconds; null: it was not measured. */
          took_ms: count.nullable(),
          overdue: count,
          expired: count,
          reminded: count,
        })
        .nullable(),
      /** Null: no backup is known. */
      last_backup_at: timestamp.nullable(),
      jobs: z.object({ due: count, failing: count, given_up: count, items: z.array(failedJob) }),
      mails: z.object({ failing: count, given_up: count, items: z.array(failedMail) }),
      servers: z.array(serverProcess),
    })
    .meta({ id: 'System' }),
};

export const retryJob = {
  params: z.object({ id: jobId }),
  reply: z.object({ id: jobId, task: z.string() }),
};

export const sendMailAgain = {
  params: z.object({ id }),
  reply: z.object({ id, kind: z.string() }),
};

export type System = z.infer<typeof readSystem.reply>;
export type FailedJob = z.infer<typeof failedJob>;
export type FailedMail = z.infer<typeof failedMail>;
export type ServerProcess = z.infer<typeof serverProcess>;
