import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';

/** Whose hints a stream hears. */
export interface Listener {
  session_id: string;
  company_id: string | null;
  agency_id: string | null;
  /** Something of the listener's has changed; null: anything may have (the connection was lost for a while). */
  hint(operation: string | null): void;
  /** The session has ended, or the hub is closed. The last call: nothing is told after it. */
  end(): void;
}

export interface EventHub {
  /** Returns the way to stop listening. A closed hub ends the listener at once. */
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
  const listeners = new Set<Listener>();
  const watchers = new Set<() => void>();
  const forgetting = new Set<() => void>();
  const hear = (channel: string, payload: string) => {
    if (channel !== 'hamla_events') {
      endSession(listeners, payload);
      return;
    }
    announce(listeners, payload);
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
    listeners.forEach((listener) => listener.hint(null));
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
      if (closed) listener.end();
      else listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watch: (heard) => void watchers.add(heard),
    onLost: (forget) => void forgetting.add(forget),
    async close() {
      if (closed) return;
      closed = true;
      clearTimeout(timer);
      listeners.forEach((listener) => dismiss(listeners, listener));
      await connecting;
      await client?.end();
    },
  };
}

function announce(listeners: Set<Listener>, text: string): void {
  const { operation, company_id, agency_id } = JSON.parse(text) as Announcement;
  for (const listener of listeners) {
    const concerned =
      (company_id !== null && listener.company_id === company_id) ||
      (agency_id !== null && listener.agency_id === agency_id);
    if (concerned) listener.hint(operation);
  }
}

function endSession(listeners: Set<Listener>, sessionId: string): void {
  for (const listener of listeners) {
    if (listener.session_id === sessionId) dismiss(listeners, listener);
  }
}

/** Forgotten first: one batch of notifications may hold both the end of a session and a hint for it. */
function dismiss(listeners: Set<Listener>, listener: Listener): void {
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
