import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepLoading } from '../ui/keep-loading.ts';
import { runWhenIdle } from '../ui/run-when-idle.ts';

/**
 * While mounted, reads what the screen shows again when something has changed. `session`: names the session and its role, whose
 * events a stream carries; mount it again for another one.
 */
export function useLiveUpdates(session: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let stopped = new AbortController();
    const begin = async () => {
      const { signal } = stopped;
      // After the first view, which does not wait for the parser of streams.
      const { stayUpToDate } = await keepLoading(() => import('./live-updates.ts'));
      await stayUpToDate(queryClient, session, signal);
    };
    const cancel = runWhenIdle(() => void begin(), 'short');
    // A browser keeps a page for Back only without locks and open connections.
    const leave = () => {
      cancel();
      stopped.abort();
    };
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      stopped = new AbortController();
      void begin();
    };
    addEventListener('pagehide', leave);
    addEventListener('pageshow', comeBack);
    return () => {
      leave();
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', comeBack);
    };
  }, [queryClient, session]);
}
