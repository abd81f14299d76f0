import type { FastifyBaseLogger } from 'fastify';

interface PollingLoopOptions {
  /** Does some of what is due. True: there may be more. An error is logged, and the loop waits. */
  poll: () => Promise<boolean>;
  log: FastifyBaseLogger;
  /** Milliseconds: `gather` collects several wakes into one poll, `interval` is the time between polls without a wake. */
  times?: { gather: number; interval: number };
  /** A poll that takes longer is abandoned, and the next one begins; milliseconds. */
  timeoutMs?: number;
  /** Runs after a poll has failed or was abandoned, before the next one: the poll may have left work reserved. */
  release?: () => Promise<void>;
}

export interface PollingLoop {
  /** Says that something may be due. Costs nothing while a poll runs. */
  wake: () => void;
  /** Resolves when the running poll has ended. */
  stop: () => Promise<void>;
}

/** A wake leads to a poll soon. The interval is a safety net, and finds what becomes due by time. */
const defaultTimes = { gather: 100, interval: 10_000 };

/** Polls, one poll at a time, until it is stopped. The first poll begins at once. */
export function startPollingLoop({
  poll,
  log,
  times = defaultTimes,
  timeoutMs = 60_000,
  release,
}: PollingLoopOptions): PollingLoop {
  const stopping = new AbortController();
  let endSleep = () => {};
  let isWoken = false;

  const releaseSafely = async () => {
    await release?.().catch((failure: unknown) => log.error(failure));
  };
  const sleep = async () => {
    const woken = new AbortController();
    endSleep = () => woken.abort();
    if (!isWoken) await delay(times.interval, AbortSignal.any([woken.signal, stopping.signal]));
    endSleep = () => {};
    await delay(times.gather, stopping.signal);
  };
  const withTimeout = async (done: Promise<boolean>): Promise<boolean> => {
    const finished = new AbortController();
    const timeout = delay(timeoutMs, finished.signal).then(() => 'timeout' as const);
    const outcome = await Promise.race([done, timeout]).finally(() => finished.abort());
    if (outcome !== 'timeout') return outcome;
    log.error('a poll did not end and was abandoned');
    done.catch((error: unknown) => log.error(error));
    await releaseSafely();
    return true;
  };
  const run = async () => {
    while (!stopping.signal.aborted) {
      // Before the poll: a wake during the poll may be about something that the poll has not seen.
      isWoken = false;
      const more = await withTimeout(poll()).catch(async (error: unknown) => {
        log.error(error);
        await releaseSafely();
        return false;
      });
      if (!more) await sleep();
    }
  };
  const stopped = run();
  return {
    wake: () => {
      isWoken = true;
      endSleep();
    },
    stop: () => {
      stopping.abort();
      return stopped;
    },
  };
}

/** Resolves after `milliseconds`, or when `signal` is aborted. */
const delay = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
