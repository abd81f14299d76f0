import { useEffect } from 'react';

/** How long a first view has the connection and the processor to itself, ms. */
const pause = {
  /** From a small request. */
  short: 3_000,
  /** From whole files: whoever means to do something has moved by then, and the files are there already. */
  long: 60_000,
};

/** How long a browser without idle callbacks gives the screen to be drawn, ms. */
const DRAWING_MS = 300;

/** Events that show that the person is about to do something. */
const activityEvents = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'] as const;

/** Calls `work` once, at the person's first activity. Returns what cancels it. */
function onFirstActivity(work: () => void): () => void {
  const done = new AbortController();
  const begin = () => {
    done.abort();
    work();
  };
  for (const event of activityEvents) {
    addEventListener(event, begin, { signal: done.signal, capture: true, passive: true });
  }
  return () => done.abort();
}

/**
 * Calls `work` once: after the pause, when the browser is idle, or at the person's first activity. So what the first view
 * does not need is not loaded with it. Returns what cancels it.
 */
export function runWhenIdle(work: () => void, length: keyof typeof pause): () => void {
  let idle = 0;
  const cancel = () => {
    clearTimeout(timer);
    if (idle) cancelIdleCallback(idle);
    cancelActivity();
  };
  const begin = () => {
    cancel();
    work();
  };
  const timer = setTimeout(() => {
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in window)) begin();
    else idle = requestIdleCallback(begin, { timeout: 1_000 });
  }, pause[length]);
  const cancelActivity = onFirstActivity(begin);
  return cancel;
}

/** Calls `work` once, at the person's first activity on the screen. `work` must stay the same function. */
export function useOnFirstActivity(work: () => unknown): void {
  useEffect(() => onFirstActivity(() => void work()), [work]);
}

/** Calls `work` once the browser has drawn what the screen has now. Returns what cancels it. */
export function afterDrawing(work: () => void): () => void {
  const cancelled = new AbortController();
  const begin = () => {
    if (!cancelled.signal.aborted) work();
  };
  // The first frame draws it, the second one begins when it is drawn.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 1_000 });
      else setTimeout(begin, DRAWING_MS);
    }),
  );
  return () => cancelled.abort();
}
