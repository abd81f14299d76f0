import { useEffect } from 'react';

const activities = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/**
 * Calls `work` once, as soon as the person stirs: what may be needed soon is fetched then, and not while the screen
 * itself is still on its way. `work` must stay the same function.
 */
export function useOnFirstActivity(work: () => unknown): void {
  useEffect(() => {
    const stop = new AbortController();
    const begin = () => {
      stop.abort();
      void work();
    };
    for (const activity of activities) {
      addEventListener(activity, begin, { signal: stop.signal, passive: true });
    }
    return () => stop.abort();
  }, [work]);
}
