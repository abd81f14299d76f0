import { afterAll, expect, test } from 'vitest';
import { accountPolicy } from './account-policy.ts';
import { accountStore } from './account-store.ts';
import {
  authClient,
  goodPassword,
  newAddress,
  startAccountService,
} from './account-service.testing.ts';

const service = await startAccountService();
afterAll(() => service.stop());

const badSignIn = (headers: Record<string, string>) =>
  fetch(`${service.url}/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email: newAddress(), password: 'wrong-one' }),
  });

test('errors carry their code as text for clients of 2024-01-01 and later', async () => {
  const reply = await badSignIn({ 'x-supabase-api-version': '2024-01-01' });
  expect(reply.headers.get('x-supabase-api-version')).toBe('2024-01-01');
  expect(reply.headers.get('x-sb-error-code')).toBe('invalid_credentials');
  expect(await reply.json()).toMatchObject({
    code: 'invalid_credentials',
    message: 'Invalid login credentials',
  });
});

test('errors carry their status as code for older clients', async () => {
  const reply = await badSignIn({});
  expect(reply.headers.get('x-supabase-api-version')).toBeNull();
  expect(await reply.json()).toMatchObject({
    code: 400,
    error_code: 'invalid_credentials',
    msg: 'Invalid login credentials',
  });
});

test('the settings endpoint reports how the service is configured', async () => {
  const reply = await fetch(`${service.url}/settings`);
  expect(await reply.json()).toMatchObject({
    external: { email: true, phone: false },
    disable_signup: false,
    mailer_autoconfirm: true,
  });
});

test('the health endpoint reports the name of the account service', async () => {
  const reply = await fetch(`${service.url}/health`);
  expect(Object.keys((await reply.json()) as object)).toEqual(['version', 'name', 'description']);
});

test('an unknown path of the account service gets an error in the same format', async () => {
  const reply = await fetch(`${service.url}/admin/users`);
  expect([reply.status, reply.headers.get('x-sb-error-code')]).toEqual([404, 'not_found']);
});

test('public endpoints ignore the bearer token that auth-js always sends', async () => {
  const client = authClient(service.url);
  const { error } = await client.signUp({ email: newAddress(), password: goodPassword });
  expect(error).toBeNull();
});

test('a session survives a reload from the browser’s storage', async () => {
  const client = authClient(service.url);
  const { data } = await client.signUp({ email: newAddress(), password: goodPassword });
  const reloaded = authClient(service.url);
  for (const text of client.stored.values()) {
    const { access_token, refresh_token } = JSON.parse(text);
    await reloaded.setSession({ access_token, refresh_token });
  }
  expect((await reloaded.getUser()).data.user?.id).toBe(data.user?.id);
});

const refresh = (refreshToken: string | undefined) =>
  fetch(`${service.url}/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: refreshToken }),
  });

async function refreshTokenOf(client: ReturnType<typeof authClient>) {
  await client.signUp({ email: newAddress(), password: goodPassword });
  return (await client.getSession()).data.session?.refresh_token;
}

test('after a lost database connection the client is asked to retry, and the session continues', async () => {
  const token = await refreshTokenOf(authClient(service.url));
  await service.sql('begin');
  await service.sql('select from auth.sessions for update');
  const reply = refresh(token);
  const cutOff = () =>
    service.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where usename = 'hamla_accounts' and wait_event_type = 'Lock' and datname = current_database()`,
    );
  await expect.poll(cutOff).not.toEqual([]);
  expect((await reply).status).toBe(503);
  expect((await reply).headers.get('retry-after')).toBe('1');
  await service.sql('rollback');
  expect((await refresh(token)).status).toBe(200);
});

test('an unexpected error reveals nothing of its cause', async () => {
  const token = await refreshTokenOf(authClient(service.url));
  await service.sql('revoke update on auth.sessions from hamla_accounts');
  const reply = await refresh(token);
  await service.sql('grant update on auth.sessions to hamla_accounts');
  expect(reply.status).toBe(500);
  expect(await reply.json()).toEqual({
    code: 500,
    error_code: 'unexpected_failure',
    message: 'Unexpected failure, please try again.',
    msg: 'Unexpected failure, please try again.',
  });
});

test('passwords, tokens and addresses never reach the log', async () => {
  const logged: string[] = [];
  const own = await startAccountService(
    { EMAIL_CONFIRMATION: 'on' },
    { level: 'trace', stream: { write: (line: string) => void logged.push(line) } },
  );
  const email = 'planted.address@example.com';
  const client = authClient(own.url);
  await client.signUp({ email, password: goodPassword, options: { data: { role: 'company' } } });
  const { error } = await client.signUp({ email, password: 'PlantedQahwa-2026' });
  expect(error?.message).toContain('Qahwa');
  await client.signInWithPassword({ email, password: 'planted-wrong-password' });
  await client.resetPasswordForEmail(email);
  const link = await own.linkTo(email);
  const token = link.searchParams.get('token') ?? '';
  await client.verifyOtp({ type: 'recovery', token_hash: token });
  const session = (await client.getSession()).data.session;
  await own.sql('revoke update on auth.users from hamla_accounts');
  await client.updateUser({ data: { note: 'planted-note' } });
  await own.stop();
  const log = logged.join('');
  expect(log).toContain('an account request failed');
  const planted = [email, goodPassword, 'Qahwa', 'planted-wrong', 'planted-note', token];
  for (const secret of [...planted, session?.access_token, session?.refresh_token]) {
    expect(secret).toBeTruthy();
    expect(log).not.toContain(secret);
  }
});

test('the daily job deletes used and expired rows after a month and leaves valid ones', async () => {
  const own = await startAccountService({ EMAIL_CONFIRMATION: 'on' });
  const email = newAddress();
  const client = authClient(own.url);
  await client.signUp({ email, password: goodPassword });
  await fetch(await own.linkTo(email), { redirect: 'manual' });
  await client.signInWithPassword({ email, password: 'wrong-once' });
  own.clock.move(61);
  await authClient(own.url).signUp({ email, password: goodPassword });
  const notices = await own.sql('select kind from auth.notices');
  expect(notices).toEqual([{ kind: 'account_exists' }]);
  own.clock.move(accountPolicy.keep * 2);
  await client.signInWithPassword({ email, password: goodPassword });
  await client.updateUser({ password: 'another-good-one' });
  await client.resetPasswordForEmail(email);
  await own.mail();
  await own.sweep();
  const counts = await own.sql(
    `select (select count(*)::int from auth.users) as users,
       (select count(*)::int from auth.sessions) as sessions,
       (select string_agg(kind, ',') from auth.one_time_tokens) as links,
       (select string_agg(kind, ',') from auth.notices) as notices`,
  );
  expect(counts).toEqual([
    { users: 1, sessions: 1, links: 'recovery', notices: 'password_changed' },
  ]);
  await own.stop();
});

test('an unknown refusal code from SQL is an error, never a success', async () => {
  const [known] = await service.sql<{ text: string }>(
    `select pg_get_functiondef('api.delete_expired_auth_rows'::regproc) as text`,
  );
  await service.sql(
    `create or replace function api.delete_expired_auth_rows(p_before timestamptz) returns jsonb language sql
       return jsonb_build_object('refused', 'unheard_of')`,
  );
  const store = accountStore(service.database.pools.accounts);
  try {
    await expect(store.sweep(service.clock.now())).rejects.toThrow('unheard_of');
  } finally {
    await service.sql(known!.text);
  }
});

test('the database role of the product cannot read or write the accounts', async () => {
  const { app } = service.database.pools;
  for (const table of [
    'users',
    'one_time_tokens',
    'notices',
    'flow_states',
    'signing_keys',
    'sign_in_failures',
  ]) {
    await expect(app.query(`select * from auth.${table}`)).rejects.toThrow('permission denied');
  }
  await expect(app.query('select * from auth.sessions')).rejects.toThrow('permission denied');
  await expect(app.query('update auth.sessions set revoked_at = null')).rejects.toThrow(
    'permission denied',
  );
  await expect(app.query(`select api.read_password_hash(uuidv7())`)).rejects.toThrow(
    'permission denied',
  );
  const { rows } = await app.query(
    'select id, user_id, revoked_at, not_after from auth.sessions limit 1',
  );
  expect(Array.isArray(rows)).toBe(true);
});
