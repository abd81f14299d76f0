import { derivedTokens } from '#server/accounts/derived-tokens.ts';
import { addUploads, addWaitingTickets, idOf, password, type World } from './world.ts';

/**
 * What is measured: the same thing asked of PostgreSQL alone (`limit`, the very function with the product's arguments) and
 * of the product over HTTP (`lua`). Both number their calls; a call that uses a row up uses the row of its number.
 */
export interface Operation {
  name: string;
  /** pgbench's SQL; `:n` is the call's number. Left out where the database is not what the operation waits for. */
  limit?: (world: World) => string;
  /** The same of what the product asks instead where it has kept an answer. */
  keptLimit?: (world: World) => string;
  /** The request of number `n`; see wrk.ts. */
  lua: (world: World) => string;
  /** What the requests are signed in with, by person's number − 1. */
  tokens?: 'company' | 'agency' | (() => Promise<string[]>);
  /** Makes the rows that `count` calls use up, from number `first` on. */
  prepare?: (world: World, first: number, count: number) => Promise<void>;
  /** Calls a second that no system here exceeds: how many rows are made ready. */
  most_a_second?: number;
}

const today = () => new Date().toISOString().slice(0, 10);
const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A different person for each call, in Lua and in SQL. */
const luaPerson = ({ people }: World) => `local person = 1 + n % ${people}`;
const caller = (user: string, session: string, { people }: World) =>
  `bench_id('${user}', 1 + :n::bigint % ${people}), bench_id('${session}', 1 + :n::bigint % ${people}), now()`;

const dashboard = (kind: 'company' | 'agency', user: string, session: string): Operation => ({
  name: `${kind} dashboard`,
  tokens: kind,
  limit: (world) =>
    `select ${kind}_dashboard(${caller(user, session, world)}, '${today()}')::text as json`,
  keptLimit: (world) => {
    const id = (of: string) => `array[bench_id('${of}', 1 + :n::bigint % ${world.people})]`;
    const party = id(kind === 'company' ? '0c' : '0d');
    return `select standing_dashboards(${id(user)}, ${id(session)}, array['${kind}'], ${party}, array[pg_current_snapshot()], now())::text as json`;
  },
  lua: (world) => `${luaPerson(world)}
    return 'GET', '/api/dashboards/${kind}', {Authorization = 'Bearer ' .. tokens[person]}`,
});

const answer = (move: 'approve' | 'reject'): Operation => ({
  name: `${move} ticket`,
  tokens: 'agency',
  most_a_second: 5_000,
  prepare: addWaitingTickets,
  limit: (world) =>
    `select act_on_ticket(${caller('0b', '0f', world)}, :n::text, '\\x00'::bytea, '${move}', 'agency',
       bench_id('11', :n::bigint), null)::text as json`.replaceAll(/\s+/g, ' '),
  lua: (world) => `${luaPerson(world)}
    return 'POST', string.format('/api/tickets/11000000-0000-7000-8000-%012x/${move}', n),
      {Authorization = 'Bearer ' .. tokens[person], ['Idempotency-Key'] = 'k' .. n,
       ['Content-Type'] = 'application/json'}, '${move === 'reject' ? '{}' : ''}'`,
});

const schedule = () =>
  JSON.stringify([
    { seq: 1, due_date: inDays(30), amount_sar: '750.00' },
    { seq: 2, due_date: inDays(60), amount_sar: '750.00' },
  ]);

const createTicket: Operation = {
  name: 'create ticket',
  tokens: 'company',
  most_a_second: 5_000,
  prepare: addUploads,
  limit: (world) =>
    `select create_ticket_with_installments(${caller('0a', '0e', world)}, :n::text, '\\x00'::bytea, null,
       bench_id('0d', 1 + :n::bigint % ${world.people}), 1500, 'TwoMonths', 'Campaign',
       bench_id('0a', 1 + :n::bigint % ${world.people}) || '/b' || :n || '.pdf', '${today()}',
       '${schedule()}'::jsonb)::text as json`.replaceAll(/\s+/g, ' '),
  lua: (world) => `${luaPerson(world)}
    local body = string.format('{"p_agency_id": "0d000000-0000-7000-8000-%012x", "p_amount_sar": "1500.00", ' ..
      '"p_term_months": 2, "p_description": "Campaign", "p_invoice_url": "0a000000-0000-7000-8000-%012x/b%d.pdf"}',
      person, person, n)
    return 'POST', '/api/tickets', {Authorization = 'Bearer ' .. tokens[person], ['Idempotency-Key'] = 'k' .. n,
      ['Content-Type'] = 'application/json'}, body`,
};

/** An address for each request: limits by address are not what is measured. */
const luaAddress = `local address = string.format('10.%d.%d.%d', n / 65536 % 256, n / 256 % 256, n % 256)`;

export const signIn: Operation = {
  name: 'sign-in',
  lua: (world) => `${luaPerson(world)}
    ${luaAddress}
    return 'POST', '/auth/v1/token?grant_type=password',
      {['Content-Type'] = 'application/json', ['X-Forwarded-For'] = address},
      string.format('{"email": "company%d@example.sa", "password": "${password}"}', person)`,
};

/** Sessions of kind 'a1' by number, each refreshed once. */
const refresh: Operation = {
  name: 'token refresh',
  most_a_second: 12_000,
  prepare: async (world, first, count) => {
    await world.query(
      `insert into auth.sessions (id, user_id, amr, created_at, refreshed_at, not_after)
       select bench_id('a1', n), bench_id('0a', 1 + n % $3), '[]', now(), now(), '2099-01-01'
         from generate_series($1::bigint, $1::bigint + $2::bigint - 1) n`,
      [first, count, world.people],
    );
  },
  lua: () => `return 'POST', '/auth/v1/token?grant_type=refresh_token', {['Content-Type'] = 'application/json'},
      '{"refresh_token": "' .. tokens[1 + n - first] .. '"}'`,
};

const publicPage: Operation = {
  name: 'public page',
  lua: () => `return 'GET', '/', {['Accept-Encoding'] = 'br, gzip'}`,
};

export const operations: readonly Operation[] = [
  dashboard('company', '0a', '0e'),
  dashboard('agency', '0b', '0f'),
  createTicket,
  answer('approve'),
  answer('reject'),
  signIn,
  refresh,
  publicPage,
];

/** The tokens that the requests of an operation carry, by person or, of a refresh, by number. */
export async function tokensOf(
  operation: Operation,
  world: World,
  siteUrl: string,
  { first, count }: { first: number; count: number },
): Promise<string[]> {
  if (typeof operation.tokens === 'function') return operation.tokens();
  if (operation.tokens) return world.tokensFor(operation.tokens, siteUrl);
  if (operation !== refresh) return [];
  const derived = derivedTokens(world.secrets);
  return Array.from({ length: count }, (_, index) =>
    derived.refreshToken(idOf('a1', first + index), 0),
  );
}

/** A server works on what it was asked before its callers left: until nothing moves any more, ten seconds at most. */
async function settle(world: World): Promise<void> {
  for (let quiet = 0, tries = 0; quiet < 3 && tries < 200; tries += 1) {
    await new Promise((go) => setTimeout(go, 50));
    const { rows } = await world.query<{ busy: boolean }>(
      `select exists (select from pg_stat_activity a where a.backend_type = 'client backend' and a.state <> 'idle'
                        and a.pid <> pg_backend_pid()) as busy`,
    );
    quiet = rows[0]!.busy ? 0 : quiet + 1;
  }
}

/** Takes back what calls have written, so that the next measurement meets the same world. */
export async function cleanUp(world: World, since: Date): Promise<void> {
  await settle(world);
  await world.query('begin');
  // Without the checks of history: nothing here is history.
  await world.query(`set local session_replication_role = replica`);
  await world.query(
    `with gone as (delete from tickets where created_at >= $1 returning id),
          no_installments as (delete from ticket_installments i using gone g where i.ticket_id = g.id)
     delete from agency_payouts p using gone g where p.ticket_id = g.id`,
    [since],
  );
  await world.query(`delete from files where storage_key like 'b%'`);
  await world.query(`delete from auth.sessions where id::text like 'a1%'`);
  await world.query('truncate idempotency_keys, events, mails, document_sets cascade');
  await world.query('delete from graphile_worker._private_jobs');
  // No trigger has seen it.
  await world.query('select purge_dashboard_changes()');
  await world.query('commit');
  for (const table of [
    'tickets',
    'ticket_installments',
    'agency_payouts',
    'files',
    'auth.sessions',
  ])
    await world.query(`vacuum ${table}`);
  await world.query('checkpoint');
}
