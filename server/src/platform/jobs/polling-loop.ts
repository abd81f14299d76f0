import type { FastifyBaseLogger } from 'fastify';

export interface PollingLoopOptions {
  /** Does what is due, some of it. True: there may be more at once. Throwing is logged and gives the round up. */
  round: () => Promise<boolean>;
  log: FastifyBaseLogger;
  /** Hints of so long are one round, and so long is waited where there was none; milliseconds. */
  times?: { gather: number; poll: number };
  /** A round that takes longer has stopped: it is given up, and the next one begins; milliseconds. */
  limitMs?: number;
  /** Called when a round has failed or is given up, before the next one begins: it may have taken what it did not end. */
  giveUp?: () => Promise<void>;
}

export interface PollingLoop {
  /** Something may be due. Costs nothing where a round is on its way already. */
  hint: () => void;
  /** Resolves when the round that is under way has ended. */
  stop: () => Promise<void>;
}

/** A hint brings a round soon, many hints bring one; the poll is a safety net, and finds what becomes due by time. */
const defaultTimes = { gather: 100, poll: 10_000 };

/** Does rounds, one at a time, until it is stopped: the first at once. */
export function startPollingLoop({
  round,
  log,
  times = defaultTimes,
  limitMs = 60_000,
  giveUp,
}: PollingLoopOptions): PollingLoop {
  const stopping = new AbortController();
  let wake = () => {};
  let isHinted = false;

  const sleep = async () => {
    const hinted = new AbortController();
    wake = () => hinted.abort();
    if (!isHinted) await paused(times.poll, AbortSignal.any([hinted.signal, stopping.signal]));
    wake = () => {};
    await paused(times.gather, stopping.signal);
  };
  /** Resolves with the round, or when its time is over, and then there may be more. */
  const withLimit = async (done: Promise<boolean>): Promise<boolean> => {
    const late = new AbortController();
    const over = paused(limitMs, late.signal).then(() => 'late' as const);
    const outcome = await Promise.race([done, over]).finally(() => late.abort());
    if (outcome !== 'late') return outcome;
    log.error('a round did not end and was given up');
    done.catch((error: unknown) => log.error(error));
    await giveUp?.().catch((failure: unknown) => log.error(failure));
    return true;
  };
  const run = async () => {
    while (!stopping.signal.aborted) {
      // Before the round: a hint that arrives during it may be about what the round has not seen.
      isHinted = false;
      const more = await withLimit(round()).catch(async (error: unknown) => {
        log.error(error);
        await giveUp?.().catch((failure: unknown) => log.error(failure));
        return false;
      });
      if (!more) await sleep();
    }
  };
  const stopped = run();
  return {
    hint: () => {
      isHinted = true;
      wake();
    },
    stop: () => {
      stopping.abort();
      return stopped;
    },
  };
}

/** Resolves after so long, or at the signal. */
const paused = (milliseconds: number, signal: AbortSignal) =>
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
