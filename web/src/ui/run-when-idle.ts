/** How long a first view has the connection and the processor to itself, ms. */
const pause = {
  /** From a word of the server's. */
  short: 3_000,
  /** From whole files: by then whoever means to do something has stirred, and they are there already. */
  long: 60_000,
};

/** What shows that the person is about to do something. */
const stirs = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'] as const;

/**
 * Calls `work` once: after the pause, when the browser has nothing better to do, or as soon as the person stirs. What the
 * first view does not need does not take its place on the line. Returns what calls it off.
 */
export function runWhenIdle(work: () => void, length: keyof typeof pause): () => void {
  const done = new AbortController();
  let idle = 0;
  const begin = () => {
    if (done.signal.aborted) return;
    done.abort();
    work();
  };
  const timer = setTimeout(() => {
    // Safari has no such moments.
    if (!('requestIdleCallback' in window)) begin();
    else idle = requestIdleCallback(begin, { timeout: 1_000 });
  }, pause[length]);
  done.signal.addEventListener('abort', () => {
    clearTimeout(timer);
    if (idle) cancelIdleCallback(idle);
  });
  for (const stir of stirs) {
    addEventListener(stir, begin, { signal: done.signal, capture: true, passive: true });
  }
  return () => done.abort();
}
