import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../product-client/product-client.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { asOwner } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { demoPassword } from './people.ts';
import { signUp } from './visitor.ts';

let database: TestDatabase;
let server: TestServer;
let now = new Date('2026-11-20T09:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database, { clock: { now: () => now } });
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

test('a member of staff of the demo signs in again when the session has ended, also after a token that nobody used, and when money asks for a new code', async () => {
  const email = 'idle@example.com';
  const person = { email, name: 'Idle', password: demoPassword, role: null };
  const visitor = await signUp(server.url, person);
  await asOwner(database, async (client) => {
    await client.query('select api.prove_mailbox(id, $2) from auth.users where email = $1', [
      email,
      now,
    ]);
    await client.query('select api.add_staff($1, $2, $3, false)', [email, 'Idle', now]);
  });
  await visitor.addFactor(now);
  const later = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000));
  await visitor.token(later(20));
  const token = await visitor.token(later(20));
  expect(await call(server.url, 'operations_overview', token)).toHaveProperty('waits');
  // The run is unknown, the proof is asked for first.
  const release = call(server.url, 'release_payout_run', await visitor.token(later(12)), {
    params: { id: '019a0000-0000-7000-8000-000000000000' },
  });
  await expect(release).rejects.toThrow('404');
});
