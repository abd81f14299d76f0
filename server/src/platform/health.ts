import type { FastifyInstance } from 'fastify';
import { Client, type ClientConfig } from 'pg';
import { readRelease } from './database/build.ts';
import { callFunction } from './database/call-function.ts';
import { connectionOf, isWrongPassword, type Pools, type Role } from './database/pools.ts';
import type { Secrets } from './config/secrets.ts';
import type { Backlog } from './metrics.ts';
import type { ProbedPart } from './probe.ts';

/** A part that can fail while requests are still answered. */
type DegradedPart = 'store' | 'mail' | 'jobs' | 'mails';

export interface HealthReport extends Backlog {
  /** What every request needs and is missing; null: the server is ready. */
  obstacle: string | null;
  degraded: DegradedPart[];
  version: string;
}

interface HealthOptions {
  pools: Pick<Pools, 'app'>;
  owner: ClientConfig;
  secrets: Secrets;
  /** Whether the job runner works, with the oldest waiting job and mail. */
  work: () => Backlog & { isAlive: boolean };
  store: Pick<ProbedPart, 'fault'>;
  mail: Pick<ProbedPart, 'fault'>;
}

/** Seconds after which the oldest due job, and the oldest unsent mail, count as late. */
const JOBS_LATE_S = 300;
const MAILS_LATE_S = 900;
/** Milliseconds that a sign-in may take, and for which the logins' state holds. */
const SIGN_IN_MS = 3_000;
const LOGINS_HOLD_MS = 5_000;

/** Returns the function that reports whether the server can answer requests. It is quick, and may be called often. */
export function createHealth(options: HealthOptions): () => Promise<HealthReport> {
  const { work, store, mail } = options;
  const { release, level } = readRelease();
  let logins: { state: Promise<string | null>; until: number } | undefined;
  const brokenLogin = () => {
    if (!logins || logins.until < performance.now())
      logins = { state: findBrokenLogin(options), until: performance.now() + LOGINS_HOLD_MS };
    return logins.state;
  };
  return async () => {
    const [schema, login] = await Promise.all([
      schemaObstacle(options.pools.app, level),
      brokenLogin(),
    ]);
    const { isAlive, ...backlog } = work();
    return {
      obstacle: schema ?? login ?? (isAlive ? null : 'jobs are not being done'),
      degraded: degradedParts(backlog, store, mail),
      version: release,
      ...backlog,
    };
  };
}

/** By the pool of requests, whose login is the first that every request needs. */
async function schemaObstacle(pool: Pools['app'], level: number): Promise<string | null> {
  try {
    const schema: { level: number; oldest_served_level: number } | null = await callFunction(
      pool,
      'read_schema_levels',
    );
    const isServed = schema && schema.level >= level && schema.oldest_served_level <= level;
    return isServed ? null : 'the schema is of another build';
  } catch (error) {
    // A function, table or schema that does not exist, or may not be used.
    const isSchema = /^(42883|42P01|3F000|42501)$/.test((error as { code?: string }).code ?? '');
    return isSchema ? 'the schema is of another build' : 'database unreachable';
  }
}

/** The logins of requests, of sign-ups and sign-ins, and of staff; that of jobs shows by its heartbeats. */
const loginsToProve: Role[] = ['hamla_app', 'hamla_accounts', 'hamla_staff'];

/** By connections of their own: a connection that is open already proves no password. */
async function findBrokenLogin({ owner, secrets }: HealthOptions): Promise<string | null> {
  const answers = await Promise.all(
    loginsToProve.map(async (role) => {
      const client = new Client({
        ...connectionOf(role, owner, secrets),
        application_name: 'hamla health',
        connectionTimeoutMillis: SIGN_IN_MS,
        query_timeout: SIGN_IN_MS,
      });
      client.on('error', () => {});
      try {
        await client.connect();
        return true;
      } catch (error) {
        // Only a refusal says that a login is broken: whether the database answers, the requests' own pool tells.
        const { code = '' } = error as { code?: string };
        return !isWrongPassword(error) && !/^(28|42501|3D000)/.test(code);
      } finally {
        await client.end().catch(() => {});
      }
    }),
  );
  const broken = loginsToProve.find((_role, index) => !answers[index]);
  return broken ? `the login ${broken} does not work` : null;
}

function degradedParts(
  { oldest_due_job_s, oldest_unsent_mail_s }: Backlog,
  store: Pick<ProbedPart, 'fault'>,
  mail: Pick<ProbedPart, 'fault'>,
): DegradedPart[] {
  const isDegraded: Record<DegradedPart, boolean> = {
    store: store.fault() !== null,
    mail: mail.fault() !== null,
    jobs: (oldest_due_job_s ?? 0) > JOBS_LATE_S,
    mails: (oldest_unsent_mail_s ?? 0) > MAILS_LATE_S,
  };
  return (Object.keys(isDegraded) as DegradedPart[]).filter((part) => isDegraded[part]);
}

/**
 * `/healthz`: the process answers. `/readyz`: 503 without what every request needs; 200 with the names of degraded parts,
 * and the ages of the oldest due job and unsent mail in seconds, as they were within the last seconds.
 */
export function registerHealth(app: FastifyInstance, health: () => Promise<HealthReport>): void {
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const { obstacle, degraded, ...rest } = await health();
    if (obstacle !== null) void reply.header('retry-after', '1');
    return reply.status(obstacle === null ? 200 : 503).send({
      status: obstacle ?? (degraded.length === 0 ? 'ready' : 'degraded'),
      degraded,
      ...rest,
    });
  });
}
