import { GoTrueClient } from '@supabase/auth-js';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { Client } from 'pg';
import { readSettings } from '../platform/config/settings.ts';
import type { Clock } from '../platform/clock.ts';
import type { Mail } from '../platform/mail/mail.ts';
import { type TestDatabase, createTestDatabase } from '../../testing/database.ts';
import { accountJobs } from './account-jobs.ts';
import { registerAccounts } from './accounts.http.ts';

/**
 * The account service alone, with its own database, a clock that only the test moves and a mailbox that the test reads.
 */
export interface AccountService {
  /** Base URL of the service, as auth-js expects it. */
  url: string;
  siteUrl: string;
  app: FastifyInstance;
  clock: Clock & { move(seconds: number): void };
  database: TestDatabase;
  /** Delivers queued mails and returns all mails sent so far, oldest first. */
  mail(): Promise<Mail[]>;
  /** Runs the daily job. */
  sweep(): Promise<void>;
  /** Runs a job with this payload, as a second delivery by the queue would. */
  handle(task: 'write_account_link' | 'send_account_mail', payload: unknown): Promise<void>;
  /** The link in the latest mail to `address`. */
  linkTo(address: string): Promise<URL>;
  /** Runs SQL as the owner: to check stored rows and to create states that no use case creates. */
  sql<T extends object>(text: string, values?: unknown[]): Promise<T[]>;
  /** A second server process on the same database. */
  another(environment?: Record<string, string>): Promise<{ url: string; close(): Promise<void> }>;
  stop(): Promise<void>;
}

export async function startAccountService(
  environment: Record<string, string> = {},
  logger: FastifyServerOptions['logger'] = false,
): Promise<AccountService> {
  const database = await createTestDatabase();
  // auth-js reads the real clock, so the service starts at the same time, rounded up to seconds.
  let at = Math.ceil(Date.now() / 1000) * 1000;
  const clock = {
    now: () => new Date(at),
    move: (seconds: number) => {
      at += seconds * 1000;
    },
  };
  const siteUrl = 'http://hamla.test:3000';
  const deps = {
    pool: database.pools.accounts,
    clock,
    secrets: database.secrets,
    siteUrl: () => siteUrl,
  };
  const start = async (changed: Record<string, string> = {}) => {
    const own = readSettings({ EMAIL_CONFIRMATION: 'off', ...environment, ...changed });
    const app: FastifyInstance = Fastify({ trustProxy: own.trustProxy, logger });
    await registerAccounts(app, { ...deps, settings: own });
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    return { app, url: `${origin}/auth/v1` };
  };
  const { app, url } = await start();
  const owner = new Client(database.owner);
  await owner.connect();
  const sent: Mail[] = [];
  const handlers = accountJobs({
    ...deps,
    mailer: {
      send: async (mail) => {
        sent.push(mail);
      },
    },
  });
  const sql = async <T extends object>(text: string, values: unknown[] = []) =>
    (await owner.query(text, values)).rows as T[];
  const mail = async () => {
    // Links first, because their jobs queue mails.
    for (const task of ['write_account_link', 'send_account_mail']) {
      const jobs = await sql<{ id: string; payload: unknown }>(
        `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
         where t.id = j.task_id and t.identifier = $1 returning j.id, j.payload`,
        [task],
      );
      jobs.sort((a, b) => Number(a.id) - Number(b.id));
      for (const job of jobs) await handlers[task]?.(job.payload);
    }
    return sent;
  };
  return {
    url,
    siteUrl,
    app,
    clock,
    database,
    mail,
    sql,
    sweep: async () => handlers.sweep_accounts?.({}),
    handle: async (task, payload) => handlers[task]?.(payload),
    async linkTo(address) {
      const latest = (await mail()).findLast(
        ({ to, text }) => to === address && text.includes('/verify?'),
      );
      const link = /http\S+\/verify\?\S+/.exec(latest?.text ?? '')?.[0];
      if (!link) throw new Error('no link was sent to this address');
      // The mail links to the public site; the test opens the same path on its own port.
      return new URL(link.replace(`${siteUrl}/auth/v1`, url));
    },
    async another(changed = {}) {
      const second = await start(changed);
      return { url: second.url, close: () => second.app.close() };
    },
    async stop() {
      await app.close();
      await owner.end();
      await database.drop();
    },
  };
}

/** The unmodified auth-js client, each with its own storage, like separate browsers. */
export function authClient(
  url: string,
  flowType: 'implicit' | 'pkce' = 'implicit',
): GoTrueClient & { stored: Map<string, string> } {
  const stored = new Map<string, string>();
  const client = new GoTrueClient({
    url,
    flowType,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    persistSession: true,
    storageKey: `test-${Math.random()}`,
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    headers: { apikey: 'anon', Authorization: 'Bearer anon' },
  });
  return Object.assign(client, { stored });
}

export const goodPassword = 'oryx-palm-71';

let people = 0;
export const newAddress = (): string => `person${(people += 1)}@example.com`;

/**
 * Signs up a user.
 * @returns the user with a client that is signed in.
 */
export async function signUpNewcomer(
  { url }: AccountService,
  options: { role?: 'company' | 'agency'; flowType?: 'implicit' | 'pkce' } = {},
) {
  const email = newAddress();
  const client = authClient(url, options.flowType);
  const { data, error } = await client.signUp({
    email,
    password: goodPassword,
    options: { data: options.role ? { role: options.role } : {} },
  });
  if (error || !data.session) throw error ?? new Error('no session');
  return { email, client, id: data.session.user.id, session: data.session };
}

/** Asks for a session without a client: by a password, a refresh token or a code. */
export const askToken = (
  url: string,
  grant: 'password' | 'refresh_token' | 'pkce',
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${url}/token?grant_type=${grant}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
      ...headers,
    },
    body: JSON.stringify(body),
  });

/** Sends the refresh grant, as another tab could. */
export async function refresh(url: string, refresh_token: string) {
  const reply = await askToken(url, 'refresh_token', { refresh_token });
  return { status: reply.status, body: await reply.json(), headers: reply.headers };
}
