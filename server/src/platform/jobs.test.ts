import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { startJobs } from './jobs.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** As somebody who reaches another database of the same server. */
async function asKeeper(...statements: string[]): Promise<void> {
  const client = new Client({ ...database.owner, database: 'postgres' });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

test('jobs go on after the database could not be told how one ended', async () => {
  const name = database.owner.database!;
  const isOpen = (open: boolean) =>
    `update pg_database set datallowconn = ${open} where datname = '${name}'`;
  const done: string[] = [];
  const failures: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void failures.push(line) });
  const jobs = await startJobs({
    pool: database.pools.jobs,
    schedule: [],
    log,
    handlers: {
      cut_off: async () => {
        await asKeeper(
          isOpen(false),
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
        );
      },
      ordinary: async () => void done.push('ordinary'),
    },
  });
  const add = (task: string) =>
    database.pools.jobs.query(`select graphile_worker.add_job($1)`, [task]);
  try {
    await add('cut_off');
    await vi.waitUntil(() => failures.some((line) => line.includes('jobs were given up')), 20_000);
    await asKeeper(isOpen(true));
    await add('ordinary');
    await vi.waitUntil(() => done.length > 0, 20_000);
  } finally {
    await asKeeper(isOpen(true));
    await jobs.stop();
  }
  expect(done).toEqual(['ordinary']);
});
