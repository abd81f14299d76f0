import { afterAll, expect, test, vi } from 'vitest';
import { readRelease } from '#server/platform/database/build.ts';
import { closeDay } from '#server/servicing/close-day.ts';
import { startProduct } from '../testing/product.ts';
import { failedWork } from '../testing/requests.ts';
import { startTestServer } from '../testing/server.ts';

/** What staff see of the product itself, and what they can try again. */

const product = await startProduct('2026-03-02T06:00:00Z');
const maha = await product.addStaff('Maha');
const company = await product.signUp('company');
await company.call('upsert_company', { body: { name: 'Najd Coffee' } });
const failed = await failedWork(product, company);
afterAll(() => product.close());

const events = (operation: string) =>
  product.rows<{ actor_user_id: string; after: unknown }>(
    'select actor_user_id, after from events where operation = $1',
    [operation],
  );

test('staff see versions, servers, the last close of a day, that no backup is known, and what failed, without mail addresses', async () => {
  expect((await maha.call('read_system')).last_day_close).toBeNull();
  await closeDay(product.database.pools.jobs, '2026-03-01', product.clock.now());
  const system = await maha.call('read_system');
  expect(system).toMatchObject({
    release: readRelease().release,
    database_version: expect.stringMatching(/^18/),
    last_day_close: { day: '2026-03-01', took_ms: expect.any(Number), overdue: 0 },
    last_backup_at: null,
    jobs: { given_up: 1, failing: 0 },
    mails: { given_up: 1, failing: 0 },
  });
  expect(system.servers).toMatchObject([
    { release: readRelease().release, node_version: process.versions.node, is_up: true },
  ]);
  expect(system.jobs.items).toMatchObject([
    {
      id: failed.failed_job_id,
      task: 'purge_idempotency_keys',
      is_given_up: true,
      next_at: null,
      error: 'no answer for …',
    },
  ]);
  expect(system.mails.items).toMatchObject([
    { id: failed.failed_mail_id, kind: 'reminder', name: 'Najd Coffee', is_given_up: true },
  ]);
});

test('a failed job that is retried runs once more; repeated under its key it counts once, and a job that has not failed is not found', async () => {
  const params = { id: failed.failed_job_id };
  const retried = { id: failed.failed_job_id, task: 'purge_idempotency_keys' };
  expect(await maha.call('retry_job', { params, key: 'one' })).toEqual(retried);
  await vi.waitUntil(
    async () =>
      (await product.rows('select from graphile_worker.jobs where id = $1', [failed.failed_job_id]))
        .length === 0,
    { timeout: 30_000 },
  );
  expect(await maha.call('retry_job', { params, key: 'one' })).toEqual(retried);
  expect((await maha.send('retry_job', { params, key: 'two' })).status).toBe(404);
  expect(await events('retry_job')).toEqual([
    { actor_user_id: maha.user_id, after: { task: 'purge_idempotency_keys' } },
  ]);
});

test('a mail that was given up is tried again once, and is no longer among what failed', async () => {
  const params = { id: failed.failed_mail_id };
  await maha.call('send_mail_again', { params });
  expect((await maha.send('send_mail_again', { params })).status).toBe(404);
  // The reminder is of nothing that is owed any more.
  await vi.waitUntil(
    async () =>
      (
        await product.rows(`select from mails where id = $1 and outcome = 'Moot'`, [
          failed.failed_mail_id,
        ])
      ).length === 1,
    { timeout: 30_000 },
  );
  expect((await maha.call('read_system')).mails).toMatchObject({ given_up: 0, items: [] });
  expect(await events('send_mail_again')).toEqual([
    { actor_user_id: maha.user_id, after: { kind: 'reminder' } },
  ]);
});

test('a server that stops is no longer among the servers, and one that was killed is not up after a minute', async () => {
  await product.rows(
    `insert into servers (id, host, release, node_version, started_at, seen_at)
     values (gen_random_uuid(), 'killed', '0.2.0', '26.0.0', now() - interval '2 hours', now() - interval '61 seconds')`,
  );
  const { servers } = await maha.call('read_system');
  expect(servers.map(({ host, is_up }) => [host === 'killed', is_up])).toEqual([
    [true, false],
    [false, true],
  ]);
  await product.server.close();
  expect(await product.rows('select host from servers')).toEqual([{ host: 'killed' }]);
});

test('a server runs jobs on schedule by the clock of the machine, and none with another clock', async () => {
  const schedule = () =>
    product.rows<{ identifier: string }>(
      'select identifier from graphile_worker._private_known_crontabs',
    );
  expect(await schedule()).toEqual([]);
  const server = await startTestServer(product.database);
  try {
    await vi.waitFor(async () => expect(await schedule()).toHaveLength(10), { timeout: 60_000 });
  } finally {
    await server.close();
  }
});
