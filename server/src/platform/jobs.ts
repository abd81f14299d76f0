import { Logger, parseCronItems, run, type Runner } from 'graphile-worker';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';

/** A job's handler: runs at least once, so it must do no harm when it runs twice. Throwing puts it back. */
export type JobHandler = (payload: unknown) => Promise<void>;

export interface ScheduledJob {
  task: string;
  /** In cron's words, UTC. */
  match: string;
}

/** Runs jobs until it is stopped; jobs that were cut off are taken up again by the next process. */
export async function startJobs(options: {
  pool: pg.Pool;
  handlers: Record<string, JobHandler>;
  schedule: ScheduledJob[];
  log: FastifyBaseLogger;
}): Promise<Runner> {
  const { pool, handlers, schedule, log } = options;
  return run({
    pgPool: pool,
    concurrency: 2,
    noHandleSignals: true,
    // A safety net: new jobs are announced, not found by polling.
    pollInterval: 10_000,
    taskList: handlers,
    parsedCronItems: parseCronItems(
      schedule.map(({ task, match }) => ({
        task,
        match,
        options: { backfillPeriod: 0, maxAttempts: 3 },
      })),
    ),
    // Payloads may name people: the message is logged, the job's content is not.
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.error(message);
      else if (level === 'warning') log.warn(message);
      else log.debug(message);
    }),
  });
}
