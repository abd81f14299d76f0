import { setTimeout as pause } from 'node:timers/promises';
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

export interface JobOptions {
  pool: pg.Pool;
  handlers: Record<string, JobHandler>;
  schedule: ScheduledJob[];
  log: FastifyBaseLogger;
}

/** Jobs that are done at once. */
const concurrency = 2;
/** Between a runner that has given up and the next, milliseconds. */
const beforeNextRunner = 1_000;

/**
 * Runs jobs until it is stopped; jobs that were cut off are taken up again by the next process. A runner gives itself up
 * when it cannot tell the database how a job ended: another one begins, and requests are served meanwhile.
 */
export async function startJobs(options: JobOptions): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController();
  const stopped = runAgain(await startRunner(options), options, stopping.signal);
  return {
    stop: () => {
      stopping.abort();
      return stopped;
    },
  };
}

async function runAgain(first: Runner, options: JobOptions, signal: AbortSignal): Promise<void> {
  const { log } = options;
  let runner: Runner | undefined = first;
  while (!signal.aborted) {
    if (runner) await ended(runner, signal);
    if (signal.aborted) return;
    log.error('jobs were given up and begin again');
    await pause(beforeNextRunner, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    runner = await startRunner(options).catch((error: unknown) => {
      log.error(error);
      return undefined;
    });
  }
  await runner?.stop();
}

/** Resolves when the runner has given up or, after `signal`, when it has finished the jobs that it holds. */
async function ended(runner: Runner, signal: AbortSignal): Promise<void> {
  // One that has given up refuses to be stopped.
  const stop = () => void runner.stop().catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  // Why it gave up has been logged.
  await runner.promise.catch(() => {});
  signal.removeEventListener('abort', stop);
}

const startRunner = ({ pool, handlers, schedule, log }: JobOptions): Promise<Runner> =>
  run({
    pgPool: pool,
    concurrency,
    noHandleSignals: true,
    // Told at once, and by the way whose failure ends the runner; the other's would end the process.
    preset: {
      worker: {
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        // Announced one by one, jobs are looked for together: who has just found none does not look for so long.
        localQueue: {
          size: concurrency,
          refetchDelay: { durationMs: 100, maxAbortThreshold: Infinity },
        },
      },
    },
    // New jobs are announced; this finds those that were while nobody looked.
    pollInterval: 1_000,
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
