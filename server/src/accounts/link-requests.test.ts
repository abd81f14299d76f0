import { afterAll, expect, test } from 'vitest';
import {
  authClient,
  goodPassword,
  newAddress,
  startAccountService,
} from './account-service.testing.ts';
import { proveMailbox } from './factors.testing.ts';

/**
 * Links that anyone can request by an address alone: neither the response nor the work shows whether there is an
 * account.
 */

const service = await startAccountService({ EMAIL_CONFIRMATION: 'on' });
afterAll(() => service.stop());

const kinds = ['recovery', 'signup', 'email_change', 'otp'] as const;
type Kind = (typeof kinds)[number];

/** One account in each state that a request can find, by state, and an address without an account. */
async function addresses() {
  const unconfirmed = newAddress();
  const confirmed = newAddress();
  const changing = newAddress();
  const banned = newAddress();
  const asked = newAddress();
  const proven = newAddress();
  for (const email of [unconfirmed, confirmed, changing, banned, asked, proven])
    await authClient(service.url).signUp({ email, password: goodPassword });
  for (const email of [confirmed, changing, banned, asked, proven])
    await fetch(await service.linkTo(email), { redirect: 'manual' });
  const owner = authClient(service.url);
  await owner.signInWithPassword({ email: changing, password: goodPassword });
  expect((await owner.updateUser({ email: newAddress() })).error).toBeNull();
  await service.sql(`update auth.users set banned_until = 'infinity' where email = $1`, [banned]);
  await authClient(service.url).resetPasswordForEmail(asked);
  for (const email of [asked, proven]) await proveMailbox(service, email);
  await authClient(service.url).signInWithOtp({ email: asked });
  await service.mail();
  return { unconfirmed, confirmed, changing, banned, asked, proven, unknown: newAddress() };
}

/**
 * Counts, by PostgreSQL's statistics, the calls of each function and the writes to each table while a link is
 * requested. Reads are not counted, because the planner may change them. The transaction is rolled back.
 */
async function workFor(kind: Kind, email: string) {
  await service.sql('begin');
  try {
    await service.sql(`set local track_functions = 'all'`);
    // Warms up what happens once a connection or database.
    await service.sql('select api.request_link($1, $2, $3, $4)', askFor(kind, newAddress()));
    const before = await counts();
    await service.sql('select api.request_link($1, $2, $3, $4)', askFor(kind, email));
    const after = await counts();
    return Object.fromEntries(
      Object.entries(after)
        .filter(([name, count]) => count !== before[name])
        .map(([name, count]) => [name, count - (before[name] ?? 0)]),
    );
  } finally {
    await service.sql('rollback');
  }
}

const askFor = (kind: Kind, email: string) => [
  kind,
  email,
  JSON.stringify({ redirect_to: service.siteUrl }),
  service.clock.now(),
];

async function counts(): Promise<Record<string, number>> {
  const rows = await service.sql<{ name: string; count: number }>(
    `select t.schemaname || '.' || t.relname || ' ' || c.what as name, c.count::integer
       from pg_stat_xact_user_tables t,
            lateral (values ('inserts', t.n_tup_ins), ('updates', t.n_tup_upd), ('deletes', t.n_tup_del)) c(what, count)
     union all
     select f.schemaname || '.' || f.funcname || ' calls', sum(f.calls)::integer
       from pg_stat_xact_user_functions f group by 1`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

test('a request for a link does the same work for an unknown address as for an account in any state', async () => {
  const { unknown, ...known } = await addresses();
  for (const kind of kinds) {
    const work = await workFor(kind, unknown);
    expect(work).toMatchObject({
      'graphile_worker._private_jobs inserts': 1,
      'api.request_link calls': 1,
    });
    for (const [state, email] of Object.entries(known))
      expect({ kind, state, work: await workFor(kind, email) }).toEqual({ kind, state, work });
  }
});

test('a request for a link writes no link and no mail; its job writes the link and queues the mail once', async () => {
  const { confirmed } = await addresses();
  const links = async () =>
    (
      await service.sql(
        `select from auth.one_time_tokens t join auth.users u on u.id = t.user_id
          where u.email = $1 and t.kind = 'recovery'`,
        [confirmed],
      )
    ).length;
  await authClient(service.url).resetPasswordForEmail(confirmed);
  expect(await links()).toBe(0);
  const [job] = await service.sql<{ payload: { asked_at: string } }>(
    'select payload from graphile_worker._private_jobs',
  );
  expect((await service.linkTo(confirmed)).searchParams.get('type')).toBe('recovery');
  expect(await links()).toBe(1);
  // The queue may deliver the job twice.
  await service.handle('write_account_link', job!.payload);
  expect(await links()).toBe(1);
});

test('the queue of link requests holds the id of an account, or null, and never an address', async () => {
  const { confirmed, unknown } = await addresses();
  for (const email of [confirmed, unknown])
    await authClient(service.url).resetPasswordForEmail(email);
  const jobs = await service.sql<{ payload: Record<string, unknown> }>(
    'select payload from graphile_worker._private_jobs order by id',
  );
  expect(jobs.map(({ payload }) => Object.keys(payload).toSorted())).toEqual(
    jobs.map(() => ['asked_at', 'kind', 'link', 'user_id']),
  );
  expect(jobs.map(({ payload }) => payload.user_id === null)).toEqual([false, true]);
  expect(JSON.stringify(jobs)).not.toContain('@');
  const sent = (await service.mail()).length;
  expect((await service.mail()).filter(({ to }) => to === unknown)).toEqual([]);
  expect((await service.mail()).length).toBe(sent);
});
