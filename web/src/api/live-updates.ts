import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { createParser } from 'eventsource-parser';
import { useEffect } from 'react';
import { operations } from '#api/operations.ts';
import { runWhenIdle } from '../ui/run-when-idle.ts';
import { startTimeout } from './request-timeout.ts';
import { authorization, recheckSession } from './session.ts';

/** SPEC section 9: the server beats every 25 seconds; two missed beats mean that the line is dead. */
const SILENCE_MS = 55_000;
const RECONNECT_MS = [1_000, 2_000, 5_000, 10_000];

/** A line that has lived for less was closed by a server that wants no more of them, and counts as a failure. */
const LIVED_MS = 60_000;

/** How long to wait before connecting again, in milliseconds (SPEC section 9). `failures`: those since the last line that lived. */
export function reconnectDelay(failures: number): number {
  return RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)]!;
}

/** The failures before a line that has ended. `lived`: how long it was open, in milliseconds; null: it never was. */
export function failuresBefore(failures: number, lived: number | null): number {
  return lived !== null && lived >= LIVED_MS ? 0 : failures;
}

/**
 * While mounted, hears `/api/events` and refetches what the screen shows whenever something has changed. The server
 * fixes whose events a stream carries when it opens: mount it anew for another person or role.
 */
export function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const stopped = new AbortController();
    const cancel = runWhenIdle(() => void stayConnected(queryClient, stopped.signal), 'short');
    return () => {
      cancel();
      stopped.abort();
    };
  }, [queryClient]);
}

/**
 * A hint names an operation, not data: every query that is on screen asks again, the others when next shown. A list that is
 * fetching its next page gives that first: asked again at once it would forget what was pressed.
 */
function refetchAll(queryClient: QueryClient): void {
  const turning = queryClient
    .getQueryCache()
    .findAll({ fetchStatus: 'fetching' })
    .filter(({ state }) => state.fetchMeta?.fetchMore);
  void queryClient.invalidateQueries({ predicate: (query) => !turning.includes(query) });
  for (const { promise, queryKey } of turning) {
    const again = () => queryClient.invalidateQueries({ queryKey, exact: true });
    promise?.then(again, again);
  }
}

async function stayConnected(queryClient: QueryClient, stopped: AbortSignal): Promise<void> {
  let failures = 0;
  while (!stopped.aborted) {
    const line = { opened: null as number | null };
    await readStream(stopped, (event) => {
      if (event === 'open') {
        line.opened = performance.now();
        // What has changed since the screen was read, or while there was no line, is not told again.
        refetchAll(queryClient);
      } else if (event === 'change') {
        refetchAll(queryClient);
      } else if (event === 'end') {
        void recheckSession();
      }
    }).catch(() => {});
    if (stopped.aborted) return;
    const lived = line.opened === null ? null : performance.now() - line.opened;
    failures = failuresBefore(failures, lived);
    await pause(reconnectDelay(failures), stopped);
    failures += 1;
  }
}

/** Reads one connection to its end; rejects when it cannot be made, breaks, or falls silent. */
async function readStream(stopped: AbortSignal, hear: (event: string) => void): Promise<void> {
  const silence = startTimeout(SILENCE_MS, stopped);
  try {
    const response = await fetch(operations.subscribe_events.path, {
      headers: { accept: 'text/event-stream', ...(await authorization()) },
      signal: silence.signal,
      cache: 'no-store',
    });
    if (response.status === 401) await recheckSession();
    if (!response.ok || !response.body) return;
    const parser = createParser({ onEvent: ({ event }) => hear(event ?? 'message') });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      silence.renew();
      parser.feed(part.value);
    }
  } finally {
    silence.end();
  }
}

/** Waits, or less when the device comes back online or the screen is left. */
function pause(milliseconds: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, milliseconds);
    addEventListener('online', go);
    stopped.addEventListener('abort', go, { once: true });
  });
}
