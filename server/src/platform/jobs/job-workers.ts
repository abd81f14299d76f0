import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { systemClock, type Clock } from '../clock.ts';
import { callFunction } from '../database/call-function.ts';
import { withinLimit } from '../stop-signals.ts';

/** Milliseconds. */
const defaultTimes = {
  /** Time between two heartbeats. */
  beatMs: 2_000,
  /**
   * Time after which a worker whose counter did not change is gone, if this process polled without interruption. With a
   * heartbeat, a start and the search for jobs it is well below 30 seconds.
   */
  goneMs: 10_000,
  /** Time after which an idle runner that takes no waiting job is replaced. */
  stuckMs: 10_000,
  /** Time that running jobs get at the stop. */
  stopMs: 4_000,
};
/**
 * A longer time between heartbeats means that this process itself was stopped or cut off, and knows nothing of the
 * others.
 */
const INTERRUPTED_BEATS = 3;
const LEAVE_MS = 1_000;

/** Result of a heartbeat: the state of the queue; null where there is none. */
export interface Beat {
  others: { id: string; beat: number | null }[];
  /** Jobs locked by this process's workers. */
  held: { id: string; worker: string }[];
  /** Age in seconds of the oldest job that is due and not done. */
  oldest_due_s: number | null;
  /** Id of the job that waits longest for a worker and that this process can do. */
  waiting: string | null;
}

export interface JobWorkers {
  /** Times of the workers and of their jobs. */
  times: typeof defaultTimes;
  /** Starts heartbeats for a worker with a new id. */
  join(id: string): void;
  /** Ends workers and releases their locked jobs. */
  leave(...ids: string[]): Promise<void>;
  /** Sets the tasks that this process can do. */
  setTasks(tasks: readonly string[]): void;
  onBeat(listener: (beat: Beat) => void): void;
  /** Hears when work was released that workers had taken that are gone. */
  onRelease(listener: () => void): void;
  /** The last heartbeat and its age in milliseconds; undefined before the first. */
  last(): { beat: Beat; age_ms: number } | undefined;
  /** Ends every worker of this process. */
  close(): Promise<void>;
}

/**
 * Records heartbeats of this process's workers, and releases jobs of workers that are gone (process killed, machine
 * lost). A worker counts as gone when its counter stands still as seen by this process, so that clocks need not agree
 * and a database that was unreachable does not count against anyone.
 */
export function openJobWorkers(options: {
  /** Pool of the role `hamla_jobs` for heartbeats only, so that they never wait for a job's connection. */
  pool: pg.Pool;
  clock: Clock;
  log: FastifyBaseLogger;
  times?: JobWorkers['times'];
}): JobWorkers {
  const { pool, clock, log, times = defaultTimes } = options;
  const own = new Set<string>();
  const seen = new Map<string, { beat: number | null; since: number }>();
  const listeners = new Set<(beat: Beat) => void>();
  const releaseListeners = new Set<() => void>();
  const closing = new AbortController();
  let tasks: readonly string[] = [];
  let last: { beat: Beat; at: number } | undefined;
  let wake = () => {};

  const beatOnce = async () => {
    const beat: Beat = await callFunction(pool, 'record_job_worker_beats', {
      workers: [...own],
      tasks,
      now: clock.now(),
      queue_now: systemClock.now(),
    });
    const now = performance.now();
    if (last && now - last.at > INTERRUPTED_BEATS * times.beatMs) seen.clear();
    last = { beat, at: now };
    const gone = beat.others.filter((other) => {
      const before = seen.get(other.id);
      if (before && before.beat === other.beat) return now - before.since >= times.goneMs;
      seen.set(other.id, { beat: other.beat, since: now });
      return false;
    });
    const present = new Set(beat.others.map(({ id }) => id));
    for (const id of seen.keys()) if (!present.has(id)) seen.delete(id);
    if (gone.length > 0) {
      const released: string[] = await callFunction(pool, 'release_gone_workers', { gone });
      if (released.length > 0) {
        log.warn({ workers: released.length }, 'released what workers took that are gone');
        for (const listener of releaseListeners) listener();
      }
    }
    for (const listener of listeners) listener(beat);
  };
  const run = async () => {
    while (!closing.signal.aborted) {
      const woken = new AbortController();
      wake = () => woken.abort();
      await beatOnce().catch((error: unknown) => {
        seen.clear();
        log.warn(error, 'the workers of this process could not be kept alive');
      });
      const signal = AbortSignal.any([closing.signal, woken.signal]);
      await pause(times.beatMs, undefined, { signal }).catch(() => {});
    }
  };
  const ended = run();
  const leave = async (...ids: string[]) => {
    for (const id of ids) own.delete(id);
    if (ids.length > 0) await callFunction(pool, 'delete_job_workers', { workers: ids });
  };
  return {
    times,
    join(id) {
      own.add(id);
      wake();
    },
    leave,
    setTasks: (names) => void (tasks = names),
    onBeat: (listener) => void listeners.add(listener),
    onRelease: (listener) => void releaseListeners.add(listener),
    last: () => last && { beat: last.beat, age_ms: performance.now() - last.at },
    async close() {
      closing.abort();
      // A later heartbeat would insert the rows again.
      await withinLimit(LEAVE_MS, ended);
      await withinLimit(LEAVE_MS, leave(...own));
    },
  };
}
