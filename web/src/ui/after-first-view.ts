/** How long a first view has the connection and the processor to itself, ms. */
const pauseMs = 1_000;

/** What shows that the person is about to do something. */
const stirs = ['pointerdown', 'keydown', 'focusin'] as const;

/**
 * Calls `work` once: a second later, when the browser has nothing better to do, or as soon as the person stirs. What the
 * first view does not need does not take its place on the line. Returns what calls it off.
 */
export function afterFirstView(work: () => void): () => void {
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
    else idle = requestIdleCallback(begin, { timeout: pauseMs });
  }, pauseMs);
  done.signal.addEventListener('abort', () => {
    clearTimeout(timer);
    if (idle) cancelIdleCallback(idle);
  });
  for (const stir of stirs) {
    addEventListener(stir, begin, { signal: done.signal, capture: true, passive: true });
  }
  return () => done.abort();
}
