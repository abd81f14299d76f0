import { setTimeout as pause } from 'node:timers/promises';
import { GoTrueClient } from '@supabase/auth-js';
import type { Session } from '@supabase/auth-js';
import { Client, type ClientConfig } from 'pg';
import type { ReplyOf } from '#api/contract.ts';
import type { Upload } from '#api/files.ts';
import type { OperationId } from '#api/operations.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Role } from '#domain/accounts/roles.ts';
import { addDays, type IsoDate } from '#domain/calendar.ts';
import type { FileKind } from '#domain/files/file-rules.ts';
import {
  call,
  listen,
  patientFetch,
  send,
  upload,
  type ApiResponse,
  type CallInput,
  type ChosenFile,
  type EventStream,
  type RawInput,
} from '#server/product-client/product-client.ts';
import { closeDay } from '#server/servicing/close-day.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { startTestServer, type TestServer } from './server.ts';

/** The whole product on a database of its own, with a clock that only the test moves. */
export interface Product {
  url: string;
  server: TestServer;
  database: TestDatabase;
  clock: { now(): Date; set(now: string): void; moveDays(days: number): void };
  /** It becomes noon in Riyadh on a day, and the day before is closed. */
  beginDay(day: IsoDate): Promise<void>;
  /** A person who has just signed up through the unmodified account client. */
  signUp(role: Role | null, name?: string): Promise<Actor>;
  /** A member of staff, made as `npm run staff` makes them, signed in, their second factor shown. */
  addStaff(name: string): Promise<Actor>;
  /**
   * Resolves once no analysis, no bureau, no documents and no mail wait or run: what the test did before has had all its effects.
   * @throws Error when one has failed.
   */
  settled(): Promise<void>;
  /** As the owner: looks behind row-level security. */
  rows<T extends object>(sql: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

/** A signed-in person who uses the product's public API. */
export interface Actor {
  email: string;
  password: string;
  user_id: string;
  auth: GoTrueClient;
  /** A valid access token at this moment of the moved clock: signs in again when the last one has expired. */
  token(): Promise<string>;
  /** @throws Error with the status and the text of a refusal. */
  call<Id extends OperationId>(id: Id, input?: CallInput<Id>): Promise<ReplyOf<Id>>;
  /** The answer as it is, refused or not; the input may be anything. */
  send(id: OperationId, input?: RawInput): Promise<ApiResponse>;
  upload(kind: FileKind, file: ChosenFile, index?: number): Promise<Upload>;
  listen(): Promise<EventStream>;
}

/** Its strength is estimated in a tenth of the time that a longer one with words takes. */
export const password = 'oryx-palm-71';

/** For `vi.waitUntil`; looking all the time would take the processor from what is waited for. */
export const pauses = { interval: 20, timeout: 110_000 };

/**
 * @param env settings that differ from those of {@link startTestServer}.
 * @param through a proxy before PostgreSQL, which the server then reaches it by; the test itself does not.
 */
export async function startProduct(
  start: string,
  env: Record<string, string> = {},
  through?: (owner: ClientConfig) => ClientConfig | Promise<ClientConfig>,
): Promise<Product> {
  const database = await createTestDatabase();
  let at = new Date(start).getTime();
  const clock = {
    now: () => new Date(at),
    set: (now: string) => {
      at = new Date(now).getTime();
    },
    moveDays: (days: number) => {
      at += days * 86_400_000;
    },
  };
  const reached = through ? { ...database, owner: await through(database.owner) } : database;
  const server = await startTestServer(reached, { clock, env });
  let people = 0;
  const owner = new Client(database.owner);
  await owner.connect();
  const rows = async <T extends object>(sql: string, values: unknown[] = []): Promise<T[]> =>
    (await owner.query(sql, values)).rows;
  const newAddress = (name: string) => `${name}-${(people += 1)}@example.sa`;
  return {
    rows,
    addStaff: (name) => signUpStaff({ url: server.url, rows, clock }, newAddress('staff'), name),
    async settled() {
      const sql = `select last_error from graphile_worker.jobs
        where task_identifier in ('analyse_credit', 'ask_bureau', 'issue_documents', 'send_iban_mail')`;
      for (;;) {
        const jobs = await rows<{ last_error: string | null }>(sql);
        if (jobs.length === 0) return;
        const failed = jobs.find(({ last_error }) => last_error !== null);
        if (failed) throw new Error(`a job failed: ${failed.last_error}`);
        await pause(pauses.interval);
      }
    },
    url: server.url,
    server,
    database,
    clock,
    async signUp(role, name = role ?? 'person') {
      const actor = await signUpActor(server.url, role, newAddress(name), clock);
      // Its documents are set with its number; financing-documents.test.ts is about companies without.
      if (role === 'company')
        await rows(`update companies set cr_number = '1010123456' where user_id = $1`, [
          actor.user_id,
        ]);
      return actor;
    },
    async beginDay(day) {
      clock.set(`${day}T09:00:00Z`);
      await closeDay(database.pools.jobs, addDays(day, -1), clock.now());
    },
    async close() {
      await server.close();
      await owner.end();
      await database.drop();
    },
  };
}

/** What a new session still needs. */
type OnSignIn = (user_id: string) => Promise<void>;

/** Signs up at `url`. */
export async function signUpActor(
  url: string,
  role: Role | null,
  email: string,
  clock: Clock,
  onSignIn?: OnSignIn,
): Promise<Actor> {
  const auth = authClient(url);
  const { data, error } = await auth.signUp({
    email,
    password,
    options: { emailRedirectTo: `${url}/auth/resolve`, data: role ? { role } : {} },
  });
  if (error || !data.session) throw error ?? new Error(`${email} was not signed in`);
  let session: Session = data.session;
  await onSignIn?.(session.user.id);
  const signInAgain = async () => {
    const again = await auth.signInWithPassword({ email, password });
    if (again.error) throw again.error;
    session = again.data.session;
    await onSignIn?.(session.user.id);
    return session.access_token;
  };
  let signingIn: Promise<string> | undefined;
  const token = async () => {
    const remaining_ms = (session.expires_at ?? 0) * 1000 - clock.now().getTime();
    if (remaining_ms > 60_000) return session.access_token;
    // Requests at one moment share one sign-in.
    signingIn ??= signInAgain().finally(() => (signingIn = undefined));
    return signingIn;
  };
  return {
    email,
    password,
    user_id: session.user.id,
    auth,
    token,
    call: async (id, input) => call(url, id, await token(), input),
    send: async (id, input) => send(url, id, await token(), input),
    upload: async (kind, file, index) => upload(url, kind, await token(), file, index),
    listen: async () => listen(url, await token()),
  };
}

/** A member of staff at a product, made as `npm run staff` makes them, their second factor shown. */
export async function signUpStaff(
  { url, rows, clock }: Pick<Product, 'url' | 'rows'> & { clock: Clock },
  email: string,
  name: string,
): Promise<Actor> {
  // A clock that is set back would have codes shown twice: the sessions are raised as the owner.
  const actor = await signUpActor(url, null, email, clock, async (user_id) => {
    // Nor need they show it again before each release of money: authorisation.test.ts is about that.
    await rows(
      `update auth.sessions set aal = 'aal2', awaits_factor = false, factor_proven_at = 'infinity'
        where user_id = $1 and revoked_at is null`,
      [user_id],
    );
  });
  await rows('select api.prove_mailbox($1, $2)', [actor.user_id, clock.now()]);
  const [row] = await rows<{ result: string }>(
    'select api.add_staff($1, $2, $3, false) as result',
    [actor.email, name, clock.now()],
  );
  if (row?.result !== 'added') throw new Error(`${name} is no staff: ${row?.result}`);
  return actor;
}

function authClient(url: string): GoTrueClient {
  const stored = new Map<string, string>();
  return new GoTrueClient({
    url: `${url}/auth/v1`,
    fetch: patientFetch,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storageKey: crypto.randomUUID(),
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
  });
}
