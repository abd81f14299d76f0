import { AppError } from '../app-error.ts';

/** Runs work in a slot, waiting for its turn. */
export type InSlot = <T>(work: () => Promise<T>) => Promise<T>;

export interface SlotLimits {
  atOnce: number;
  waiting: number;
  /** Whoever comes to a full queue is refused with it; `unavailable` unless it is said otherwise. */
  refusal?: () => Error;
}

/**
 * At most `atOnce` pieces of work run while at most `waiting` others wait in the order they came; what comes then is
 * refused with `refusal`. It bounds the memory that whole files take, and for how long anybody waits.
 */
export function openSlots({
  atOnce,
  waiting,
  refusal = () => new AppError('unavailable'),
}: SlotLimits): InSlot {
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
export function openSlotsEach(
  limits: SlotLimits,
): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const used = new Map<string, { inSlot: InSlot; by: number }>();
  return async (key, work) => {
    const slots = used.get(key) ?? { inSlot: openSlots(limits), by: 0 };
    used.set(key, slots);
    slots.by += 1;
    try {
      return await slots.inSlot(work);
    } finally {
      slots.by -= 1;
      if (slots.by === 0) used.delete(key);
    }
  };
}

/** Counts bytes before they are kept. @throws AppError `unavailable` when they do not fit beside the others'. */
export type TakeBytes = (bytes: number) => void;

/** All work together holds at most `limit` bytes; each gives back what it took when it ends. */
export function openByteBudget(
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
