import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepLoading } from '../ui/keep-loading.ts';
import { runWhenIdle } from '../ui/run-when-idle.ts';

/**
 * While mounted, reads what the screen shows again when something has changed. A stream carries the events of the person
 * and role that opened it: mount it again for another one.
 */
export function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const stopped = new AbortController();
    const begin = async () => {
      // After the first view, which does not wait for the parser of streams.
      const { stayConnected } = await keepLoading(() => import('./live-updates.ts'));
      await stayConnected(queryClient, stopped.signal);
    };
    const cancel = runWhenIdle(() => void begin(), 'short');
    return () => {
      cancel();
      stopped.abort();
    };
  }, [queryClient]);
}
