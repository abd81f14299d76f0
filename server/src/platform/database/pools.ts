import { availableParallelism } from 'node:os';
import { parseIntoClientConfig } from 'pg-connection-string';
import {
  Client,
  Pool,
  types,
  type ClientConfig,
  type CustomTypesConfig,
  type PoolConfig,
} from 'pg';

import type { Secrets } from '../config/secrets.ts';
import { throughPooler } from '../config/startup-errors.ts';
import type { Log } from './embedded.ts';

/**
 * The logins that the owner creates, each with the rights that its work needs (docs/architecture.md, "Database roles").
 */
export const roles = [
  'hamla_app',
  'hamla_accounts',
  'hamla_jobs',
  'hamla_staff',
  'hamla_metrics',
] as const;
export type Role = (typeof roles)[number];

/** @throws Error when a file that `url` names for TLS cannot be read. */
export function connectionFromUrl(url: string): ClientConfig {
  try {
    return parseIntoClientConfig(url);
  } catch (cause) {
    const { code, path } = cause as NodeJS.ErrnoException;
    if (path === undefined) throw cause;
    throw new Error(
      `DATABASE_URL: ${path} cannot be read (${code}): correct its sslrootcert, sslcert or sslkey.`,
      { cause },
    );
  }
}

/** The connection as a URL for the settings; also names the host when it is the folder of a unix socket. */
export function connectionToUrl({ user, password, host, port, database }: ClientConfig): string {
  const login = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(String(password ?? ''))}`;
  return host?.startsWith('/')
    ? `postgres://${login}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port ?? 5432}`
    : `postgres://${login}@${host ?? 'localhost'}:${port ?? 5432}/${database}`;
}

/** A limit that no statement reaches. A pooler drops it, by which it shows. */
export const directly = { statement_timeout: 86_400_000 };

/**
 * Checks a connection that was opened with `directly`.
 * @throws Error with a message about the settings when it leads through a pooler, or to a standby.
 */
export async function assertLeadsToPrimary(client: Client): Promise<void> {
  const { rows } = await client.query<{ is_direct: boolean; is_standby: boolean }>(
    `select current_setting('statement_timeout') = '1d' as is_direct, pg_is_in_recovery() as is_standby`,
  );
  if (!rows[0]!.is_direct) throw new Error(throughPooler());
  if (rows[0]!.is_standby)
    throw new Error(
      'The PostgreSQL is a standby: have DATABASE_URL and DATABASE_DIRECT_URL lead to the primary (docs/scaling.md).',
    );
}

/** The owner's connection, signed in as `role` with the password derived from the secret key. */
export function connectionOf(role: Role, owner: ClientConfig, secrets: Secrets): ClientConfig {
  const connection = { ...owner, user: role };
  return { ...connection, password: () => acceptedPassword(connection, role, secrets) };
}

/** While two secret keys are known, either may be the current one at this moment: the first is tried before its use. */
async function acceptedPassword(
  connection: ClientConfig,
  role: Role,
  secrets: Secrets,
): Promise<string> {
  const [first, second] = secrets
    .known(`postgres role ${role}`)
    .map((password) => password.toString('hex'));
  if (second === undefined) return first!;
  const client = new Client({ ...connection, password: first! });
  client.on('error', () => {});
  try {
    await client.connect();
    return first!;
  } catch (error) {
    return isWrongPassword(error) ? second : first!;
  } finally {
    await client.end().catch(() => {});
  }
}

/** pgbouncer refuses a password as a breach of the protocol. */
export function isWrongPassword(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  return code === '28P01' || (code === '08P01' && /authentication failed/.test(message ?? ''));
}

export function rolePassword(role: Role, secrets: Secrets): string {
  return secrets.derive(`postgres role ${role}`).toString('hex');
}

export interface Pools {
  /** Requests of companies and agencies, under row-level security. */
  app: Pool;
  /** The account service: schema `auth`. */
  accounts: Pool;
  /** Requests of the platform's staff. */
  staff: Pool;
  /** The job worker. */
  jobs: Pool;
  /**
   * Heartbeats of this process and its job workers (server-beats.ts, job-workers.ts), on connections of their own so that no job delays them.
   */
  beats: Pool;
  /** Reads the monitoring's gauges, by the one function that its login may call. */
  metrics: Pool;
  /** Waits for running queries. */
  close: () => Promise<void>;
}

/**
 * Default number of connections for requests: two for each core and one more, at most 8. More connections only compete
 * for the cores and their caches (measured: a tenth slower on two cores).
 */
export const requestConnections = Math.min(8, 2 * availableParallelism() + 1);

/**
 * Opens connections when first needed. A statement of a request may take 5 s unless `timeoutSeconds` says otherwise,
 * and waits for a connection two seconds less.
 */
export function openPools(options: {
  owner: ClientConfig;
  /** A pooler in transaction mode, for requests and gauges. Jobs listen and go past it. */
  pooler?: ClientConfig | undefined;
  secrets: Secrets;
  log: Log;
  /** Most connections for requests of companies and agencies. */
  connections?: number | undefined;
  /** Time limit of a statement of a request. */
  timeoutSeconds?: number | undefined;
}): Pools {
  const limit_ms = (options.timeoutSeconds ?? 5) * 1000;
  const open = (role: Role, settings: PoolConfig) => {
    const pooler = role === 'hamla_jobs' ? undefined : options.pooler;
    const pool = new Pool({
      ...connectionOf(role, pooler ?? options.owner, options.secrets),
      application_name: role,
      types: columnTypes,
      keepAlive: true,
      connectionTimeoutMillis: limit_ms - 2_000,
      idleTimeoutMillis: 60_000,
      idle_in_transaction_session_timeout: 10_000,
      ...settings,
      ...(pooler && ofPooler),
    });
    const lost = (error: Error) =>
      options.log.warn({ err: error, role }, 'lost a database connection');
    // The client reports its errors too; handling them once is enough.
    pool.on('error', () => {}).on('connect', (client) => client.on('error', lost));
    return pool;
  };
  // pg's own limit is for a server that no longer responds: one second more than the server's limit.
  const request = {
    statement_timeout: limit_ms,
    query_timeout: limit_ms + 1_000,
    lock_timeout: limit_ms - 1_000,
  };
  // Below the time after which a request is given up (waiting-requests.ts).
  const staff_limit_ms = Math.max(8_000, limit_ms);
  const pools = {
    app: open('hamla_app', { max: options.connections ?? requestConnections, ...request }),
    accounts: open('hamla_accounts', { max: 4, ...request }),
    staff: open('hamla_staff', {
      max: 4,
      ...request,
      statement_timeout: staff_limit_ms,
      query_timeout: staff_limit_ms + 1_000,
    }),
    // Long limits, because no request waits for a job. A worker that cannot record in time that a job is done gives up.
    jobs: open('hamla_jobs', {
      max: 4,
      statement_timeout: 60_000,
      query_timeout: 61_000,
      connectionTimeoutMillis: 30_000,
    }),
    beats: open('hamla_jobs', { max: 1, statement_timeout: 4_000, query_timeout: 5_000 }),
    metrics: open('hamla_metrics', {
      max: 1,
      connectionTimeoutMillis: 2_000,
      statement_timeout: 2_000,
      query_timeout: 3_000,
    }),
  };
  const close = async () => {
    await Promise.all(Object.values(pools).map((pool) => pool.end()));
  };
  return { ...pools, close };
}

/**
 * A pooler gives each statement any connection of its own: nothing is prepared for a later one, and the logins have their
 * limits of time from the database (deploy/cluster/pooler.sql).
 */
class PooledClient extends Client {
  override query(config: unknown, ...rest: unknown[]): never {
    const isNamed = typeof config === 'object' && config !== null && 'name' in config;
    const sent = isNamed ? { ...config, name: undefined } : config;
    const query = super.query.bind(this) as unknown as (...all: unknown[]) => never;
    return query(sent, ...rest);
  }
}

const ofPooler = {
  Client: PooledClient,
  statement_timeout: undefined,
  lock_timeout: undefined,
  idle_in_transaction_session_timeout: undefined,
} as unknown as PoolConfig;

const { builtins } = types;
const asText = (text: string) => text;
const asInstant = (text: string) => new Date(text).toISOString();

function asInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`${text} does not fit a JavaScript integer`);
  return value;
}

const textArray: number = 1009;
const asTexts = types.getTypeParser(textArray) as (text: string) => (string | null)[];
const arrayOf = (parse: (text: string) => unknown) => (text: string) =>
  asTexts(text).map((item) => (item === null ? null : parse(item)));

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.NUMERIC, asText],
  [builtins.DATE, asText],
  [builtins.TIMESTAMP, asText],
  [builtins.TIMESTAMPTZ, asInstant],
  [builtins.INT8, asInteger],
  // The array types of the same types.
  [1231, asTexts],
  [1182, asTexts],
  [1115, asTexts],
  [1185, arrayOf(asInstant)],
  [1016, arrayOf(asInteger)],
]);

/**
 * Types of columns: numeric as its decimal string (money is never a float), date as `YYYY-MM-DD`, timestamptz as an ISO
 * string in UTC, int8 as a number (RangeError above 2^53).
 */
export const columnTypes: CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(id)) || types.getTypeParser(id, format),
};
