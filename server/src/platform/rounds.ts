import type { FastifyBaseLogger } from 'fastify';

export interface RoundOptions {
  /** Does what is due, some of it. True: there may be more at once. Throwing is logged; the next round tries again. */
  round: () => Promise<boolean>;
  log: FastifyBaseLogger;
  /** Hints of so long are one round, and so long is waited where there was none; milliseconds. */
  times?: { gather: number; poll: number };
}

export interface Rounds {
  /** Something may be due. Costs nothing where a round is on its way already. */
  hint: () => void;
  /** Resolves when the round that is under way has ended. */
  stop: () => Promise<void>;
}

/** A hint brings a round soon, many hints bring one; the poll is a safety net, and finds what becomes due by time. */
const defaultTimes = { gather: 100, poll: 10_000 };

/** Does rounds, one at a time, until it is stopped: the first at once. */
export function startRounds({ round, log, times = defaultTimes }: RoundOptions): Rounds {
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
  const run = async () => {
    while (!stopping.signal.aborted) {
      // Before the round: a hint that arrives during it may be about what the round has not seen.
      isHinted = false;
      const more = await round().catch((error: unknown) => {
        log.error(error);
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
