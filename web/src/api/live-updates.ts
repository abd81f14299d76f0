import type { QueryClient } from '@tanstack/react-query';
import { createParser } from 'eventsource-parser';
import { operations } from '#api/operations.ts';
import { queryKeys } from './queries.ts';
import { startTimeout } from './request-timeout.ts';
import { authorization, recheckSession } from './session.ts';

/** SPEC section 9: the server beats every 25 seconds; two missed beats mean that the connection is lost. */
const SILENCE_MS = 55_000;
const RECONNECT_MS = [1_000, 2_000, 5_000, 10_000];

/** A connection that ended sooner was closed by a server that has too many, and counts as a failure. */
const LASTED_MS = 60_000;

/** How long to wait before connecting again, in milliseconds (SPEC section 9). `failures`: those since the last connection that lasted. */
export function reconnectDelay(failures: number): number {
  return RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)]!;
}

/** The failures including a connection that has ended. `lasted`: how long it was open, in milliseconds; null: it never was. */
export function failuresBefore(failures: number, lasted: number | null): number {
  return lasted !== null && lasted >= LASTED_MS ? 0 : failures;
}

/**
 * A hint names an operation, not data: every query on the screen is read again, the others when they are shown next. A list that
 * is fetching its next page finishes that first; otherwise the page that was asked for would be lost.
 */
function refetchAll(queryClient: QueryClient): void {
  const fetchingMore = queryClient
    .getQueryCache()
    .findAll({ fetchStatus: 'fetching' })
    .filter(({ state }) => state.fetchMeta?.fetchMore);
  void queryClient.invalidateQueries({ predicate: (query) => !fetchingMore.includes(query) });
  for (const { promise, queryKey } of fetchingMore) {
    const again = () => queryClient.invalidateQueries({ queryKey, exact: true });
    promise?.then(again, again);
  }
}

/** A hint that only the person's notifications have changed: no other query is read again. */
function isOfNotifications(data: string): boolean {
  return data === '{"operation":"notifications"}';
}

/**
 * Listens to `/api/events` until `stopped`, and reads what the screen shows again when something has changed. A stream
 * carries the events of the person and role that opened it.
 */
export async function stayConnected(queryClient: QueryClient, stopped: AbortSignal): Promise<void> {
  let failures = 0;
  while (!stopped.aborted) {
    const connection = { opened: null as number | null };
    await readStream(stopped, (event, data) => {
      if (event === 'open') {
        connection.opened = performance.now();
        // Changes since the screen was read, or while there was no connection, are not sent again: refetch.
        refetchAll(queryClient);
      } else if (event === 'change') {
        if (isOfNotifications(data))
          void queryClient.invalidateQueries({ queryKey: queryKeys.notifications });
        else refetchAll(queryClient);
      } else if (event === 'end') {
        void recheckSession();
      }
    }).catch(() => {});
    if (stopped.aborted) return;
    const lasted = connection.opened === null ? null : performance.now() - connection.opened;
    failures = failuresBefore(failures, lasted);
    await pause(reconnectDelay(failures), stopped);
    failures += 1;
  }
}

/** Reads one connection to its end; rejects when it cannot be made, breaks, or falls silent. */
async function readStream(
  stopped: AbortSignal,
  hear: (event: string, data: string) => void,
): Promise<void> {
  const silence = startTimeout(SILENCE_MS, stopped);
  try {
    const response = await fetch(operations.subscribe_events.path, {
      headers: { accept: 'text/event-stream', ...(await authorization()) },
      signal: silence.signal,
      cache: 'no-store',
    });
    if (response.status === 401) await recheckSession();
    if (!response.ok || !response.body) return;
    const parser = createParser({ onEvent: ({ event, data }) => hear(event ?? 'message', data) });
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
