import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { buildHttp } from '../platform/http/http.ts';
import { readSettings } from '../platform/config/settings.ts';
import { accountPolicy } from './account-policy.ts';
import {
  askToken,
  authClient,
  goodPassword,
  newAddress,
  startAccountService,
} from './account-service.testing.ts';
import { registerAccounts } from './accounts.http.ts';
import { codeOf } from './factors.testing.ts';

/** Security events of sign-ins, factors, passwords, sessions and refusals. */

const service = await startAccountService({ TRUST_PROXY: 'true' });
afterAll(() => service.stop());

const chromeOnWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const address = '203.0.113.77';

interface Kept {
  kind: string;
  user_id: string | null;
  browser: string | null;
  system: string | null;
  address: string | null;
  occurred_at: Date;
}

async function person() {
  const email = newAddress();
  const auth = authClient(service.url);
  const { data } = await auth.signUp({ email, password: goodPassword });
  return { email, auth, user_id: data.user!.id };
}

/** The kinds of a user's security events, oldest first. */
const kindsOf = async (user_id: string) =>
  (
    await service.sql<Kept>(
      'select kind from auth.security_events where user_id = $1 order by occurred_at, id',
      [user_id],
    )
  ).map(({ kind }) => kind);

const signIn = (
  email: string,
  password: string,
  headers: Record<string, string> = {},
  url = service.url,
) =>
  askToken(
    url,
    'password',
    { email, password },
    { 'user-agent': chromeOnWindows, 'x-forwarded-for': address, ...headers },
  );

test('a sign-in and a wrong password are recorded with time, device family and network address', async () => {
  const { email, user_id } = await person();
  service.clock.move(5);
  await signIn(email, 'wrong');
  service.clock.move(5);
  await signIn(email, goodPassword);
  const kept = await service.sql<Kept>(
    `select kind, user_id, browser, system, address, occurred_at from auth.security_events
      where user_id = $1 order by occurred_at, id`,
    [user_id],
  );
  const device = { user_id, browser: 'Chrome', system: 'Windows', address };
  const now = service.clock.now();
  expect(kept.slice(1)).toEqual([
    { kind: 'wrong_password', ...device, occurred_at: new Date(now.getTime() - 5_000) },
    { kind: 'signed_in', ...device, occurred_at: now },
  ]);
});

test('a wrong password for an unknown address is recorded without the address', async () => {
  const email = `nobody-${Date.now()}@example.com`;
  await signIn(email, 'wrong', { 'x-forwarded-for': '203.0.113.78' });
  const kept = await service.sql<Kept>(
    `select * from auth.security_events where address = '203.0.113.78'`,
  );
  expect(kept).toMatchObject([{ kind: 'wrong_password', user_id: null }]);
  expect(JSON.stringify(kept)).not.toContain(email.split('@')[0]);
});

test('a security event has ids, a kind, a time, a device family and a network address, and no other column', async () => {
  const columns = await service.sql<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_schema = 'auth' and table_name = 'security_events' order by 1`,
  );
  expect(columns.map(({ name }) => name)).toEqual([
    'address',
    'browser',
    'id',
    'kind',
    'occurred_at',
    'session_id',
    'system',
    'user_id',
  ]);
});

test('network address, user agent and email never reach the log', async () => {
  const { email } = await person();
  const logged: string[] = [];
  const write = (line: string) => void logged.push(line);
  const app = await buildHttp({
    log: pino({ level: 'trace' }, { write }),
    trustProxy: true,
    https: false,
  });
  const settings = readSettings({ EMAIL_CONFIRMATION: 'off' });
  const { clock, database, siteUrl } = service;
  const { secrets, pools } = database;
  await registerAccounts(app, {
    pool: pools.accounts,
    clock,
    secrets,
    siteUrl: () => siteUrl,
    settings,
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  try {
    await signIn(email, 'wrong', {}, `${url}/auth/v1`);
    await signIn(email, goodPassword, {}, `${url}/auth/v1`);
  } finally {
    await app.close();
  }
  expect(logged.filter((line) => line.includes('/token'))).toHaveLength(2);
  for (const secret of [address, 'Chrome', email, goodPassword])
    expect(logged.filter((line) => line.includes(secret))).toEqual([]);
});

test('a sign-in refused by the back-off is recorded once a minute for each network address', async () => {
  const { email, user_id } = await person();
  for (let guess = 0; guess < accountPolicy.freeFailures; guess += 1) await signIn(email, 'wrong');
  for (let guess = 0; guess < 10; guess += 1) await signIn(email, 'wrong');
  const kinds = await kindsOf(user_id);
  expect(kinds.filter((kind) => kind === 'sign_in_backed_off')).toHaveLength(1);
  expect(kinds.filter((kind) => kind === 'wrong_password')).toHaveLength(
    accountPolicy.freeFailures,
  );
});

test('a current password refused by the back-off is recorded as such, once a minute', async () => {
  const { email, user_id } = await person();
  const client = authClient(service.url);
  await client.signInWithPassword({ email, password: goodPassword });
  for (let guess = 0; guess < accountPolicy.freeFailures + 3; guess += 1)
    await client.updateUser({ current_password: 'wrong' });
  const kinds = await kindsOf(user_id);
  expect(kinds.filter((kind) => kind === 'proof_backed_off')).toHaveLength(1);
  expect(kinds).not.toContain('sign_in_backed_off');
  expect(kinds.filter((kind) => kind === 'wrong_password')).toHaveLength(
    accountPolicy.freeFailures,
  );
});

test('refusals are recorded separately for each account and kind', async () => {
  const [one, other] = [await person(), await person()];
  const refuse = (kind: string, user_id: string) =>
    service.sql('select api.record_refusal($1, $2, $3)', [kind, user_id, service.clock.now()]);
  for (let n = 0; n < 2; n += 1) {
    await refuse('sign_in_blocked', one.user_id);
    await refuse('sign_in_blocked', other.user_id);
    await refuse('wrong_password', other.user_id);
  }
  expect((await kindsOf(one.user_id)).toSorted()).toEqual(['sign_in_blocked', 'signed_in']);
  expect((await kindsOf(other.user_id)).toSorted()).toEqual([
    'sign_in_blocked',
    'signed_in',
    'wrong_password',
  ]);
});

test('a right password for a banned account is recorded as a refusal, and the user is told', async () => {
  const { email, user_id } = await person();
  await service.sql(`update auth.users set banned_until = 'infinity' where id = $1`, [user_id]);
  const reply = await signIn(email, goodPassword);
  expect(await reply.json()).toMatchObject({ error_code: 'user_banned' });
  expect(await kindsOf(user_id)).toEqual(['signed_in', 'account_blocked', 'sign_in_blocked']);
});

test('a network address over its limit is recorded once, without an account', async () => {
  const from = '203.0.113.79';
  await service.sql(`insert into auth.request_counts (key, points, expire) values ($1, $2, $3)`, [
    `sign_in:${from}`,
    accountPolicy.perAddress.requests,
    Date.now() + 600_000,
  ]);
  for (let tries = 0; tries < 3; tries += 1) {
    const reply = await signIn(newAddress(), 'wrong', { 'x-forwarded-for': from });
    expect(reply.status).toBe(429);
  }
  const kept = await service.sql<Kept>(
    `select kind, user_id from auth.security_events where address = $1`,
    [from],
  );
  expect(kept).toEqual([{ kind: 'limit_reached', user_id: null }]);
});

test('the end of a session is recorded: by its user, by another session, or by a stolen refresh token', async () => {
  const { email, auth, user_id } = await person();
  const other = authClient(service.url);
  await other.signInWithPassword({ email, password: goodPassword });
  await auth.signOut({ scope: 'others' });
  expect((await kindsOf(user_id)).at(-1)).toBe('session_ended_by_other');
  const { data } = await auth.getSession();
  const first = data.session!.refresh_token;
  for (let round = 0; round < 2; round += 1) {
    service.clock.move(60);
    await auth.refreshSession();
  }
  service.clock.move(60);
  await authClient(service.url).refreshSession({ refresh_token: first });
  expect((await kindsOf(user_id)).at(-1)).toBe('session_ended');
  const again = authClient(service.url);
  await again.signInWithPassword({ email, password: goodPassword });
  await again.signOut({ scope: 'local' });
  expect((await kindsOf(user_id)).at(-1)).toBe('signed_out');
});

test('a new password, a new email, and the sessions that the password ended are recorded', async () => {
  const { email, auth, user_id } = await person();
  const other = authClient(service.url);
  await other.signInWithPassword({ email, password: goodPassword });
  await auth.updateUser({
    password: 'Another-2026-campaign',
    current_password: goodPassword,
  });
  await auth.updateUser({
    email: newAddress(),
    current_password: 'Another-2026-campaign',
  });
  const kinds = await kindsOf(user_id);
  expect(kinds.slice(2).sort()).toEqual([
    'email_changed',
    'password_changed',
    'session_ended_by_other',
  ]);
});

test('a wrong current password is recorded as a wrong password', async () => {
  const { auth, user_id } = await person();
  await auth.updateUser({ password: 'Another-2026-campaign', current_password: 'wrong' });
  expect(await kindsOf(user_id)).toEqual(['signed_in', 'wrong_password']);
});

test('each event of a second factor is recorded: added, shown, wrong code, recovery codes made and used, removed', async () => {
  const { auth, user_id } = await person();
  await proveMailbox(user_id);
  const { data: enrolled } = await auth.mfa.enroll({ factorType: 'totp' });
  const factorId = enrolled!.id;
  const secret = enrolled!.totp.secret;
  const code = () => codeOf(service, secret);
  await auth.mfa.challengeAndVerify({ factorId, code: await code() });
  expect((await kindsOf(user_id)).slice(1).sort()).toEqual(['factor_added', 'factor_shown']);
  service.clock.move(60);
  await auth.mfa.challengeAndVerify({ factorId, code: '000000' });
  expect((await kindsOf(user_id)).at(-1)).toBe('factor_wrong');
  service.clock.move(60);
  await auth.mfa.challengeAndVerify({ factorId, code: await code() });
  const { data } = await auth.getSession();
  const reply = await fetch(`${service.url}/recovery_codes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${data.session!.access_token}` },
  });
  const { codes } = (await reply.json()) as { codes: string[] };
  expect((await kindsOf(user_id)).at(-1)).toBe('recovery_codes_made');
  service.clock.move(60);
  await auth.mfa.challengeAndVerify({ factorId, code: codes[0]! });
  expect((await kindsOf(user_id)).slice(-2).sort()).toEqual(['factor_shown', 'recovery_code_used']);
  service.clock.move(60);
  await auth.mfa.unenroll({ factorId });
  expect((await kindsOf(user_id)).at(-1)).toBe('factor_removed');
});

test('the daily job deletes security events older than 90 days only', async () => {
  const { user_id } = await person();
  service.clock.move(89 * 86_400);
  await service.sweep();
  expect(await kindsOf(user_id)).toEqual(['signed_in']);
  service.clock.move(2 * 86_400);
  await service.sweep();
  expect(await kindsOf(user_id)).toEqual([]);
});

test.each(['update auth.security_events set address = null', 'delete from auth.security_events'])(
  'the database role of the accounts may only insert security events: %s is refused',
  async (statement) => {
    await expect(service.database.pools.accounts.query(statement)).rejects.toThrow(
      'permission denied',
    );
  },
);

/** As an operator could: a factor needs a proven mailbox. */
const proveMailbox = (user_id: string) =>
  service.sql('select api.prove_mailbox($1, $2)', [user_id, service.clock.now()]);
