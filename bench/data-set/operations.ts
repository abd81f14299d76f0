import { riyadhDate } from '#domain/calendar.ts';
import { derivedTokens } from '#server/accounts/derived-tokens.ts';
import type { HttpRequest } from '../tools/wrk.ts';
import { secrets } from '../tools/secrets.ts';
import { addUploads, addWaitingTickets, idOf, password, type DataSet } from './data-set.ts';

/**
 * An operation that is measured in two ways: PostgreSQL alone calls the product's function with the same arguments (`limit`),
 * and the product handles a request over HTTP (`request`). Calls are numbered; person 1 + n % people makes call `n`.
 */
export interface Operation {
  name: string;
  /** pgbench's SQL; `:n` is the call's number. Absent where the database is not the bottleneck. */
  limit?: (dataSet: DataSet) => string;
  /** Request number `n`; `token` is its person's. */
  request: (n: number, person: number, token: string) => HttpRequest;
  /** Access tokens for a server at `url`, by person's number − 1. */
  tokens?: (dataSet: DataSet, url: string) => Promise<string[]>;
  /** Present where a call uses its row up and cannot be repeated. */
  singleUse?: SingleUse;
}

interface SingleUse {
  /** More calls a second than any system here makes. So many rows are prepared. */
  most_a_second: number;
  /** Inserts the rows for `count` calls, from number `first` on. */
  prepare?: (dataSet: DataSet, first: number, count: number) => Promise<void>;
}

/** Requests `first` to `first + count - 1` of an operation, signed in with `tokens`. */
export const requestsOf = (
  { request }: Pick<Operation, 'request'>,
  tokens: readonly string[],
  { people, first, count }: { people: number; first: number; count: number },
): HttpRequest[] =>
  Array.from({ length: count }, (_, index) => {
    const person = 1 + ((first + index) % people);
    return request(first + index, person, tokens[person - 1] ?? '');
  });

const today = () => riyadhDate(new Date());
const inDays = (days: number) => riyadhDate(new Date(Date.now() + days * 86_400_000));

const personsId = (kind: string, people: number) =>
  `bench_id('${kind}', 1 + :n::bigint % ${people})`;

/** The first arguments of every function that writes, as SQL. */
const callerOf = (user: string, session: string, people: number) => ({
  user_id: personsId(user, people),
  session_id: personsId(session, people),
  asked_at: 'now()',
  key: ':n::text',
  request_hash: `''`,
});
/** Calls a batch function with one call; `args` are SQL. */
const callBatchOfOne = (functionName: string, args: Record<string, string>) => {
  const pairs = Object.entries(args).map(([name, sql]) => `'${name}', ${sql}`);
  const call = `jsonb_build_array(jsonb_build_object(${pairs.join(', ')}))`;
  return `select bench_reply(api.${functionName}(${call}, true))::text as json`;
};

const tokensOf = (kind: 'company' | 'agency') => (dataSet: DataSet, url: string) =>
  dataSet.tokensFor(kind, url);

const json = { 'content-type': 'application/json' };
const post = (path: string, headers: Record<string, string>, body: object | null): HttpRequest => ({
  method: 'POST',
  path,
  headers: { ...json, ...headers },
  body: body ? JSON.stringify(body) : '',
});
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
/** A request with an idempotency key. */
const postOnce = (path: string, n: number, token: string, body: object | null) =>
  post(path, { ...bearer(token), 'idempotency-key': `k${n}` }, body);

const dashboard = (kind: 'company' | 'agency', user: string, session: string): Operation => ({
  name: `${kind} dashboard`,
  tokens: tokensOf(kind),
  limit: ({ people }) =>
    `select api.${kind}_dashboard(${personsId(user, people)}, ${personsId(session, people)}, now(), '${today()}')::text as json`,
  request: (_, _person, token) => ({
    method: 'GET',
    path: `/api/dashboards/${kind}`,
    headers: bearer(token),
  }),
});

const answer = (name: 'approve' | 'reject'): Operation => ({
  name: `${name} ticket`,
  tokens: tokensOf('agency'),
  singleUse: { most_a_second: 10_000, prepare: addWaitingTickets },
  limit: ({ people }) =>
    callBatchOfOne('act_on_tickets', {
      ...callerOf('0b', '0f', people),
      move: `'${name}'`,
      role: `'agency'`,
      ticket_id: `bench_id('11', :n::bigint)`,
    }),
  request: (n, _, token) =>
    postOnce(`/api/tickets/${idOf('11', n)}/${name}`, n, token, name === 'reject' ? {} : null),
});

const schedule = () =>
  JSON.stringify([
    { seq: 1, due_date: inDays(30), amount_sar: '750.00' },
    { seq: 2, due_date: inDays(60), amount_sar: '750.00' },
  ]);

const createTicket: Operation = {
  name: 'create ticket',
  tokens: tokensOf('company'),
  singleUse: { most_a_second: 10_000, prepare: addUploads },
  limit: ({ people }) =>
    callBatchOfOne('create_tickets_with_installments', {
      ...callerOf('0a', '0e', people),
      agency_id: personsId('0d', people),
      amount_sar: `'1500.00'`,
      repayment_term: `'TwoMonths'`,
      description: `'Campaign'`,
      invoice_url: `${personsId('0a', people)} || '/b' || :n || '.pdf'`,
      today: `'${today()}'`,
      schedule: `'${schedule()}'::jsonb`,
      tickets_to_agency: '100000',
      tickets: '100000',
    }),
  request: (n, person, token) =>
    postOnce('/api/tickets', n, token, {
      p_agency_id: idOf('0d', person),
      p_amount_sar: '1500.00',
      p_term_months: 2,
      p_description: 'Campaign',
      p_invoice_url: `${idOf('0a', person)}/b${n}.pdf`,
    }),
};

const signIn: Operation = {
  name: 'sign-in',
  singleUse: { most_a_second: 2_000 },
  request: (n, person) => {
    // A new address each time, so that rate limits by address do not apply.
    const address = `10.${(n >> 16) % 256}.${(n >> 8) % 256}.${n % 256}`;
    const body = { email: `company${person}@example.sa`, password };
    return post('/auth/v1/token?grant_type=password', { 'x-forwarded-for': address }, body);
  },
};

const derived = derivedTokens(secrets);
/** Sessions of kind 'a1' by number, each refreshed once. */
const refresh: Operation = {
  name: 'token refresh',
  singleUse: {
    most_a_second: 15_000,
    prepare: async (dataSet, first, count) => {
      await dataSet.query(
        `insert into auth.sessions (id, user_id, amr, created_at, refreshed_at, not_after)
         select bench_id('a1', n), bench_id('0a', 1 + n % $3), '[]', now(), now(), '2099-01-01'
           from generate_series($1::bigint, $1::bigint + $2::bigint - 1) n`,
        [first, count, dataSet.people],
      );
    },
  },
  request: (n) => {
    const token = derived.refreshToken(idOf('a1', n), 0);
    return post('/auth/v1/token?grant_type=refresh_token', {}, { refresh_token: token });
  },
};

const publicPage: Operation = {
  name: 'public page',
  request: () => ({ method: 'GET', path: '/', headers: { 'accept-encoding': 'br, gzip' } }),
};

export const operations = {
  companyDashboard: dashboard('company', '0a', '0e'),
  agencyDashboard: dashboard('agency', '0b', '0f'),
  createTicket,
  approve: answer('approve'),
  reject: answer('reject'),
  signIn,
  refresh,
  publicPage,
} as const satisfies Record<string, Operation>;

/** Waits at most ten seconds until the server has finished the requests whose clients have disconnected. */
async function waitUntilIdle(dataSet: DataSet): Promise<void> {
  for (let quiet = 0, tries = 0; quiet < 3 && tries < 200; tries += 1) {
    await new Promise((go) => setTimeout(go, 50));
    const { rows } = await dataSet.query<{ busy: boolean }>(
      `select exists (select from pg_stat_activity a where a.backend_type = 'client backend' and a.state <> 'idle'
                        and a.pid <> pg_backend_pid()) as busy`,
    );
    quiet = rows[0]!.busy ? 0 : quiet + 1;
  }
}

/** Deletes what calls have written, so that the next measurement has the same data set. */
export async function cleanUp(dataSet: DataSet, since: Date): Promise<void> {
  await waitUntilIdle(dataSet);
  await dataSet.query('begin');
  // Without the triggers that protect history.
  await dataSet.query(`set local session_replication_role = replica`);
  await dataSet.query(
    `with gone as (delete from tickets where created_at >= $1 returning id),
          no_installments as (delete from ticket_installments i using gone g where i.ticket_id = g.id)
     delete from agency_payouts p using gone g where p.ticket_id = g.id`,
    [since],
  );
  await dataSet.query(`delete from files where storage_key like 'b%'`);
  // Deletes the sessions that sign-ins opened, not those of the data set.
  await dataSet.query(`delete from auth.sessions where id::text !~ '^0[ef]000000-'`);
  await dataSet.query(
    'update auth.users set last_sign_in_at = null where last_sign_in_at is not null',
  );
  await dataSet.query('truncate auth.sign_in_failures, auth.request_counts');
  await dataSet.query('truncate idempotency_keys, events');
  // Companies and tickets refer to these: a truncate with cascade would empty the data set.
  await dataSet.query('delete from notifications');
  await dataSet.query('delete from mails');
  await dataSet.query('delete from document_sets');
  await dataSet.query('delete from graphile_worker._private_jobs');
  await dataSet.query('commit');
  for (const table of [
    'tickets',
    'ticket_installments',
    'agency_payouts',
    'files',
    'mails',
    'document_sets',
    'auth.users',
    'auth.sessions',
    'graphile_worker._private_jobs',
  ])
    await dataSet.query(`vacuum ${table}`);
  await dataSet.query('checkpoint');
}
