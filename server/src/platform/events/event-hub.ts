import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';

/** Whose hints a stream hears. */
export interface Listener {
  user_id: string;
  session_id: string;
  company_id: string | null;
  agency_id: string | null;
  /** Something of the listener's has changed; null: anything may have (the connection was lost for a while). */
  hint(operation: string | null): void;
  /** The session has ended, or the hub is closed. The last call: nothing is told after it. */
  end(): void;
  /** A newer stream of the session, or of its account, takes its place. The last call; the client may come back. */
  drop(): void;
}

/**
 * Streams that one session may hold in one server process: enough for the tabs of a person, few enough that nobody fills
 * the server with them. Another one ends the oldest, which may be a connection that died unnoticed.
 */
export const MAX_STREAMS_PER_SESSION = 8;

/** Streams that one account may hold in one server process, however many its sessions: the tabs of three devices. */
export const MAX_STREAMS_PER_ACCOUNT = 24;

export interface EventHub {
  /**
   * Returns the way to stop listening. A closed hub ends the listener at once; one more than `MAX_STREAMS_PER_SESSION` drops
   * the oldest of its session, one more than `MAX_STREAMS_PER_ACCOUNT` the oldest of its account.
   */
  listen(listener: Listener): () => void;
  /** `heard` is called when anything has happened, to whomever; or may have, while the connection was lost. */
  watch(heard: () => void): void;
  /** `forget` is called when the connection is lost, and again when there is another: PostgreSQL may have broken down. */
  onLost(forget: () => void): void;
  close(): Promise<void>;
}

interface Announcement {
  operation: string;
  company_id: string | null;
  agency_id: string | null;
}

/** A connection that died without a word (a cable, a firewall) is found out by asking; all in milliseconds. */
const defaultTimes = { reconnect: 1_000, check: 15_000, answer: 5_000 };

/**
 * One LISTEN connection a process. Notifications are hints, not data: whoever hears one asks again. When the
 * connection is lost it is made anew and every listener is told that anything may have changed.
 */
export async function openEventHub(
  connection: pg.ClientConfig,
  log: FastifyBaseLogger,
  times = defaultTimes,
): Promise<EventHub> {
  const listeners = new Listeners();
  const watchers = new Set<() => void>();
  const forgetting = new Set<() => void>();
  const hear = (channel: string, payload: string) => {
    if (channel === 'hamla_sessions' && sessionId.test(payload)) {
      listeners.ofSession(payload).forEach((listener) => dismiss(listeners, listener));
      return;
    }
    const announcement = channel === 'hamla_events' ? announcementOf(payload) : undefined;
    if (!announcement) {
      // Without its content: whoever sent it may have put anything there.
      log.warn({ channel }, 'a notification that cannot be read was ignored');
      return;
    }
    announce(listeners, announcement);
    watchers.forEach((heard) => heard());
  };
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const connect = async () => {
    const next = await openConnection({ connection, times, hear, lost });
    if (closed) await next.end();
    else client = next;
  };
  const mayHaveMissed = () => {
    forgetting.forEach((forget) => forget());
    for (const listener of listeners) listener.hint(null);
    watchers.forEach((heard) => heard());
  };
  const lost = () => {
    if (closed) return;
    log.warn('the event connection was lost');
    forgetting.forEach((forget) => forget());
    reconnect();
  };
  let connecting = connect();
  const reconnect = () => {
    timer = setTimeout(() => {
      connecting = connect().then(
        () => mayHaveMissed(),
        () => void (closed || reconnect()),
      );
    }, times.reconnect);
  };

  await connecting;
  return {
    listen(listener) {
      if (closed) {
        listener.end();
        return () => {};
      }
      makeRoom(listeners, listeners.ofSession(listener.session_id), MAX_STREAMS_PER_SESSION);
      makeRoom(listeners, listeners.ofAccount(listener.user_id), MAX_STREAMS_PER_ACCOUNT);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watch: (heard) => void watchers.add(heard),
    onLost: (forget) => void forgetting.add(forget),
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

const sessionId = /^[0-9a-f-]{36}$/;

/** What `record_event` announces; undefined for anything else: every login of the database may send a notification. */
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
    const concerned =
      (company_id !== null && listener.company_id === company_id) ||
      (agency_id !== null && listener.agency_id === agency_id);
    if (concerned) listener.hint(operation);
  }
}

/** Who listens, by session and by account, oldest first. */
class Listeners {
  readonly #bySession = new Map<string, Set<Listener>>();
  readonly #byAccount = new Map<string, Set<Listener>>();

  add(listener: Listener): void {
    for (const [held, id] of this.#heldOf(listener))
      held.set(id, (held.get(id) ?? new Set()).add(listener));
  }

  delete(listener: Listener): void {
    for (const [held, id] of this.#heldOf(listener)) {
      held.get(id)?.delete(listener);
      if (held.get(id)?.size === 0) held.delete(id);
    }
  }

  ofSession(id: string): readonly Listener[] {
    return [...(this.#bySession.get(id) ?? [])];
  }

  ofAccount(id: string): readonly Listener[] {
    return [...(this.#byAccount.get(id) ?? [])];
  }

  #heldOf({ session_id, user_id }: Listener) {
    return [
      [this.#bySession, session_id],
      [this.#byAccount, user_id],
    ] as const;
  }

  /** Of a copy: a listener that is told may leave. */
  *[Symbol.iterator](): Iterator<Listener> {
    yield* [...this.#bySession.values()].flatMap((ofSession) => [...ofSession]);
  }
}

/** Drops the oldest where another one would be one too many. */
function makeRoom(listeners: Listeners, [oldest, ...others]: readonly Listener[], most: number) {
  if (!oldest || others.length + 1 < most) return;
  listeners.delete(oldest);
  oldest.drop();
}

/** Forgotten first: one batch of notifications may hold both the end of a session and a hint for it. */
function dismiss(listeners: Listeners, listener: Listener): void {
  listeners.delete(listener);
  listener.end();
}

/** Listens, and asks again and again whether the other side is still there; `lost` is called once, when it is not. */
async function openConnection(options: {
  connection: pg.ClientConfig;
  times: typeof defaultTimes;
  hear: (channel: string, payload: string) => void;
  lost: () => void;
}): Promise<pg.Client> {
  const { connection, times, hear, lost } = options;
  const client = new pg.Client({
    ...connection,
    application_name: 'hamla events',
    keepAlive: true,
    connectionTimeoutMillis: times.answer,
    query_timeout: times.answer,
  });
  const leave = () => void client.end().catch(() => undefined);
  client.on('notification', ({ channel, payload }) => hear(channel, payload ?? ''));
  client.on('error', leave);
  try {
    await client.connect();
    await client.query('listen hamla_events; listen hamla_sessions');
  } catch (error) {
    leave();
    throw error;
  }
  let timer: NodeJS.Timeout;
  const check = () => {
    timer = setTimeout(() => void client.query('select 1').then(check, leave), times.check);
  };
  check();
  client.once('end', () => {
    clearTimeout(timer);
    lost();
  });
  return client;
}
