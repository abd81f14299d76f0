import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ticket } from '#api/tickets.ts';
import type { Role } from '#domain/accounts/roles.ts';
import { riyadhDate } from '#domain/calendar.ts';
import { openEventHub } from '#server/platform/events/event-hub.ts';
import type { Caller } from '#server/platform/http/operations.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { connectionOf, openPools } from '#server/platform/database/pools.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { addTicket } from '../../testing/payable.ts';
import { callOf, addAgency, addCompany, asOwner, type Person } from '../../testing/people.ts';
import { decideTicket } from '../tickets/decide-ticket.ts';
import { dashboardJobs, cachedDashboards, type ReadDashboard } from './dashboard-cache.ts';

let database: TestDatabase;
let company: Person;
let agency: Person;
const agencies = new Set<Person>();
/** The caches of two servers. */
let one: ReadDashboard;
let other: ReadDashboard;
let uncachedDashboards: ReadDashboard;
let otherPools: ReturnType<typeof openPools>;

const MB = 2 ** 20;
const now = new Date('2026-05-04T08:00:00Z');
const by = (caller: Caller, at = now) => callOf(caller, at);

beforeAll(async () => {
  database = await createTestDatabase();
  company = await addCompany(database, { now });
  agency = await addAgency(database, { now });
  agencies.add(agency);
  await request();
  const { owner, secrets, log } = database;
  otherPools = openPools({ owner, secrets, log });
  one = cachedDashboards(database.pools.app, MB);
  other = cachedDashboards(otherPools.app, MB);
  uncachedDashboards = cachedDashboards(database.pools.app, 0);
});
afterAll(async () => {
  await otherPools.close();
  await database.drop();
});

const request = (at = now, between = { company, agency }): Promise<Ticket> =>
  addTicket(database, between, at, { amount: '300.00' });

const roleOf = (person: Person): Role => (agencies.has(person) ? 'agency' : 'company');
const shown = async (read: ReadDashboard, person: Person, at = now) =>
  String(await read(roleOf(person), by(person, at)));
/** The dashboard as its SQL function returns it, without a cache. */
async function fresh(person: Person, at = now): Promise<string> {
  const role = roleOf(person);
  const call = `api.${role}_dashboard($1, $2, $3, $4)`;
  const { rows } = await database.pools.app.query<{ text: string }>(
    `select ${role === 'agency' ? `(${call}).dashboard` : call}::text as text`,
    [person.user_id, person.session_id, at, riyadhDate(at)],
  );
  return rows[0]!.text;
}

const change = (sql: string, ...values: unknown[]) =>
  asOwner(database, async (client) => void (await client.query(sql, values)));
/** Changes data without invalidating: shows whether a dashboard was cached before the change. */
const changeUnheard = (sql: string, ...values: unknown[]) =>
  asOwner(database, async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(sql, values);
  });

/** Makes `read` cache a dashboard and changes `phone`, which the cached one does not have. */
async function keepOld(read: ReadDashboard, person: Person, phone: string): Promise<void> {
  await shown(read, person);
  await changeUnheard('update companies set phone = $2 where id = $1', person.id, phone);
  expect(await shown(read, person)).not.toContain(phone);
}

/** Whether `read` returns the cached dashboard. */
async function isCached(read: ReadDashboard, person: Person, at = now): Promise<boolean> {
  const table = person === agency ? 'agencies' : 'companies';
  await shown(read, person, at);
  await changeUnheard(`update ${table} set contact_title = 'unheard' where id = $1`, person.id);
  const isOld = !(await shown(read, person, at)).includes('"unheard"');
  await change(`update ${table} set contact_title = null where id = $1`, person.id);
  return isOld;
}

test('an unchanged dashboard is served from the cache byte for byte', async () => {
  for (const person of [company, agency]) {
    expect(await shown(one, person)).toBe(await fresh(person));
    expect(await shown(one, person)).toBe(await fresh(person));
    expect(await isCached(one, person)).toBe(true);
  }
});

test('with a limit of 0 no dashboard is cached', async () => {
  expect(await isCached(uncachedDashboards, company)).toBe(false);
});

test('a change committed between two reads is in the next one, on every server', async () => {
  for (let turn = 0; turn < 10; turn += 1) {
    for (const read of [one, other]) {
      for (const person of [company, agency]) await shown(read, person);
    }
    const ticket = await request();
    if (turn % 2 === 0) await decideTicket(database.pools.app, by(agency), 'approve', ticket.id);
    const looks = [one, other].flatMap((read) =>
      [company, agency].map(async (person) => [person, await shown(read, person)] as const),
    );
    for (const [person, dashboard] of await Promise.all(looks)) {
      expect(dashboard).toBe(await fresh(person));
      expect(dashboard).toContain(ticket.ticket_number);
    }
  }
});

test('a write during a read invalidates the dashboard, whichever of two writers commits first', async () => {
  const { owner } = database;
  const pools = openPools({ owner, secrets: database.secrets, log: database.log });
  const [first, second] = [await pools.app.connect(), await pools.app.connect()];
  try {
    for (const writer of [first, second]) {
      await writer.query('begin');
      await writer.query('select set_caller($1, $2, $3)', [
        company.user_id,
        company.session_id,
        now,
      ]);
    }
    await first.query('select pg_current_xact_id()');
    await second.query(`update companies set address = 'by the later' where id = $1`, [company.id]);
    await shown(one, company);
    await second.query('commit');
    expect(await shown(one, company)).toContain('by the later');
    await first.query(`update companies set address = 'by the earlier' where id = $1`, [
      company.id,
    ]);
    expect(await shown(one, company)).toContain('by the later');
    await first.query('commit');
    expect(await shown(one, company)).toContain('by the earlier');
  } finally {
    first.release();
    second.release();
    await pools.close();
  }
});

test('a dashboard has the current name of the other party', async () => {
  await shown(one, company);
  await shown(one, agency);
  await change(`update agencies set name = 'Renamed Studio' where id = $1`, agency.id);
  await change(`update companies set name = 'Renamed Roasters' where id = $1`, company.id);
  expect(await shown(one, company)).toContain('Renamed Studio');
  expect(await shown(one, agency)).toContain('Renamed Roasters');
});

describe('the cached dashboard of a caller who may not see it', () => {
  const refusals: Record<string, [sql: string, code: string]> = {
    'once its session has ended': [
      `update auth.sessions set revoked_at = created_at where id = $1`,
      'session_not_found',
    ],
    'once its session has expired': [
      `update auth.sessions set not_after = created_at where id = $1`,
      'session_not_found',
    ],
    'while the account is suspended': [
      `update auth.users u set banned_until = '2099-01-01' from auth.sessions s where s.id = $1 and u.id = s.user_id`,
      'session_not_found',
    ],
    'before a second factor is shown': [
      `update auth.sessions set awaits_factor = true where id = $1`,
      'second_factor_required',
    ],
    'once the account has another role': [
      `update user_roles r set role = 'agency' from auth.sessions s where s.id = $1 and r.user_id = s.user_id`,
      'wrong_role',
    ],
    'of an account that is gone': [
      `delete from auth.users u using auth.sessions s where s.id = $1 and u.id = s.user_id`,
      'session_not_found',
    ],
  };
  test.each(Object.entries(refusals))('%s', async (_when, [sql, code]) => {
    const person = await addCompany(database, { now });
    expect(await isCached(one, person)).toBe(true);
    // The first validity check saw a change, so the dashboard is cached again.
    await shown(one, person);
    await change(sql, person.session_id);
    await expect(shown(one, person)).rejects.toMatchObject({ code });
  });

  test('a cached dashboard is refused to an ended session although another session of the account is open', async () => {
    const person = await addCompany(database, { now });
    expect(await isCached(one, person)).toBe(true);
    const stranger = await addCompany(database, { now });
    await shown(one, person);
    const foreign = { ...person, session_id: stranger.session_id };
    await expect(shown(one, foreign)).rejects.toMatchObject({ code: 'session_not_found' });
  });
});

test('a dashboard is read again after midnight, when an expected payment becomes late, and when the clock is set back', async () => {
  const ticket = await request();
  await decideTicket(database.pools.app, by(agency), 'approve', ticket.id);
  const after = (hours: number, milliseconds = 0) =>
    new Date(now.getTime() + hours * 3_600_000 + milliseconds);
  for (const at of [now, after(13), after(168), after(168, 1), after(170), now]) {
    for (const person of [company, agency])
      expect(await shown(one, person, at)).toBe(await fresh(person, at));
  }
});

test('the nightly job deletes invalidations together with the cached dashboards that depend on them', async () => {
  const purge = dashboardJobs({ pool: database.pools.jobs })['purge_dashboard_changes']!;
  await shown(one, company);
  await changeUnheard(`update companies set phone = 'silent' where id = $1`, company.id);
  await purge(null);
  expect(await shown(one, company)).toContain('silent');
  expect(await isCached(one, company)).toBe(true);
  await asOwner(database, async (client) => {
    await purge(null);
    const { rows } = await client.query('select party from dashboard_changes');
    expect(rows).toEqual([{ party: '00000000-0000-0000-0000-000000000000' }]);
  });
});

test('a running server uses new SQL functions that another server has installed', async () => {
  await keepOld(one, company, 'replayed');
  await change(`update schema_files set hash = 'older'`);
  await migrate(database);
  expect(await shown(one, company)).toContain('replayed');
});

test('the cache evicts the least recently used dashboards above its limit', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => addCompany(database, { now })));
  const [first, second, third, fourth] = people as [Person, Person, Person, Person];
  const size = (await fresh(first)).length;
  const read = cachedDashboards(database.pools.app, 3 * (1.25 * size + 1_100));
  for (const person of [first, second, third, first, fourth]) await shown(read, person);
  await changeUnheard(`update companies set phone = 'silent'`);
  for (const person of [first, third, fourth])
    expect(await shown(read, person)).not.toContain('silent');
  expect(await shown(read, second)).toContain('silent');
  // A limit too small for any dashboard.
  expect(await isCached(cachedDashboards(database.pools.app, 100), company)).toBe(false);
});

test("a lost connection clears a server's dashboard cache", async () => {
  const person = await addCompany(database, { now });
  await keepOld(other, person, 'silent');
  await change(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = 'hamla_app'`,
  );
  await expect.poll(() => otherPools.app.totalCount).toBe(0);
  expect(await shown(other, person)).toContain('silent');
});

test("a crash of PostgreSQL clears the dashboard cache of an idle server, by the event hub's connection", async () => {
  const { owner, secrets, pools } = database;
  const hub = await openEventHub(
    connectionOf('hamla_app', owner, secrets),
    pino({ level: 'silent' }),
  );
  try {
    const read = cachedDashboards(pools.app, MB, hub);
    const person = await addCompany(database, { now });
    await keepOld(read, person, 'silent');
    await change(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'hamla events'`,
    );
    await expect.poll(() => shown(read, person)).toContain('silent');
  } finally {
    await hub.close();
  }
});

/** Read by each validity check and therefore without triggers: see valid_cached_dashboards. */
const asked = new Set(['auth.sessions', 'auth.users', 'user_roles']);
/** A stop begins or ends today: the days before today, which a dashboard counts, stay the same. Tomorrow it is read again. */
const ofDaysBefore = new Set(['payout_stops']);

/** The tables with an invalidating trigger for each kind of change. */
const marked = `
  select t.tgrelid::regclass::text as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
   where p.proname like 'invalidate\\_%' and t.tgenabled = 'O' and t.tgtype & 1 = 0
   group by 1 having bit_or(t.tgtype) & 60 = 60 order by 1`;

/**
 * Everything that the dashboards read: follows each function, view or table that is named in a function's text without
 * comments, whether it is reached or not.
 */
const readByDashboards = `
  with recursive texts as (
    select p.proname::text as name, regexp_replace(p.prosrc, '--[^\\n]*', '', 'g') as text, false as is_table
      from pg_proc p where p.pronamespace in ('public'::regnamespace, 'api'::regnamespace) and p.prokind = 'f'
    union all
    select c.relname, pg_get_viewdef(c.oid), false from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
    union all
    select c.oid::regclass::text, null, true from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p')),
  reached as (
    select t.name, t.text, t.is_table from texts t where t.name in ('company_dashboard', 'agency_dashboard')
    union
    select t.name, t.text, t.is_table from reached r
      join lateral regexp_matches(r.text, '(auth\\.)?([a-z_][a-z0-9_]*)', 'g') w(word) on true
      join texts t on t.name = concat(w.word[1], w.word[2]))
  select name from reached where is_table order by name`;

test('an app role can insert invalidations of its own transaction only, and cannot read them', async () => {
  const asApp = (sql: string) => database.pools.app.query(sql);
  const mark = (transaction: string) =>
    asApp(`insert into dashboard_changes values ('${company.id}', ${transaction})`);
  await mark('pg_current_xact_id()');
  await expect(mark(`'1'`)).rejects.toMatchObject({ code: '42501' });
  await expect(asApp('select party from dashboard_changes')).rejects.toMatchObject({
    code: '42501',
  });
});

describe('the tables that a dashboard reads', () => {
  const namesOf = (sql: string) =>
    asOwner(database, async (client) =>
      (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name),
    );
  const unmarked = async (tables: readonly string[]) => {
    const known = new Set(await namesOf(marked));
    return tables.filter((name) => !known.has(name) && !asked.has(name) && !ofDaysBefore.has(name));
  };

  test('every table that a dashboard reads has triggers that invalidate the changed dashboards', async () => {
    const tables = await namesOf(readByDashboards);
    expect(tables).toContain('ticket_installments');
    expect(await unmarked(tables)).toEqual([]);
  });

  test('every table that a dashboard locks is found by following its functions', async () => {
    const found = new Set(await namesOf(readByDashboards));
    for (const person of [company, agency]) {
      const client = await database.pools.app.connect();
      try {
        await client.query('begin');
        await client.query(`select api.${roleOf(person)}_dashboard($1, $2, $3, $4)`, [
          person.user_id,
          person.session_id,
          now,
          riyadhDate(now),
        ]);
        const { rows } = await client.query<{ name: string }>(
          `select c.oid::regclass::text as name from pg_locks l join pg_class c on c.oid = l.relation
             join pg_namespace n on n.oid = c.relnamespace
            where l.pid = pg_backend_pid() and c.relkind = 'r' and n.nspname in ('public', 'auth')`,
        );
        expect(rows.length).toBeGreaterThan(5);
        expect(rows.filter(({ name }) => !found.has(name))).toEqual([]);
      } finally {
        await client.query('rollback');
        client.release();
      }
    }
  });

  test('a removed invalidating trigger is noticed by this test and makes the dashboard wrong', async () => {
    await shown(one, company);
    await change('alter table tickets disable trigger mark_insert');
    try {
      expect(await unmarked(await namesOf(readByDashboards))).toEqual(['tickets']);
      await change('alter table ticket_installments disable trigger mark_insert');
      await request();
      expect(await shown(one, company)).not.toBe(await fresh(company));
    } finally {
      await change('alter table tickets enable trigger mark_insert');
      await change('alter table ticket_installments enable trigger mark_insert');
    }
  });
});
