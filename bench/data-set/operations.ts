import { riyadhDate } from '#domain/calendar.ts';
import { derivedTokens } from '#server/accounts/derived-tokens.ts';
import type { HttpRequest } from '../tools/wrk.ts';
import { secrets } from '../tools/database.ts';
import { tokensOf } from '../tools/tokens.ts';
import {
  addSessions,
  addUploads,
  addWaitingTickets,
  idOf,
  password,
  type DataSet,
} from './data-set.ts';

/**
 * An operation that is measured in two ways: PostgreSQL alone calls the product's function with the same arguments (`limit`),
 * and the product handles a request over HTTP (`request`). Calls are numbered; person 1 + n % people makes call `n`.
 */
export interface Operation extends Requests {
  name: string;
  /** pgbench's SQL; `:n` is the call's number. Absent where the database is not the bottleneck. */
  limit?: (dataSet: DataSet) => string;
}

/** The requests of an operation, to the product or to a peer. */
export interface Requests {
  /** Request number `n`; `token` is its person's. */
  request: (n: number, person: number, token: string) => HttpRequest;
  /** Access tokens for a server at `url`, by person's number − 1. */
  tokens?: (dataSet: DataSet, url: string) => Promise<string[]>;
  /** Present where a call uses its row up and cannot be repeated. */
  singleUse?: {
    /** More calls a second than any system here makes. So many rows are prepared. */
    most_a_second: number;
    /** Inserts the rows for `count` calls, from number `first` on. */
    prepare?: (dataSet: DataSet, first: number, count: number) => Promise<void>;
  };
}

/** Requests `first` to `first + count - 1` of an operation, signed in with `tokens`. */
export const requestsOf = (
  { request }: Requests,
  tokens: readonly string[],
  { people, first, count }: { people: number; first: number; count: number },
): HttpRequest[] =>
  Array.from({ length: count }, (_, index) => {
    const person = 1 + ((first + index) % people);
    return request(first + index, person, tokens[person - 1] ?? '');
  });

const inDays = (days: number) => riyadhDate(new Date(Date.now() + days * 86_400_000));
const today = () => inDays(0);

/** SQL's id of the person who makes call `:n`, as a user, a session, a company or an agency. */
const callersId =
  ({ people }: DataSet) =>
  (kind: string) =>
    `bench_id('${kind}', 1 + :n::bigint % ${people})`;

const tokensFor =
  (people: 'companies' | 'agencies') =>
  (dataSet: DataSet, url: string): Promise<string[]> =>
    tokensOf(dataSet.owner, url, dataSet[people]);

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const post = (path: string, headers: Record<string, string>, body: object | null): HttpRequest => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', ...headers },
  body: body ? JSON.stringify(body) : '',
});
/** A request with an idempotency key. */
const postOnce = (path: string, n: number, token: string, body: object | null) =>
  post(path, { ...bearer(token), 'idempotency-key': `k${n}` }, body);

/** The encodings that a browser names in each request. */
const asBrowsers = { 'accept-encoding': 'gzip, deflate, br, zstd' };

const dashboard = (
  kind: 'company' | 'agency',
  [user, session]: readonly [string, string],
): Operation => ({
  name: `${kind} dashboard`,
  tokens: tokensFor(kind === 'company' ? 'companies' : 'agencies'),
  limit: (dataSet) => {
    const id = callersId(dataSet);
    return `select api.${kind}_dashboard(${id(user)}, ${id(session)}, now(), '${today()}')::text as json`;
  },
  request: (_, _person, token) => ({
    method: 'GET',
    path: `/api/dashboards/${kind}`,
    headers: bearer(token),
  }),
});

const companyDashboard = dashboard('company', ['0a', '0e']);

/** The company's dashboard as a browser requests it. */
const compressedDashboard: Operation = {
  name: 'company dashboard, compressed',
  tokens: tokensFor('companies'),
  request: (...call) => {
    const { headers, ...rest } = companyDashboard.request(...call);
    return { ...rest, headers: { ...headers, ...asBrowsers } };
  },
};

const answer = (name: 'approve' | 'reject'): Operation => ({
  name: `${name} ticket`,
  tokens: tokensFor('agencies'),
  singleUse: { most_a_second: 10_000, prepare: addWaitingTickets },
  limit: (dataSet) => {
    const id = callersId(dataSet);
    return `select api.act_on_ticket(${id('0b')}, ${id('0f')}, now(), :n::text, '', '${name}', 'agency',
              bench_id('11', :n::bigint), null)::text as json`;
  },
  request: (n, _, token) =>
    postOnce(`/api/tickets/${idOf('11', n)}/${name}`, n, token, name === 'reject' ? {} : null),
});

const createTicket: Operation = {
  name: 'create ticket',
  tokens: tokensFor('companies'),
  singleUse: { most_a_second: 10_000, prepare: addUploads },
  limit: (dataSet) => {
    const id = callersId(dataSet);
    return `select api.create_ticket_with_installments(${id('0a')}, ${id('0e')}, now(), :n::text, '', null, ${id('0d')},
              1500.00, 'TwoMonths', 'Campaign', ${id('0a')} || '/b' || :n || '.pdf', false, '${today()}',
              '{${inDays(30)},${inDays(60)}}', '{750,750}', 100000, 100000)::text as json`;
  },
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
/** Refreshes a session once. */
const refresh: Operation = {
  name: 'token refresh',
  singleUse: { most_a_second: 15_000, prepare: addSessions },
  request: (n) => {
    const token = derived.refreshToken(idOf('a1', n), 0);
    return post('/auth/v1/token?grant_type=refresh_token', {}, { refresh_token: token });
  },
};

const publicPage: Operation = {
  name: 'public page',
  request: () => ({ method: 'GET', path: '/', headers: asBrowsers }),
};

export const operations = {
  companyDashboard,
  compressedDashboard,
  agencyDashboard: dashboard('agency', ['0b', '0f']),
  createTicket,
  approve: answer('approve'),
  reject: answer('reject'),
  signIn,
  refresh,
  publicPage,
} as const satisfies Record<string, Operation>;
