import { afterAll, expect, test } from 'vitest';
import { openLog } from '../platform/log.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { addStaff, asOwner } from '../../testing/people.ts';
import { startUnlessHeld } from './restore-hold.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

test('jobs and mails of a held installation start once two people have confirmed, without a restart', async () => {
  const now = new Date('2026-05-04T09:00:00Z');
  const staff = [await addStaff(database, now), await addStaff(database, now)];
  const deps = { pool: database.pools.jobs, log: openLog('silent') };
  let started = 0;
  const start = async () => void (started += 1);
  const free = await startUnlessHeld(deps, start);
  expect([started, free.isHeld()]).toEqual([1, false]);

  const write = (sql: string, values: unknown[]) =>
    asOwner(database, (client) => client.query<{ id: string }>(sql, values));
  const { rows } = await write(
    'insert into restores (restored_at, restored_to) values ($1, $1) returning id',
    [now],
  );
  const hold = await startUnlessHeld(deps, start);
  expect([started, hold.isHeld()]).toEqual([1, true]);
  const confirm = (user_id: string) =>
    write(
      'insert into restore_confirmations (restore_id, confirmed_by, confirmed_at) values ($1, $2, $3)',
      [rows[0]!.id, user_id, now],
    );
  await confirm(staff[0]!.user_id);
  await expect(confirm(staff[0]!.user_id)).rejects.toMatchObject({ code: '23505' });
  expect(hold.isHeld()).toBe(true);
  await confirm(staff[1]!.user_id);
  await expect.poll(() => started).toBe(2);
  expect(hold.isHeld()).toBe(false);
  await hold.stop();
  await free.stop();
});
