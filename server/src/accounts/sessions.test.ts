import type { Session } from '@supabase/auth-js';
import { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { accountPolicy } from './account-policy.ts';
import {
  authClient,
  goodPassword,
  newAddress,
  refresh,
  signUpNewcomer,
  startAccountService,
} from './account-service.testing.ts';
import { addFactor, proveMailbox } from './factors.testing.ts';

const service = await startAccountService();
afterAll(() => service.stop());

const newcomer = () => signUpNewcomer(service);

const put = (session: Session, change: object) =>
  fetch(`${service.url}/user`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${session.access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(change),
  });

const userStatus = async (accessToken: string, url = service.url) =>
  (await fetch(`${url}/user`, { headers: { authorization: `Bearer ${accessToken}` } })).status;

test('a wrong password and an unknown address get the same message', async () => {
  const { email } = await newcomer();
  const wrong = await authClient(service.url).signInWithPassword({ email, password: 'wrong-one' });
  const unknown = await authClient(service.url).signInWithPassword({
    email: newAddress(),
    password: 'wrong-one',
  });
  expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' });
  expect(wrong.error?.message).toBe('Invalid login credentials');
  expect(unknown.error).toEqual(wrong.error);
});

test('the right password opens a session with the claims that auth-js expects', async () => {
  const { email } = await newcomer();
  const client = authClient(service.url);
  const { data, error } = await client.signInWithPassword({ email, password: goodPassword });
  expect(error).toBeNull();
  const claims = await client.getClaims();
  expect(claims.error).toBeNull();
  expect(claims.data?.header).toMatchObject({ alg: 'ES256', typ: 'JWT' });
  const issuedAt = Math.floor(service.clock.now().getTime() / 1000);
  expect(claims.data?.claims).toEqual({
    iss: `${service.siteUrl}/auth/v1`,
    sub: data.user?.id,
    aud: 'authenticated',
    iat: issuedAt,
    exp: issuedAt + 3600,
    email,
    phone: '',
    role: 'authenticated',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { language: 'en' },
    session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: issuedAt }],
    is_anonymous: false,
  });
});

test('a ban is revealed only with the right password', async () => {
  const { email, client, session } = await newcomer();
  await service.sql(`update auth.users set banned_until = 'infinity' where email = $1`, [email]);
  const guess = await client.signInWithPassword({ email, password: 'not-this' });
  expect(guess.error?.code).toBe('invalid_credentials');
  const right = await client.signInWithPassword({ email, password: goodPassword });
  expect(right.error).toMatchObject({ status: 400, code: 'user_banned' });
  expect((await refresh(service.url, session.refresh_token)).body.code).toBe('user_banned');
  expect(await userStatus(session.access_token)).toBe(403);
});

test('the user has the fields that auth-js expects', async () => {
  const { email, client } = await newcomer();
  const { data } = await client.getUser();
  expect(Object.keys(data.user ?? {})).toEqual(
    expect.arrayContaining(
      'id aud role email phone app_metadata user_metadata identities created_at updated_at is_anonymous'.split(
        ' ',
      ),
    ),
  );
  expect(data.user?.identities?.[0]).toMatchObject({
    provider: 'email',
    identity_data: { email, sub: data.user?.id },
  });
  expect(JSON.stringify(data.user)).not.toContain('argon2');
});

test('each refresh rotates the refresh token', async () => {
  const { client, session } = await newcomer();
  const { data, error } = await client.refreshSession();
  expect(error).toBeNull();
  expect(data.session?.refresh_token).not.toBe(session.refresh_token);
  expect(data.user?.id).toBe(session.user.id);
});

test('the parent of the active refresh token gets the active one, however late', async () => {
  const { session } = await newcomer();
  const active = (await refresh(service.url, session.refresh_token)).body.refresh_token;
  service.clock.move(3600);
  const retry = await refresh(service.url, session.refresh_token);
  expect(retry.status).toBe(200);
  expect(retry.body.refresh_token).toBe(active);
});

test('an older refresh token ends the session for the thief and the owner', async () => {
  const { session } = await newcomer();
  const second = (await refresh(service.url, session.refresh_token)).body;
  const third = (await refresh(service.url, second.refresh_token)).body;
  service.clock.move(accountPolicy.refreshReuse + 1);
  const replay = await refresh(service.url, session.refresh_token);
  expect(replay).toMatchObject({ status: 400, body: { code: 'refresh_token_already_used' } });
  expect(await refresh(service.url, third.refresh_token)).toMatchObject({
    status: 400,
    body: { code: 'session_not_found' },
  });
  expect(await userStatus(third.access_token)).toBe(403);
});

test('within the reuse interval an older refresh token is accepted as a race of tabs', async () => {
  const { session } = await newcomer();
  const second = (await refresh(service.url, session.refresh_token)).body;
  const third = (await refresh(service.url, second.refresh_token)).body;
  const late = await refresh(service.url, session.refresh_token);
  expect(late.body.refresh_token).toBe(third.refresh_token);
});

describe('a session whose password was changed or that signed out the others', () => {
  const changes = {
    'a new password': (session: Session) => put(session, { password: 'another-zafaran-71' }),
    'signing out the others': (session: Session) =>
      fetch(`${service.url}/logout?scope=others`, {
        method: 'POST',
        headers: { authorization: `Bearer ${session.access_token}` },
      }),
  };
  test.each(Object.entries(changes))(
    'a session that proved itself is replaced at its next refresh, and copies of its tokens end: %s',
    async (_what, change) => {
      const { session } = await newcomer();
      expect((await change(session)).ok).toBe(true);
      expect(await userStatus(session.access_token)).toBe(200);
      const { body: renewed } = await refresh(service.url, session.refresh_token);
      expect(await userStatus(session.access_token)).toBe(403);
      expect(await userStatus(renewed.access_token)).toBe(200);
      const next = await refresh(service.url, renewed.refresh_token);
      expect(next.status).toBe(200);
    },
  );

  test('a replaced session ends when its old refresh token is used a second time, also concurrently', async () => {
    const { session } = await newcomer();
    await put(session, { password: 'another-zafaran-71' });
    const { body: renewed } = await refresh(service.url, session.refresh_token);
    expect(await userStatus(renewed.access_token)).toBe(200);
    const copy = await refresh(service.url, session.refresh_token);
    expect(copy).toMatchObject({ status: 400, body: { code: 'refresh_token_already_used' } });
    expect(await userStatus(renewed.access_token)).toBe(403);
  });

  test('the replacement of a session is recorded neither as a sign-in nor as an ended session', async () => {
    const { session } = await newcomer();
    const kept = () =>
      service.sql(
        `select kind from auth.security_events where user_id = $1 and kind <> 'password_changed'`,
        [session.user.id],
      );
    service.clock.move(60);
    await put(session, { password: 'another-zafaran-71', current_password: goodPassword });
    service.clock.move(60);
    expect((await refresh(service.url, session.refresh_token)).status).toBe(200);
    expect(await kept()).toEqual([{ kind: 'signed_in' }]);
    await refresh(service.url, session.refresh_token);
    expect(await kept()).toEqual([{ kind: 'signed_in' }, { kind: 'session_ended' }]);
  });

  test.each(['global', 'others', 'local'] as const)(
    'a session that a thief replaced first ends the replacement: sign-out %s',
    async (scope) => {
      const { session } = await newcomer();
      await put(session, { password: 'another-zafaran-71' });
      const { body: thiefs } = await refresh(service.url, session.refresh_token);
      const signedOut = await fetch(`${service.url}/logout?scope=${scope}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${session.access_token}` },
      });
      expect(signedOut.status).toBe(204);
      expect(await userStatus(thiefs.access_token)).toBe(403);
      expect((await refresh(service.url, thiefs.refresh_token)).status).toBe(400);
    },
  );

  test('a replaced session keeps the links that it requested', async () => {
    const { client, session } = await newcomer();
    await service.sql('select api.prove_mailbox($1, now())', [session.user.id]);
    const wished = newAddress();
    await put(session, { email: wished });
    const link = await service.linkTo(wished);
    expect((await client.signOut({ scope: 'others' })).error).toBeNull();
    await refresh(service.url, session.refresh_token);
    const token_hash = link.searchParams.get('token') ?? '';
    const confirmed = await authClient(service.url).verifyOtp({ type: 'email_change', token_hash });
    expect(confirmed.error).toBeNull();
  });

  test('a session is replaced once', async () => {
    const { session } = await newcomer();
    await put(session, { password: 'another-zafaran-71' });
    const { body: renewed } = await refresh(service.url, session.refresh_token);
    const { body: next } = await refresh(service.url, renewed.refresh_token);
    expect(await userStatus(renewed.access_token)).toBe(200);
    expect(await userStatus(next.access_token)).toBe(200);
  });
});

test('a session ends after its idle limit and at its absolute limit', async () => {
  const idle = await newcomer();
  service.clock.move(accountPolicy.sessionIdle + 1);
  expect((await refresh(service.url, idle.session.refresh_token)).body.code).toBe(
    'session_expired',
  );
  const busy = await newcomer();
  let token = busy.session.refresh_token;
  const step = accountPolicy.sessionIdle - 60;
  for (let lived = step; lived < accountPolicy.sessionAbsolute; lived += step) {
    service.clock.move(step);
    token = (await refresh(service.url, token)).body.refresh_token;
  }
  service.clock.move(step);
  expect((await refresh(service.url, token)).body.code).toBe('session_expired');
});

test.each(['', 'x', 'not-a-token', 'A'.repeat(72), '../../etc/passwd'])(
  'the refresh token %j is not found',
  async (token) => {
    const { status, body } = await refresh(service.url, token);
    expect(status).toBe(400);
    expect(body.code).toBe(token ? 'refresh_token_not_found' : 'validation_failed');
  },
);

test('a refresh token whose counter or session was edited is not found', async () => {
  const { session } = await newcomer();
  const bytes = Buffer.from(session.refresh_token, 'base64url');
  for (const at of [0, 15, 21, 22, bytes.length - 1]) {
    const edited = Buffer.from(bytes);
    edited[at] = (edited[at] ?? 0) ^ 1;
    const { body } = await refresh(service.url, edited.toString('base64url'));
    expect(body.code).toBe('refresh_token_not_found');
  }
});

test('responses with tokens are never stored by a cache', async () => {
  const { session } = await newcomer();
  expect((await refresh(service.url, session.refresh_token)).headers.get('cache-control')).toBe(
    'no-store',
  );
});

test('sign-out with its default scope ends every session of the person', async () => {
  const { email, client, session } = await newcomer();
  const other = authClient(service.url);
  await other.signInWithPassword({ email, password: goodPassword });
  expect((await client.signOut()).error).toBeNull();
  expect((await client.getSession()).data.session).toBeNull();
  expect((await other.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await refresh(service.url, session.refresh_token)).body.code).toBe('session_not_found');
});

test('a local sign-out leaves the other devices signed in', async () => {
  const { email, client, session } = await newcomer();
  const other = authClient(service.url);
  await other.signInWithPassword({ email, password: goodPassword });
  expect((await client.signOut({ scope: 'local' })).error).toBeNull();
  expect(await userStatus(session.access_token)).toBe(403);
  expect((await other.getUser()).error).toBeNull();
});

test('a sign-out of the others leaves only this device signed in', async () => {
  const { email, client, session } = await newcomer();
  const other = authClient(service.url);
  await other.signInWithPassword({ email, password: goodPassword });
  expect((await other.signOut({ scope: 'others' })).error).toBeNull();
  expect((await other.getUser()).error).toBeNull();
  expect(await userStatus(session.access_token)).toBe(403);
  expect((await client.getUser()).error).not.toBeNull();
});

test('a session that has not shown its second factor can sign out only itself', async () => {
  const { email, client } = await newcomer();
  await proveMailbox(service, email);
  await addFactor(service, client);
  const half = authClient(service.url);
  await half.signInWithPassword({ email, password: goodPassword });
  for (const scope of ['global', 'others'] as const) {
    expect((await half.signOut({ scope })).error?.code).toBe('reauthentication_needed');
  }
  expect((await half.signOut({ scope: 'local' })).error).toBeNull();
  expect((await client.getUser()).error).toBeNull();
});

test("a sign-out ends no other user's session and rejects an unknown scope", async () => {
  const bystander = await newcomer();
  const { session } = await newcomer();
  const logout = (scope: string) =>
    fetch(`${service.url}/logout?scope=${scope}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${session.access_token}`,
        'content-type': 'application/json;charset=UTF-8',
      },
    });
  expect((await logout('everywhere')).status).toBe(400);
  const done = await logout('global');
  expect([done.status, await done.text()]).toEqual([204, '']);
  expect((await logout('global')).status).toBe(403);
  expect((await bystander.client.getUser()).error).toBeNull();
});

test('a sign-out on one server takes effect at once on another', async () => {
  const { client, session } = await newcomer();
  const second = await service.another();
  expect(await userStatus(session.access_token, second.url)).toBe(200);
  await client.signOut();
  expect(await userStatus(session.access_token, second.url)).toBe(403);
  await second.close();
});

test('the end of a session is announced, so that its live updates end', async () => {
  const { client, session } = await newcomer();
  const listener = new Client(service.database.owner);
  await listener.connect();
  const announced = new Promise((resolve) => {
    listener.on('notification', ({ payload }) => resolve(payload));
  });
  await listener.query('listen hamla_sessions');
  const claims = (await client.getClaims(session.access_token, { allowExpired: true })).data
    ?.claims;
  await client.signOut();
  expect(await announced).toBe(claims?.session_id);
  await listener.end();
});
