import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';

/** One stream of live updates. */
export interface Listener {
  user_id: string;
  session_id: string;
  company_id: string | null;
  agency_id: string | null;
  /** Data of the listener has changed; null: any of it may have, because the connection was lost for a while. */
  onChange(operation: string | null): void;
  /** The session has ended or the hub is closed. No further call follows. */
  onEnd(): void;
  /** A newer stream of the session or account replaces this one. No further call follows; the client may reconnect. */
  onReplaced(): void;
}

/**
 * Most streams of one session in one server process: enough for a person's tabs, too few to exhaust the server. A
 * further stream ends the oldest, which may be a lost connection.
 */
export const MAX_STREAMS_PER_SESSION = 8;

/** Most streams of one account in one server process, over all its sessions: the tabs of three devices. */
export const MAX_STREAMS_PER_ACCOUNT = 24;

export interface EventHub {
  /**
   * Adds a listener.
   * @returns a function that removes it. A closed hub ends it at once. One more than `MAX_STREAMS_PER_SESSION` drops
   * the session's oldest, one more than `MAX_STREAMS_PER_ACCOUNT` the account's oldest.
   */
  listen(listener: Listener): () => void;
  /**
   * Calls `onAnyEvent` for every event of any party, and after the connection was lost, when events may have been
   * missed.
   */
  watch(onAnyEvent: () => void): void;
  /** Calls `onRotation` when a rotation of the secret key goes on. */
  onRotation(onRotation: () => void): void;
  close(): Promise<void>;
}

interface Announcement {
  operation: string;
  company_id: string | null;
  agency_id: string | null;
}

/** Milliseconds. A dead connection (a cable, a firewall) may report nothing, so the hub checks it. */
const defaultTimes = { reconnect: 1_000, check: 15_000, answer: 5_000 };

/**
 * Opens one LISTEN connection for the process. Notifications carry no data: a listener reads again. A lost connection
 * is opened again, and every listener is told that anything may have changed.
 */
export async function openEventHub(
  connection: pg.ClientConfig,
  log: FastifyBaseLogger,
  times = defaultTimes,
): Promise<EventHub> {
  const listeners = new Listeners();
  const watchers = new Set<() => void>();
  const rotationListeners = new Set<() => void>();
  const onNotification = (channel: string, payload: string) => {
    if (channel === 'hamla_keys') return rotationListeners.forEach((onRotation) => onRotation());
    if (channel === 'hamla_sessions' && uuid.test(payload)) {
      listeners.ofSession(payload).forEach((listener) => dismiss(listeners, listener));
      return;
    }
    if (channel === 'hamla_notifications' && uuid.test(payload)) {
      for (const listener of listeners.ofAccount(payload)) listener.onChange(NOTIFICATIONS);
      return;
    }
    const announcement = channel === 'hamla_events' ? announcementOf(payload) : undefined;
    if (!announcement) {
      // Logged without the content, which any database login may have written.
      log.warn({ channel }, 'a notification that cannot be read was ignored');
      return;
    }
    announce(listeners, announcement);
    watchers.forEach((onAnyEvent) => onAnyEvent());
  };
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const connect = async () => {
    const next = await openConnection({
      connection,
      times,
      onNotification,
      onLost: reconnectLater,
    });
    if (closed) await next.end();
    else client = next;
  };
  const announceReconnection = () => {
    for (const listener of listeners) listener.onChange(null);
    watchers.forEach((onAnyEvent) => onAnyEvent());
  };
  const reconnectLater = () => {
    if (closed) return;
    log.warn('the event connection was lost');
    reconnect();
  };
  let connecting = connect();
  const reconnect = () => {
    timer = setTimeout(() => {
      connecting = connect().then(
        () => announceReconnection(),
        () => void (closed || reconnect()),
      );
    }, times.reconnect);
  };

  await connecting;
  return {
    listen(listener) {
      if (closed) {
        listener.onEnd();
        return () => {};
      }
      makeRoom(listeners, listeners.ofSession(listener.session_id), MAX_STREAMS_PER_SESSION);
      makeRoom(listeners, listeners.ofAccount(listener.user_id), MAX_STREAMS_PER_ACCOUNT);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watch: (onAnyEvent) => void watchers.add(onAnyEvent),
    onRotation: (onRotation) => void rotationListeners.add(onRotation),
    async close() {
      if (closed) return;
      closed = true;
      clearTimeout(timer);
      for (const listener of listeners) dismiss(listeners, listener);
      await connecting.catch(() => {});
      await client?.end();
    },
  };
}

const uuid = /^[0-9a-f-]{36}$/;

/** The operation of a hint that only the person's notifications have changed; the browser knows it by this name. */
const NOTIFICATIONS = 'notifications';

/** Parses a notification of `record_event`; undefined for any other, because every database login may send one. */
function announcementOf(text: string): Announcement | undefined {
  try {
    const found = JSON.parse(text) as Partial<Record<keyof Announcement, unknown>> | null;
    const isId = (value: unknown) => value === null || typeof value === 'string';
    const isOne =
      typeof found?.operation === 'string' && isId(found.company_id) && isId(found.agency_id);
    return isOne ? (found as Announcement) : undefined;
  } catch {
    return undefined;
  }
}

function announce(
  listeners: Iterable<Listener>,
  { operation, company_id, agency_id }: Announcement,
): void {
  for (const listener of listeners) {
    const isParty =
      (company_id !== null && listener.company_id === company_id) ||
      (agency_id !== null && listener.agency_id === agency_id);
    if (isParty) listener.onChange(operation);
  }
}

/** The listeners by session and by account, oldest first. */
class Listeners {
  readonly #bySession = new Map<string, Set<Listener>>();
  readonly #byAccount = new Map<string, Set<Listener>>();

  add(listener: Listener): void {
    for (const [index, id] of this.#indexesOf(listener))
      index.set(id, (index.get(id) ?? new Set()).add(listener));
  }

  delete(listener: Listener): void {
    for (const [index, id] of this.#indexesOf(listener)) {
      index.get(id)?.delete(listener);
      if (index.get(id)?.size === 0) index.delete(id);
    }
  }

  ofSession(id: string): readonly Listener[] {
    return [...(this.#bySession.get(id) ?? [])];
  }

  ofAccount(id: string): readonly Listener[] {
    return [...(this.#byAccount.get(id) ?? [])];
  }

  #indexesOf({ session_id, user_id }: Listener) {
    return [
      [this.#bySession, session_id],
      [this.#byAccount, user_id],
    ] as const;
  }

  /** Iterates over a copy, because a listener may be removed when it is called. */
  *[Symbol.iterator](): Iterator<Listener> {
    yield* [...this.#bySession.values()].flatMap((ofSession) => [...ofSession]);
  }
}

/** Removes the oldest of `existing` when a further one would exceed the limit. */
function makeRoom(listeners: Listeners, existing: readonly Listener[], limit: number) {
  const [oldest] = existing;
  if (!oldest || existing.length < limit) return;
  listeners.delete(oldest);
  oldest.onReplaced();
}

/** Removes the listener first, because one batch of notifications may hold the end of a session and a change of its data. */
function dismiss(listeners: Listeners, listener: Listener): void {
  listeners.delete(listener);
  listener.onEnd();
}

/** Opens a LISTEN connection and checks it regularly; calls `onLost` once when it is dead. */
async function openConnection(options: {
  connection: pg.ClientConfig;
  times: typeof defaultTimes;
  onNotification: (channel: string, payload: string) => void;
  onLost: () => void;
}): Promise<pg.Client> {
  const { connection, times, onNotification, onLost } = options;
  const client = new pg.Client({
    ...connection,
    application_name: 'hamla events',
    keepAlive: true,
    connectionTimeoutMillis: times.answer,
    query_timeout: times.answer,
  });
  const disconnect = () => void client.end().catch(() => undefined);
  client.on('notification', ({ channel, payload }) => onNotification(channel, payload ?? ''));
  client.on('error', disconnect);
  try {
    await client.connect();
    await client.query(
      'listen hamla_events; listen hamla_sessions; listen hamla_notifications; listen hamla_keys',
    );
  } catch (error) {
    disconnect();
    throw error;
  }
  let timer: NodeJS.Timeout;
  const check = () => {
    timer = setTimeout(() => void client.query('select 1').then(check, disconnect), times.check);
  };
  check();
  client.once('end', () => {
    clearTimeout(timer);
    onLost();
  });
  return client;
}
