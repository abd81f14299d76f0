import { AppError } from '../app-error.ts';

/** Runs work when the limiter lets it. */
export type RunLimited = <T>(work: () => Promise<T>) => Promise<T>;

interface LimiterOptions {
  /** Pieces of work that run at the same time. */
  maxConcurrent: number;
  /** Pieces of work that wait. More are refused. */
  maxWaiting: number;
  /** The error for a full queue. Default: `unavailable`. */
  refusal?: () => Error;
}

/**
 * Runs at most `maxConcurrent` pieces of work at the same time. At most `maxWaiting` others wait, first come, first served;
 * more are refused with `refusal`. This bounds memory (whole files) and waiting times.
 */
export function createLimiter({
  maxConcurrent,
  maxWaiting,
  refusal = () => new AppError('unavailable'),
}: LimiterOptions): RunLimited {
  let free = maxConcurrent;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else if (queue.length < maxWaiting) await new Promise<void>((resolve) => queue.push(resolve));
    else throw refusal();
    try {
      return await work();
    } finally {
      // The place goes to the next in the queue without becoming free in between.
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** A limiter for each key, such as a user: one user's work never waits for another's. */
export function createKeyedLimiter(
  limits: LimiterOptions,
): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const limiters = new Map<string, { runLimited: RunLimited; users: number }>();
  return async (key, work) => {
    const limiter = limiters.get(key) ?? { runLimited: createLimiter(limits), users: 0 };
    limiters.set(key, limiter);
    limiter.users += 1;
    try {
      return await limiter.runLimited(work);
    } finally {
      limiter.users -= 1;
      if (limiter.users === 0) limiters.delete(key);
    }
  };
}

/** Counts bytes before they are held in memory. @throws AppError `unavailable` when the budget is used up. */
export type TakeBytes = (bytes: number) => void;

/** Bounds the bytes that all work holds at the same time to `limit`. Work gives its bytes back when it ends. */
export function createByteBudget(
  limit: number,
): <T>(work: (take: TakeBytes) => Promise<T>) => Promise<T> {
  let held = 0;
  return async (work) => {
    let taken = 0;
    try {
      return await work((bytes) => {
        if (held + bytes > limit) throw new AppError('unavailable');
        held += bytes;
        taken += bytes;
      });
    } finally {
      held -= taken;
    }
  };
}
