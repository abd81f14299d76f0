import { availableParallelism } from 'node:os';
import { parseIntoClientConfig } from 'pg-connection-string';
import { Pool, types, type ClientConfig, type CustomTypesConfig, type PoolConfig } from 'pg';

import type { Secrets } from '../config/secrets.ts';
import type { Log } from './embedded.ts';

/**
 * The logins that the owner creates, each with the rights that its work needs (docs/architecture.md, "Database roles").
 */
export const roles = ['hamla_app', 'hamla_accounts', 'hamla_jobs', 'hamla_staff'] as const;
export type Role = (typeof roles)[number];

/** @throws TypeError when `url` is not a connection string. */
export function connectionFromUrl(url: string): ClientConfig {
  return parseIntoClientConfig(url);
}

/** The connection as a URL for the settings; also names the host when it is the folder of a unix socket. */
export function connectionToUrl({ user, password, host, port, database }: ClientConfig): string {
  const login = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(String(password ?? ''))}`;
  return host?.startsWith('/')
    ? `postgres://${login}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port ?? 5432}`
    : `postgres://${login}@${host ?? 'localhost'}:${port ?? 5432}/${database}`;
}

/** The owner's connection, signed in as `role` with the password derived from the secret key. */
export function connectionOf(role: Role, owner: ClientConfig, secrets: Secrets): ClientConfig {
  return { ...owner, user: role, password: rolePassword(role, secrets) };
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
   * Heartbeats of this process's job workers (job-workers.ts), on connections of their own so that no job delays them.
   */
  beats: Pool;
  /** Waits for running queries. */
  close(): Promise<void>;
}

/**
 * Default number of connections for requests: two for each core and one more, at most 8. More connections only compete
 * for the cores and their caches (measured: a tenth slower on two cores).
 */
export const requestConnections = Math.min(8, 2 * availableParallelism() + 1);

/**
 * Opens connections when first needed. A statement of a request may take 5 s unless `timeoutSeconds` says otherwise,
 * and waits for a connection two seconds less. A batched call (batcher.ts) waits for the batch before it; if its batch
 * times out it is run alone.
 */
export function openPools(options: {
  owner: ClientConfig;
  secrets: Secrets;
  log: Log;
  /** Most connections for requests of companies and agencies. */
  connections?: number | undefined;
  /** Time limit of a statement of a request. */
  timeoutSeconds?: number | undefined;
}): Pools {
  const limit_ms = (options.timeoutSeconds ?? 5) * 1000;
  const open = (role: Role, settings: PoolConfig) => {
    const pool = new Pool({
      ...connectionOf(role, options.owner, options.secrets),
      application_name: role,
      types: columnTypes,
      keepAlive: true,
      connectionTimeoutMillis: limit_ms - 2_000,
      idleTimeoutMillis: 60_000,
      idle_in_transaction_session_timeout: 10_000,
      ...settings,
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
  const staff_limit_ms = Math.max(30_000, limit_ms);
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
  };
  const close = async () => {
    await Promise.all(Object.values(pools).map((pool) => pool.end()));
  };
  return { ...pools, close };
}

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
