/** How long a complete response may take, in milliseconds; the server's own statement limits are shorter. */
export const ANSWER_MS = 40_000;
/** A file may take longer: it depends on its size and the connection. */
export const FILE_MS = 600_000;
/** A minute more than the server waits for an upload. */
export const UPLOAD_MS = 16 * 60_000;

/** How long an answer is waited for. */
interface RequestTimeout {
  /** Ends when the time is over, or with the caller's own signal. */
  signal: AbortSignal;
  /** Begins the time again. */
  renew(): void;
  /** The response is complete: nothing is aborted any more. */
  end(): void;
}

/**
 * Aborts a request after a timeout, or when its caller aborts: a lost connection may never report an error. Replaces
 * AbortSignal.any, which some supported browsers lack.
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
