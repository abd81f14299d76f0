import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { systemClock, type Clock } from '../clock.ts';
import { callFunction } from '../database/call-function.ts';
import { withinLimit } from '../stop-signals.ts';

/** Between two beats, milliseconds. */
const BEAT_MS = 2_000;
/**
 * A worker whose beat has stood still for so long, while this process asked without interruption, is gone, milliseconds.
 * Together with a beat, a start and the search for jobs it stays well below 30 seconds.
 */
export const GONE_MS = 10_000;
/** Beats further apart mean that this process itself stood still or was cut off: it has seen nothing of the others. */
const INTERRUPTED_MS = 3 * BEAT_MS;
const LEAVE_MS = 1_000;

/** What a beat tells of the queue; null where there is nothing. */
export interface Beat {
  others: { id: string; beat: number | null }[];
  /** Jobs that workers of this process have locked. */
  held: { id: string; worker: string }[];
  /** The age in seconds of the oldest job that is due and not done. */
  oldest_due_s: number | null;
  /** Of the jobs that wait for a worker, and that this process can do, the one that is due longest, by id. */
  waiting: string | null;
}

export interface JobWorkers {
  /** Begins to beat for a worker. Its id is new and belongs to this process alone. */
  join(id: string): void;
  /** Ends workers: what they still have taken is released. */
  leave(...ids: string[]): Promise<void>;
  /** The names of the jobs that this process does. */
  setTasks(tasks: readonly string[]): void;
  onBeat(listener: (beat: Beat) => void): void;
  /** The last beat and its age in milliseconds; undefined before the first. */
  last(): { beat: Beat; age_ms: number } | undefined;
  /** Ends every worker of this process. */
  close(): Promise<void>;
}

/**
 * Tells the database that the workers of this process are alive, and releases what workers took that are not any more: those
 * of a process that was killed, of a machine that is gone. Whether another worker lives is judged by its counter alone, as
 * this process sees it stand still, so that no clock has to be right and a database that was away condemns nobody.
 */
export function openJobWorkers(options: {
  /** Of the role `hamla_jobs`, for beats alone: they must not wait for a job's connection. */
  pool: pg.Pool;
  clock: Clock;
  log: FastifyBaseLogger;
}): JobWorkers {
  const { pool, clock, log } = options;
  const own = new Set<string>();
  const seen = new Map<string, { beat: number | null; since: number }>();
  const listeners = new Set<(beat: Beat) => void>();
  const closing = new AbortController();
  let tasks: readonly string[] = [];
  let last: { beat: Beat; at: number } | undefined;
  let wake = () => {};

  const beatOnce = async () => {
    const beat: Beat = await callFunction(pool, 'beat_job_workers', {
      workers: [...own],
      tasks,
      now: clock.now(),
      queue_now: systemClock.now(),
    });
    const now = performance.now();
    if (last && now - last.at > INTERRUPTED_MS) seen.clear();
    last = { beat, at: now };
    const gone = beat.others.filter((other) => {
      const before = seen.get(other.id);
      if (before && before.beat === other.beat) return now - before.since >= GONE_MS;
      seen.set(other.id, { beat: other.beat, since: now });
      return false;
    });
    const present = new Set(beat.others.map(({ id }) => id));
    for (const id of seen.keys()) if (!present.has(id)) seen.delete(id);
    if (gone.length > 0) {
      const released: string[] = await callFunction(pool, 'release_gone_workers', { gone });
      if (released.length > 0)
        log.warn({ workers: released.length }, 'released what workers took that are gone');
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
      await pause(BEAT_MS, undefined, { signal }).catch(() => {});
    }
  };
  const ended = run();
  const leave = async (...ids: string[]) => {
    for (const id of ids) own.delete(id);
    if (ids.length > 0) await callFunction(pool, 'leave_job_workers', { workers: ids });
  };
  return {
    join(id) {
      own.add(id);
      wake();
    },
    leave,
    setTasks: (names) => void (tasks = names),
    onBeat: (listener) => void listeners.add(listener),
    last: () => last && { beat: last.beat, age_ms: performance.now() - last.at },
    async close() {
      closing.abort();
      // A beat after the end would bring the rows back.
      await withinLimit(LEAVE_MS, ended);
      await withinLimit(LEAVE_MS, leave(...own));
    },
  };
}
