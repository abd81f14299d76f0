import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { asOwner } from '../../testing/people.ts';
import { startTestServer } from '../../testing/server.ts';
import { demoPassword } from './people.ts';
import { signUp } from './visitor.ts';

let now = new Date('2026-11-20T09:00:00Z');
const clock = { now: () => now };

const database = await createTestDatabase();
const server = await startTestServer(database, { clock });
afterAll(async () => {
  await server.close();
  await database.drop();
});

test('a member of staff of the demo signs in again when the session has ended, also after a token that nobody used, and when money asks for a new code', async () => {
  const email = 'idle@example.com';
  const person = { email, name: 'Idle', password: demoPassword, role: null };
  const visitor = await signUp(server.url, person, clock);
  await asOwner(database, async (client) => {
    await client.query('select api.prove_mailbox(id, $2) from auth.users where email = $1', [
      email,
      now,
    ]);
    await client.query('select api.add_staff($1, $2, $3, false)', [email, 'Idle', now]);
  });
  await visitor.addFactor();
  const later = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000));
  later(20);
  await visitor.token();
  later(20);
  expect(await visitor.call('operations_overview')).toHaveProperty('waits');
  later(12);
  // The run is unknown, the proof is asked for first.
  const release = visitor.call('release_payout_run', {
    params: { id: '019a0000-0000-7000-8000-000000000000' },
  });
  await expect(release).rejects.toThrow('404');
});
