/** How long an answer may take to come whole, in milliseconds; the server ends its own longest statements before. */
export const ANSWER_MS = 40_000;
/** A file takes as long as its size and the line have it. */
export const FILE_MS = 600_000;

/** How long an answer is waited for. */
interface RequestTimeout {
  /** Ends when the time is over, or with the caller's own signal. */
  signal: AbortSignal;
  /** Begins the time again. */
  renew(): void;
  /** The answer is here: nothing is aborted any more. */
  end(): void;
}

/**
 * A line can die without a word (a tunnel, another network): what is asked over one ends after so many milliseconds, or
 * when its caller gives up. Own work instead of AbortSignal.any, which browsers that the screens still serve do not have.
 */
export function startTimeout(milliseconds: number, caller?: AbortSignal): RequestTimeout {
  const over = new AbortController();
  const giveUp = () => over.abort(caller?.reason);
  let timer = setTimeout(giveUp, milliseconds);
  if (caller?.aborted) giveUp();
  else caller?.addEventListener('abort', giveUp, { once: true });
  return {
    signal: over.signal,
    renew() {
      clearTimeout(timer);
      timer = setTimeout(giveUp, milliseconds);
    },
    end() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', giveUp);
    },
  };
}
