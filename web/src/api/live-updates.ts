import type { QueryClient } from '@tanstack/react-query';
import { createParser } from 'eventsource-parser';
import { operations } from '#api/operations.ts';
import { findNewRelease } from '../ui/new-release.ts';
import { queryKeys } from './queries.ts';
import { startTimeout } from './request-timeout.ts';
import { authorization, recheckSession } from './session.ts';

/** SPEC section 9: the server beats every 25 seconds; two missed beats mean that the connection is lost. */
const SILENCE_MS = 55_000;
const RECONNECT_MS = [1_000, 2_000, 5_000, 10_000];

/** A connection that ended sooner was closed by a server that has too many, and counts as a failure. */
const LASTED_MS = 60_000;

/** Time for which a hidden tab keeps a stream of its own. */
const HIDDEN_MS = 60_000;

/** Hears the events of a stream, and `beat` at each sign that it is being read. */
type Hear = (event: string, data: string) => void;

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
 * Reads what the screen shows again when something has changed, until `stopped`. The tabs of a browser share one stream of
 * `/api/events` for each `session`: over HTTP/1.1 a browser has six connections for all of them. A stream carries the events
 * of the person and role that opened it.
 */
export async function stayUpToDate(
  queryClient: QueryClient,
  session: string,
  stopped: AbortSignal,
): Promise<void> {
  let wasOpen = false;
  const hear: Hear = (event, data) => {
    if (event === 'open') {
      // Changes since the screen was read, or while there was no connection, are not sent again: refetch.
      refetchAll(queryClient);
      if (wasOpen) void findNewRelease();
      wasOpen = true;
    } else if (event === 'change') {
      if (isOfNotifications(data))
        void queryClient.invalidateQueries({ queryKey: queryKeys.notifications });
      else refetchAll(queryClient);
    }
  };
  // There are no locks over plain HTTP from another machine, and none for a site that may keep nothing on the device.
  const locks = 'locks' in navigator ? await navigator.locks.query().catch(() => null) : null;
  if (stopped.aborted) return;
  if (locks) await shareStream(`hamla.live ${session}`, hear, stopped);
  else await listenWhileSeen(hear, stopped);
}

/**
 * One tab holds the lock, listens, and tells the others what it hears; when it closes, the next one gets the lock. A tab in
 * front takes the lock away when it has heard nothing for two beats: browsers freeze hidden tabs.
 */
async function shareStream(name: string, hear: Hear, stopped: AbortSignal): Promise<void> {
  const others = new BroadcastChannel(name);
  stopped.addEventListener('abort', () => others.close(), { once: true });
  let silence: ReturnType<typeof startTimeout> | undefined;
  others.addEventListener('message', ({ data: [event, data] }: MessageEvent<[string, string]>) => {
    silence?.renew();
    hear(event, data);
  });
  const tellAll: Hear = (event, data) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin.
    others.postMessage([event, data]);
    hear(event, data);
  };
  /** @returns whether this tab had the lock. */
  const lead = async (options: LockOptions): Promise<boolean> => {
    let hadLock = false;
    const turn = turnWithin(stopped);
    const work = async (lock: Lock | null) => {
      hadLock = lock !== null;
      if (lock) await stayConnected(tellAll, turn.signal);
    };
    // Rejects when the wait ends, and when another tab takes the lock away while this one works.
    await navigator.locks.request(name, options, work).catch(() => {});
    turn.abort();
    return hadLock;
  };
  // Another tab listens already; it may have heard of changes since this screen was read.
  if (!(await lead({ ifAvailable: true }))) hear('open', '');
  while (!stopped.aborted) {
    silence = startTimeout(SILENCE_MS, stopped);
    const hadLock = await lead({ signal: silence.signal });
    silence.end();
    if (!hadLock) await untilSeen(stopped);
    if (!hadLock && !stopped.aborted) await lead({ steal: true });
  }
}

/** Listens in every tab, where there are no locks; one that has been hidden for a while gives its connection up. */
async function listenWhileSeen(hear: Hear, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    const turn = turnWithin(stopped);
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      clearTimeout(timer);
      if (document.hidden) timer = setTimeout(() => turn.abort(), HIDDEN_MS);
    };
    document.addEventListener('visibilitychange', look, { signal: turn.signal });
    look();
    await stayConnected(hear, turn.signal);
    await untilSeen(stopped);
  }
}

/** A turn that can be stopped by itself, and stops with the whole. */
function turnWithin(stopped: AbortSignal): AbortController {
  const turn = new AbortController();
  stopped.addEventListener('abort', () => turn.abort(), { once: true });
  return turn;
}

/** Resolves when the tab is in front, or when `stopped`. */
function untilSeen(stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const seen = turnWithin(stopped);
    seen.signal.addEventListener('abort', () => resolve());
    const look = () => document.hidden || seen.abort();
    if (stopped.aborted) return resolve();
    document.addEventListener('visibilitychange', look, { signal: seen.signal });
    look();
  });
}

/** Listens to `/api/events` until `stopped`; a lost connection is opened again. */
async function stayConnected(hear: Hear, stopped: AbortSignal): Promise<void> {
  let failures = 0;
  while (!stopped.aborted) {
    const connection = { opened: null as number | null };
    hear('beat', '');
    await readStream(stopped, (event, data) => {
      if (event === 'open') connection.opened = performance.now();
      if (event === 'end') void recheckSession();
      else hear(event, data);
    }).catch(() => {});
    if (stopped.aborted) return;
    const lasted = connection.opened === null ? null : performance.now() - connection.opened;
    failures = failuresBefore(failures, lasted);
    await pause(reconnectDelay(failures), stopped);
    failures += 1;
  }
}

/** Reads one connection to its end; rejects when it cannot be made, breaks, or falls silent. */
async function readStream(stopped: AbortSignal, hear: Hear): Promise<void> {
  const silence = startTimeout(SILENCE_MS, stopped);
  try {
    const response = await fetch(operations.subscribe_events.path, {
      headers: { accept: 'text/event-stream', ...(await authorization()) },
      signal: silence.signal,
      cache: 'no-store',
    });
    if (response.status === 401) await recheckSession();
    if (!response.ok || !response.body) return;
    const parser = createParser({
      onEvent: ({ event, data }) => hear(event ?? 'message', data),
      onComment: () => hear('beat', ''),
    });
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
