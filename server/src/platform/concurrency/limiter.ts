import { AppError } from '../app-error.ts';

/** Runs work in a slot, waiting for its turn. */
export type RunLimited = <T>(work: () => Promise<T>) => Promise<T>;

export interface LimiterOptions {
  atOnce: number;
  waiting: number;
  /** Whoever comes to a full queue is refused with it; `unavailable` unless it is said otherwise. */
  refusal?: () => Error;
}

/**
 * At most `atOnce` pieces of work run while at most `waiting` others wait in the order they came; what comes then is
 * refused with `refusal`. It bounds the memory that whole files take, and for how long anybody waits.
 */
export function createLimiter({
  atOnce,
  waiting,
  refusal = () => new AppError('unavailable'),
}: LimiterOptions): RunLimited {
  let free = atOnce;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
    else throw refusal();
    try {
      return await work();
    } finally {
      // The slot goes to the next in line without becoming free in between.
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** Slots of their own for each key, such as a user: nobody waits for somebody else's work. */
export function createKeyedLimiter(
  limits: LimiterOptions,
): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const used = new Map<string, { runLimited: RunLimited; by: number }>();
  return async (key, work) => {
    const slots = used.get(key) ?? { runLimited: createLimiter(limits), by: 0 };
    used.set(key, slots);
    slots.by += 1;
    try {
      return await slots.runLimited(work);
    } finally {
      slots.by -= 1;
      if (slots.by === 0) used.delete(key);
    }
  };
}

/** Counts bytes before they are kept. @throws AppError `unavailable` when they do not fit beside the others'. */
export type TakeBytes = (bytes: number) => void;

/** All work together holds at most `limit` bytes; each gives back what it took when it ends. */
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
