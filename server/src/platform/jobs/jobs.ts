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
import { GONE_MS, type Beat, type JobWorkers } from './job-workers.ts';
import { callFunction } from '../database/call-function.ts';
import { isConnectionLost } from '../database/query.ts';
import { withinLimit } from '../stop-signals.ts';

/** A job's handler: runs at least once, so it must do no harm when it runs twice. Throwing puts it back. */
export type JobHandler = (payload: unknown) => Promise<void>;

interface ScheduledJob {
  task: string;
  /** In cron's words, UTC. */
  match: string;
  /** How far back a time that was missed, because no server ran or the database was away, is made up for; milliseconds. */
  backfillMs: number;
}

interface JobOptions {
  pool: pg.Pool;
  workers: JobWorkers;
  handlers: Record<string, JobHandler>;
  schedule: ScheduledJob[];
  log: FastifyBaseLogger;
}

export interface Jobs {
  /** Whether jobs are being done: false while there is no runner, or while jobs wait that an idle runner does not take. */
  isAlive(this: void): boolean;
  /** Lets jobs under way end for a few seconds; then they are released for whoever is next. */
  stop(this: void): Promise<void>;
}

/** Jobs that are done at once. */
const concurrency = 2;
/** Between a runner that has given up and the next, milliseconds. */
const beforeNextRunner = 1_000;
/** How long jobs under way may take at the end, milliseconds. */
const STOP_MS = 4_000;
/** A runner that takes no job for so long, though one waits and it has nothing to do, is replaced; milliseconds. */
const STUCK_MS = 10_000;
/** How long a handler is tried again at once whose connection to the database was lost, milliseconds. */
const RECONNECT_MS = 20_000;

/** A runner of the queue and what this process knows of it. */
interface OneRunner {
  runner: Runner;
  /** Under which it locks jobs. */
  id: string;
  /** Jobs that it has fetched and not finished, by id. */
  fetched: Set<string>;
  /** Handlers under way. */
  running: number;
  /** When it last fetched or finished a job, or began; of `performance.now()`. */
  movedAt: number;
}

/**
 * Runs jobs until it is stopped. A runner gives itself up when it cannot tell the database how a job ended, and its own
 * promise may then never settle: so its events decide. Another one begins at once; the old one's jobs are released when its
 * handlers have ended, and those of a process that was killed by whoever lives (job-workers.ts).
 */
export async function startJobs(options: JobOptions): Promise<Jobs> {
  const { workers, log } = options;
  const stopping = new AbortController();
  const draining = new Set<OneRunner>();
  /** Locked by us though this process knows nothing of them: the answer to the fetch was lost. Since when, by id. */
  const lost = new Map<string, number>();
  /** The job that is due longest and waits for a worker, and since when it is that one. */
  let waiting: { id: string | null; since: number } = { id: null, since: 0 };
  let current: OneRunner | undefined;

  const replace = (one: OneRunner) => {
    if (current !== one) return;
    current = undefined;
    draining.add(one);
    // It refuses when it has stopped already.
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
    const longAgo = performance.now() - STUCK_MS;
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
      return current !== undefined && last !== undefined && last.age_ms < GONE_MS && !isStuck();
    },
    async stop() {
      stopping.abort();
      const ending = current;
      if (ending) await withinLimit(STOP_MS, ending.runner.stop());
      const ids = [ending, ...draining].flatMap((one) => (one ? [one.id] : []));
      await withinLimit(1_000, workers.leave(...ids));
    },
  };
}

/** Releases jobs that the living runner has locked and never heard of, once they have been seen so for long enough. */
async function releaseLost(
  { pool }: JobOptions,
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
  const due = [...lost].filter(([, since]) => now - since >= GONE_MS).map(([id]) => id);
  if (!current || due.length === 0) return;
  for (const id of due) lost.delete(id);
  await callFunction(pool, 'release_lost_jobs', { worker: current.id, job_ids: due });
}

/** @param giveUp is called once the runner has stopped taking jobs, whatever becomes of its promise */
async function startRunner(
  options: JobOptions,
  stopping: AbortSignal,
  giveUp: (one: OneRunner) => void,
): Promise<OneRunner> {
  const { pool, workers, handlers, schedule, log } = options;
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
      one.running += 1;
      try {
        await withReconnects(() => handler(payload), stopping);
      } finally {
        one.running -= 1;
      }
    };
    return [name, task] as const;
  };
  const runner = await run({
    pgPool: pool,
    events,
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
    taskList: Object.fromEntries(Object.entries(handlers).map(counted)),
    parsedCronItems: parseCronItems(
      schedule.map(({ task, match, backfillMs }) => ({
        task,
        match,
        // Times that were missed together are one job.
        options: { backfillPeriod: backfillMs, maxAttempts: 3, jobKey: `schedule ${task}` },
      })),
    ),
    // Payloads may name people: the message is logged, the job's content is not.
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.error(message);
      else if (level === 'warning') log.warn(message);
      else log.debug(message);
    }),
  });
  const started = Object.assign(one, { runner });
  // Why it gave up has been logged.
  runner.promise.then(gaveUp.resolve, () => gaveUp.resolve());
  // Once the caller knows the runner: it may have given up while it was starting.
  void gaveUp.promise.then(() => setImmediate(() => giveUp(started)));
  return started;
}

/**
 * Has a queue that is being released wait for the jobs that it returns. graphile-worker 0.18.0 forgets them where nothing else
 * is under way in its background: when they cannot be returned, because the database goes away, the error would end the process.
 */
function awaitReturns(queue: WorkerEventMap['localQueue:setMode']['localQueue']): void {
  queue['backgroundCount'] += 1;
  setImmediate(() => queue['decreaseBackgroundCount']());
}

/**
 * Runs a handler again while it fails because its connection to the database was lost: a job must not wait longer and longer
 * for faults that are not its own.
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
