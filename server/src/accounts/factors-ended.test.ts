import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import {
  authClient,
  goodPassword,
  newAddress,
  startAccountService,
} from './account-service.testing.ts';
import { addFactor, proveMailbox } from './factors.testing.ts';

/**
 * The migration to proven mailboxes ends second factors of accounts whose mailbox is unproven, and the user is told.
 */

const service = await startAccountService();
afterAll(() => service.stop());

const migrations = fileURLToPath(new URL('../../migrations/', import.meta.url));

test('the migration to proven mailboxes ends the factors, recovery codes and waiting sessions of unproven accounts only', async () => {
  const database = `before_${randomBytes(6).toString('hex')}`;
  const admin = new Client({ ...inject('template'), database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${database}`);
  const client = new Client({ ...inject('template'), database });
  await client.connect();
  try {
    const files = readdirSync(migrations).sort();
    const subject = files.find((name) => name.startsWith('0035_'))!;
    const apply = (name: string) => client.query(readFileSync(migrations + name, 'utf8'));
    for (const name of files.filter((file) => file < subject)) await apply(name);
    await client.query(`
      insert into auth.users (email, email_confirmed_at, created_at, updated_at)
      select name || '@example.com', case when name = 'proven' then timestamptz '2026-11-01' end, '2026-11-01', '2026-11-01'
        from unnest(array['proven', 'unproven', 'begun', 'plain']) name;
      insert into auth.factors (user_id, friendly_name, status, secret_sealed, created_at, updated_at)
      select id, 'Phone', case when email like 'begun%' then 'unverified' else 'verified' end, '', created_at, created_at
        from auth.users where email not like 'plain%';
      insert into auth.recovery_codes (user_id, code_hash, created_at)
      select user_id, '', created_at from auth.factors where status = 'verified';
      insert into auth.sessions (user_id, aal, awaits_factor, amr, created_at, refreshed_at, not_after)
      select u.id, case when waits then 'aal1' else 'aal2' end, waits, '[]', u.created_at, u.created_at, '2027-01-01'
        from auth.users u, unnest(array[true, false]) waits where u.email like '%proven%';`);
    await apply(subject);
    const { rows } = await client.query(`
      select split_part(u.email, '@', 1) as name, u.factors_ended as told, u.owner_proven_at is not null as proven,
             (select count(*)::int from auth.factors f where f.user_id = u.id) as factors,
             (select count(*)::int from auth.recovery_codes c where c.user_id = u.id) as codes,
             (select string_agg(s.aal, ' ' order by s.aal) from auth.sessions s where s.user_id = u.id) as sessions
        from auth.users u order by u.email`);
    expect(rows).toEqual([
      { name: 'begun', told: false, proven: false, factors: 0, codes: 0, sessions: null },
      { name: 'plain', told: false, proven: false, factors: 0, codes: 0, sessions: null },
      { name: 'proven', told: false, proven: true, factors: 1, codes: 1, sessions: 'aal1 aal2' },
      { name: 'unproven', told: true, proven: false, factors: 0, codes: 0, sessions: 'aal1' },
    ]);
  } finally {
    await client.end();
    await admin.query(`drop database ${database} with (force)`);
    await admin.end();
  }
});

async function toldSomebody() {
  const email = newAddress();
  const client = authClient(service.url);
  await client.signUp({ email, password: goodPassword });
  await service.sql('update auth.users set factors_ended = true where email = $1', [email]);
  const { data } = await client.signInWithPassword({ email, password: goodPassword });
  expect(data.user?.app_metadata.factors_ended).toBe(true);
  return { email, client };
}

test('after their factors were ended, the user is told at each sign-in until they confirm it', async () => {
  const { email, client } = await toldSomebody();
  const token = (await client.getSession()).data.session?.access_token;
  const reply = await fetch(`${service.url}/factors_ended/read`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(reply.status).toBe(200);
  const again = await client.signInWithPassword({ email, password: goodPassword });
  expect(again.data.user?.app_metadata.factors_ended).toBeUndefined();
});

test('a user who sets up a factor again is no longer told that factors were ended', async () => {
  const { email, client } = await toldSomebody();
  await proveMailbox(service, email);
  await addFactor(service, client);
  expect((await client.getUser()).data.user?.app_metadata.factors_ended).toBeUndefined();
});
