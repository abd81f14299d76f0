import { AppError } from '../app-error.ts';
import { isAway } from '../database/query.ts';

interface BatcherOptions<Call, Reply> {
  /** Runs one batch. Returns a reply for each call, in their order. */
  runBatch: (calls: readonly Call[]) => Promise<readonly Reply[]>;
  /** Runs one call by itself after its batch has failed. Default: a batch of one. */
  runAlone?: (call: Call) => Promise<Reply>;
  /** Calls of one batch. */
  maxBatchSize: number;
  /** Batches that run at the same time. Default: 2. */
  maxConcurrent?: number;
  /**
   * A large batch costs little more than a small one: all waiting calls join the next batch. Otherwise they are shared
   * among the batches that may run.
   */
  fillsBatches?: boolean;
  /** The owner of a call. A batch holds at most one call of each owner. */
  ownerOf?: (call: Call) => string;
}

/**
 * Batches calls. A call starts at once while a batch may run; otherwise it waits and joins the next batch. No call waits
 * for later calls. If a batch fails, PostgreSQL has rolled it back, and each of its calls is run alone. If the database
 * is unreachable, the calls of the batch get its error, and waiting calls get `unavailable`: they were never sent.
 * @returns the function that makes one call.
 */
export function createBatcher<Call, Reply>({
  runBatch,
  runAlone = async (call) => (await runBatch([call]))[0]!,
  maxBatchSize,
  maxConcurrent = 2,
  fillsBatches = false,
  ownerOf,
}: BatcherOptions<Call, Reply>): (call: Call) => Promise<Reply> {
  interface PendingCall extends PromiseWithResolvers<Reply> {
    call: Call;
  }
  let pending: PendingCall[] = [];
  let running = 0;
  let isScheduled = false;

  const takeBatch = (): PendingCall[] => {
    const batches = fillsBatches ? 1 : maxConcurrent - running;
    const size = Math.min(maxBatchSize, Math.ceil(pending.length / batches));
    const batch: PendingCall[] = [];
    const left: PendingCall[] = [];
    const owners = new Set<string>();
    for (const one of pending) {
      const owner = ownerOf?.(one.call);
      const joins = batch.length < size && (owner === undefined || !owners.has(owner));
      (joins ? batch : left).push(one);
      if (joins && owner !== undefined) owners.add(owner);
    }
    pending = left;
    return batch;
  };

  const run = async (batch: readonly PendingCall[]): Promise<void> => {
    try {
      const replies = await runBatch(batch.map(({ call }) => call));
      batch.forEach(({ resolve }, index) => resolve(replies[index]!));
    } catch (error) {
      if (isAway(error)) {
        batch.forEach(({ reject }) => reject(error));
        const notSent = new AppError('unavailable', { cause: error });
        pending.splice(0).forEach(({ reject }) => reject(notSent));
      } else
        batch.forEach(({ call, resolve, reject }) => void runAlone(call).then(resolve, reject));
    }
  };

  const runNext = () => {
    isScheduled = false;
    while (pending.length > 0 && running < maxConcurrent) {
      const batch = takeBatch();
      running += 1;
      void run(batch).finally(() => {
        running -= 1;
        runNext();
      });
    }
  };

  return (call) => {
    const result = Promise.withResolvers<Reply>();
    pending.push({ call, ...result });
    // The next turn of the event loop: requests that have arrived already join the batch.
    if (!isScheduled && running < maxConcurrent) {
      isScheduled = true;
      setImmediate(runNext);
    }
    return result.promise;
  };
}
