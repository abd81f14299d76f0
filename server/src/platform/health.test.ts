import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { asOwner } from '../../testing/people.ts';
import { secretsFromKey } from './config/secrets.ts';
import { readRelease } from './database/build.ts';
import { openPools } from './database/pools.ts';
import { createHealth } from './health.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

const fault = (words: string) => () => ({ words, isLasting: true, since: new Date() });
const working = { fault: () => null };
const atEase = { isAlive: true, oldest_due_job_s: null, oldest_unsent_mail_s: null };

const healthOf = (changes: Partial<Parameters<typeof createHealth>[0]> = {}) =>
  createHealth({
    ...database,
    work: () => atEase,
    store: working,
    mail: working,
    ...changes,
  })();

test('a server that has its logins, its schema and its jobs is ready, and says its version', async () => {
  expect(await healthOf()).toEqual({
    obstacle: null,
    degraded: [],
    version: readRelease().release,
    oldest_due_job_s: null,
    oldest_unsent_mail_s: null,
  });
});

test('a server is not ready without the database, a login, a schema that serves it, or its jobs', async () => {
  const obstacle = async (changes: Parameters<typeof healthOf>[0]) =>
    (await healthOf(changes)).obstacle;
  expect(await obstacle({ work: () => ({ ...atEase, isAlive: false }) })).toBe(
    'jobs are not being done',
  );
  // The password of another key: sign-ups would fail while other requests are answered.
  expect(await obstacle({ secrets: secretsFromKey(Buffer.alloc(32, 'other')) })).toBe(
    'the login hamla_app does not work',
  );
  const away = openPools({ ...database, owner: { ...database.owner, host: '/nowhere' } });
  expect(await obstacle({ pools: away })).toBe('database unreachable');
  await away.close();
  const { level } = readRelease();
  const schemaOf = (from: number, oldest: number) =>
    asOwner(database, (client) =>
      client.query('update schema_version set level = $1, oldest_served_level = $2', [
        from,
        oldest,
      ]),
    );
  try {
    for (const [from, oldest] of [
      [level - 1, level - 1],
      [level + 1, level + 1],
    ] as const) {
      await schemaOf(from, oldest);
      expect(await obstacle({})).toBe('the schema is of another build');
    }
    // A newer schema that still serves this build.
    await schemaOf(level + 1, level);
    expect(await obstacle({})).toBeNull();
  } finally {
    await schemaOf(level, level);
  }
});

test('store, mail and what waits too long degrade a server that stays ready', async () => {
  const { obstacle, degraded } = await healthOf({
    store: { fault: fault('The store is away.') },
    mail: { fault: fault('The mail server is away.') },
    work: () => ({ isAlive: true, oldest_due_job_s: 301, oldest_unsent_mail_s: 1_260 }),
  });
  expect(obstacle).toBeNull();
  expect(degraded).toEqual(['store', 'mail', 'jobs', 'mails']);
});
