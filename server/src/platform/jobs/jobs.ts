import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import {
  Logger,
  parseCronItems,
  run,
  type Runner,
  type WorkerEventMap,
  type WorkerEvents,
} from 'graphile-worker';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Beat, JobWorkers } from './job-workers.ts';
import { callFunction } from '../database/call-function.ts';
import { telemetry } from '../telemetry.ts';
import { isConnectionLost } from '../database/query.ts';
import { withinLimit } from '../stop-signals.ts';

/** Handles a job. It runs at least once, so a second run must do no harm. If it throws, the job is tried again. */
export type JobHandler = (payload: unknown) => Promise<void>;

interface ScheduledJob {
  task: string;
  /** Cron expression, UTC. */
  match: string;
  /** Milliseconds back in which missed times are made up for, after a time without servers or database. */
  backfillMs: number;
}

export interface JobOptions {
  pool: pg.Pool;
  workers: JobWorkers;
  handlers: Record<string, JobHandler>;
  schedule: ScheduledJob[];
  log: FastifyBaseLogger;
  /** Hears how long each run of a job took, in milliseconds, and whether it was done. */
  onRun?: ((task: string, ms: number, isDone: boolean) => void) | undefined;
}

export interface Jobs {
  /** False while there is no runner, or while jobs wait that an idle runner does not take. */
  isAlive(this: void): boolean;
  /** Lets running jobs end for a few seconds, then releases them for other servers. */
  stop(this: void): Promise<void>;
}

/** Jobs that run at the same time. */
const concurrency = 2;
/** Milliseconds between a runner that has given up and the next. */
const beforeNextRunner = 1_000;
/** Milliseconds for which a handler is retried at once after a lost database connection. */
const RECONNECT_MS = 20_000;

/** A runner of the queue and its state in this process. */
interface OneRunner {
  runner: Runner;
  /** The worker id that it locks jobs with. */
  id: string;
  /** Ids of jobs that it has fetched and not finished. */
  fetched: Set<string>;
  /** Handlers under way. */
  running: number;
  /** `performance.now()` of its start or its last fetch or end of a job. */
  movedAt: number;
}

/**
 * Runs jobs until it is stopped. A runner gives up when it cannot record how a job ended, and its promise may then
 * never settle, so its events decide. A new runner starts at once; the old one's jobs are released when its handlers
 * have ended, and those of killed processes by any other (job-workers.ts).
 */
export async function startJobs(options: JobOptions): Promise<Jobs> {
  const { workers, log } = options;
  const { goneMs, stuckMs, stopMs } = workers.times;
  const stopping = new AbortController();
  const draining = new Set<OneRunner>();
  /**
   * Jobs locked by this worker that this process does not know, because the fetch's response was lost: first seen, by
   * id.
   */
  const lost = new Map<string, number>();
  /** The job that waits longest for a worker, and since when. */
  let waiting: { id: string | null; since: number } = { id: null, since: 0 };
  let current: OneRunner | undefined;

  const replace = (one: OneRunner) => {
    if (current !== one) return;
    current = undefined;
    draining.add(one);
    // Rejects when it has stopped already.
    one.runner.stop().catch(() => {});
    if (stopping.signal.aborted) return;
    log.error('jobs were given up and begin again');
    void begin();
  };
  const begin = async () => {
    while (!stopping.signal.aborted && !current) {
      await pause(beforeNextRunner, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      current = await startRunner(options, stopping.signal, replace).catch((error: unknown) => {
        log.error(error);
        return undefined;
      });
    }
  };
  const isStuck = () => {
    const longAgo = performance.now() - stuckMs;
    return (
      current !== undefined &&
      current.fetched.size < concurrency &&
      current.movedAt < longAgo &&
      waiting.id !== null &&
      waiting.since < longAgo
    );
  };

  workers.setTasks(Object.keys(options.handlers));
  workers.onBeat((beat) => {
    if (waiting.id !== beat.waiting) waiting = { id: beat.waiting, since: performance.now() };
    for (const one of draining) {
      if (one.running > 0) continue;
      draining.delete(one);
      workers.leave(one.id).catch(() => draining.add(one));
    }
    void releaseLost(options, beat, current, lost).catch((error: unknown) => log.warn(error));
    if (current && isStuck()) replace(current);
  });
  current = await startRunner(options, stopping.signal, replace);
  return {
    isAlive() {
      const last = workers.last();
      return current !== undefined && last !== undefined && last.age_ms < goneMs && !isStuck();
    },
    async stop() {
      stopping.abort();
      const ending = current;
      if (ending) await withinLimit(stopMs, ending.runner.stop());
      const ids = [ending, ...draining].flatMap((one) => (one ? [one.id] : []));
      await withinLimit(1_000, workers.leave(...ids));
    },
  };
}

/** Releases jobs that the runner has locked and never received, once that was seen long enough. */
async function releaseLost(
  { pool, workers: { times } }: JobOptions,
  beat: Beat,
  current: OneRunner | undefined,
  lost: Map<string, number>,
): Promise<void> {
  const now = performance.now();
  const unknown = beat.held.filter(
    ({ id, worker }) => worker === current?.id && !current.fetched.has(id),
  );
  const ids = new Set(unknown.map(({ id }) => id));
  for (const id of lost.keys()) if (!ids.has(id)) lost.delete(id);
  for (const id of ids) if (!lost.has(id)) lost.set(id, now);
  const due = [...lost].filter(([, since]) => now - since >= times.goneMs).map(([id]) => id);
  if (!current || due.length === 0) return;
  for (const id of due) lost.delete(id);
  await callFunction(pool, 'release_lost_jobs', { worker: current.id, job_ids: due });
}

/** @param giveUp is called once the runner has stopped taking jobs, whatever happens to its promise. */
async function startRunner(
  options: JobOptions,
  stopping: AbortSignal,
  giveUp: (one: OneRunner) => void,
): Promise<OneRunner> {
  const { pool, workers, handlers, schedule, log, onRun } = options;
  const events: WorkerEvents = new EventEmitter();
  const one: Omit<OneRunner, 'runner'> & { runner?: Runner } = {
    id: '',
    fetched: new Set(),
    running: 0,
    movedAt: performance.now(),
  };
  const gaveUp = Promise.withResolvers<void>();
  const moved = () => void (one.movedAt = performance.now());
  events.on('pool:create', ({ workerPool }) => {
    one.id = workerPool.id;
    workers.join(one.id);
  });
  events.on('localQueue:getJobs:complete', ({ jobs }) => {
    for (const { id } of jobs) one.fetched.add(id);
    if (jobs.length > 0) moved();
  });
  events.on('localQueue:returnJobs', ({ jobs }) =>
    jobs.forEach(({ id }) => one.fetched.delete(id)),
  );
  events.on('localQueue:setMode', ({ localQueue, newMode }) => {
    if (newMode === 'RELEASED') awaitReturns(localQueue);
  });
  events.on('job:complete', ({ job }) => {
    one.fetched.delete(job.id);
    moved();
  });
  events.on('pool:gracefulShutdown', () => gaveUp.resolve());
  events.on('pool:forcefulShutdown', () => gaveUp.resolve());

  const counted = ([name, handler]: [string, JobHandler]) => {
    const task = async (payload: unknown) => {
      const began = performance.now();
      let isDone = false;
      one.running += 1;
      try {
        const work = () => withReconnects(() => handler(payload), stopping);
        await (telemetry()?.span(`job ${name}`, { 'hamla.job': name }, work) ?? work());
        isDone = true;
      } finally {
        one.running -= 1;
        onRun?.(name, performance.now() - began, isDone);
      }
    };
    return [name, task] as const;
  };
  const runner = await run({
    pgPool: pool,
    events,
    concurrency,
    noHandleSignals: true,
    // Reported by the event whose failure ends only the runner; the other would end the process.
    preset: {
      worker: {
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        // Fetches jobs in batches; after an empty fetch it waits 100 ms.
        localQueue: {
          size: concurrency,
          refetchDelay: { durationMs: 100, maxAbortThreshold: Infinity },
        },
      },
    },
    // New jobs are announced; polling finds those that were added while no server listened.
    pollInterval: 1_000,
    taskList: Object.fromEntries(Object.entries(handlers).map(counted)),
    parsedCronItems: parseCronItems(
      schedule.map(({ task, match, backfillMs }) => ({
        task,
        match,
        // Several missed times become one job.
        options: { backfillPeriod: backfillMs, maxAttempts: 3, jobKey: `schedule ${task}` },
      })),
    ),
    // Only the message is logged, because payloads may name people.
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.error(message);
      else if (level === 'warning') log.warn(message);
      else log.debug(message);
    }),
  });
  const started = Object.assign(one, { runner });
  // The reason was logged already.
  runner.promise.then(gaveUp.resolve, () => gaveUp.resolve());
  // Deferred, because it may have given up before the caller has the runner.
  void gaveUp.promise.then(() => setImmediate(() => giveUp(started)));
  return started;
}

/**
 * Makes the queue wait for the jobs that it returns at its release. graphile-worker 0.18.0 does not, and an error of
 * returning them, because the database is unreachable, would end the process.
 */
function awaitReturns(queue: WorkerEventMap['localQueue:setMode']['localQueue']): void {
  queue['backgroundCount'] += 1;
  setImmediate(() => queue['decreaseBackgroundCount']());
}

/**
 * Repeats a handler while it fails because of a lost database connection, so that such faults do not delay the job
 * longer each time.
 */
async function withReconnects(handle: () => Promise<void>, stopping: AbortSignal): Promise<void> {
  const limit = performance.now() + RECONNECT_MS;
  for (;;) {
    try {
      return await handle();
    } catch (error) {
      if (stopping.aborted || !isConnectionLost(error) || performance.now() > limit) throw error;
      await pause(500, undefined, { signal: stopping }).catch(() => {});
    }
  }
}
