import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { addUser, asOwner } from '../../../testing/people.ts';
import { idempotencyJobs } from './idempotency.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a reply is stored for a week, so that a retry after a weekend does not run the operation again', async () => {
  const now = new Date('2026-05-10T09:00:00Z');
  const { user_id } = await addUser(database, now);
  const kept = await asOwner(database, async (client) => {
    for (const created_at of [
      '2026-05-03T08:59:59Z',
      '2026-05-03T09:00:00Z',
      '2026-05-09T09:00:00Z',
    ])
      await client.query(
        `insert into idempotency_keys (user_id, operation, key, request_hash, created_at)
         values ($1, 'approve_ticket', $2, '', $3)`,
        [user_id, created_at, created_at],
      );
    const jobs = idempotencyJobs({ pool: database.pools.jobs, clock: { now: () => now } });
    await jobs['purge_idempotency_keys']!({});
    const { rows } = await client.query<{ key: string }>(
      'select key from idempotency_keys order by created_at',
    );
    return rows.map(({ key }) => key);
  });
  expect(kept).toEqual(['2026-05-03T09:00:00Z', '2026-05-09T09:00:00Z']);
});
