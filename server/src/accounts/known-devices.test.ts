import { afterAll, expect, test } from 'vitest';
import { accountPolicy } from './account-policy.ts';
import {
  authClient,
  goodPassword,
  newAddress,
  startAccountService,
} from './account-service.testing.ts';
import { addFactor, codeOf, proveMailbox } from './factors.testing.ts';
import { deviceCookie } from './sender.ts';

/**
 * A browser that signed in before is not locked out by other devices' wrong guesses, and its own guesses are limited as
 * theirs are.
 */

const service = await startAccountService();
afterAll(() => service.stop());

async function account() {
  const email = newAddress();
  const auth = authClient(service.url);
  await auth.signUp({ email, password: goodPassword });
  return { email, auth };
}

interface Answer {
  code: string;
  accessToken: string | undefined;
  /** The Cookie header that a browser would send back. */
  cookie: string | undefined;
  setCookie: string | null;
}

async function signIn(email: string, password: string, cookie?: string): Promise<Answer> {
  const reply = await fetch(`${service.url}/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify({ email, password }),
  });
  return answerOf(reply);
}

async function answerOf(reply: Response): Promise<Answer> {
  const { error_code, access_token } = (await reply.json()) as Record<string, string>;
  const setCookie = reply.headers.get('set-cookie');
  return {
    code: error_code ?? 'signed_in',
    accessToken: access_token,
    cookie: setCookie?.split(';')[0],
    setCookie,
  };
}

/** Sends a code of the second factor. */
async function show(
  factorId: string,
  code: string,
  { accessToken }: Answer,
  cookie?: string,
): Promise<Answer> {
  const post = (step: string, body: object) =>
    fetch(`${service.url}/factors/${factorId}/${step}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        ...(cookie && { cookie }),
      },
      body: JSON.stringify(body),
    });
  const { id } = (await (await post('challenge', {})).json()) as { id: string };
  return answerOf(await post('verify', { challenge_id: id, code }));
}

/**
 * Gives wrong passwords until the back-off refuses one.
 * @returns how many were compared.
 */
async function guess(email: string, cookie?: string): Promise<number> {
  for (let guesses = 0; guesses < 50; guesses += 1) {
    const { code } = await signIn(email, `wrong ${guesses}`, cookie);
    if (code === 'over_request_rate_limit') return guesses;
  }
  throw new Error('never backed off');
}

test('wrong passwords of a stranger lock out unknown devices and not a known one', async () => {
  const { email } = await account();
  const { cookie } = await signIn(email, goodPassword);
  await guess(email);
  expect((await signIn(email, goodPassword)).code).toBe('over_request_rate_limit');
  expect((await signIn(email, goodPassword, cookie)).code).toBe('signed_in');
});

test('a known device backs off after its own wrong passwords, after as many as other devices, and does not lock them out', async () => {
  const { email } = await account();
  const { cookie } = await signIn(email, goodPassword);
  expect(await guess(email, cookie)).toBe(accountPolicy.freeFailures);
  expect((await signIn(email, goodPassword, cookie)).code).toBe('over_request_rate_limit');
  expect((await signIn(email, goodPassword)).code).toBe('signed_in');
});

test('a sign-in of a known device does not reset the guesses of other devices', async () => {
  const { email } = await account();
  const { cookie } = await signIn(email, goodPassword);
  await guess(email);
  await signIn(email, goodPassword, cookie);
  expect((await signIn(email, 'wrong')).code).toBe('over_request_rate_limit');
});

test("with a second factor a device becomes known by showing it, and other devices' wrong codes do not lock it out", async () => {
  const { email, auth } = await account();
  await proveMailbox(service, email);
  const { factorId, secret } = await addFactor(service, auth);
  const nextCode = () => {
    service.clock.move(30);
    return codeOf(service, secret);
  };
  const half = await signIn(email, goodPassword);
  expect(half.cookie).toBeUndefined();
  const known = await show(factorId, await nextCode(), half);
  expect(known.cookie).toBeDefined();
  // A thief who has only the password guesses codes until the back-off refuses one.
  const thief = await signIn(email, goodPassword);
  const guesses: string[] = [];
  while (!guesses.includes('over_request_rate_limit'))
    guesses.push((await show(factorId, '000000', thief)).code);
  expect(guesses).toHaveLength(accountPolicy.freeFailures + 1);
  expect((await show(factorId, await codeOf(service, secret), thief)).code).toBe(
    'over_request_rate_limit',
  );
  const owner = await signIn(email, goodPassword, known.cookie);
  expect((await show(factorId, await codeOf(service, secret), owner, known.cookie)).code).toBe(
    'mfa_verification_failed',
  );
  expect((await show(factorId, await nextCode(), owner, known.cookie)).code).toBe('signed_in');
});

test('a new password makes its device known and the other devices unknown', async () => {
  const { email } = await account();
  const before = await signIn(email, goodPassword);
  const reply = await fetch(`${service.url}/user`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${before.accessToken}`,
      'content-type': 'application/json',
      cookie: before.cookie!,
    },
    body: JSON.stringify({ password: 'another-zafaran-71' }),
  });
  const { cookie } = await answerOf(reply);
  expect(cookie).toBeDefined();
  await guess(email);
  expect((await signIn(email, 'another-zafaran-71', before.cookie)).code).toBe(
    'over_request_rate_limit',
  );
  expect((await signIn(email, 'another-zafaran-71', cookie)).code).toBe('signed_in');
});

test('a known device backs off after its own wrong codes', async () => {
  const { email, auth } = await account();
  await proveMailbox(service, email);
  const { factorId, secret } = await addFactor(service, auth);
  service.clock.move(30);
  const code = await codeOf(service, secret);
  const known = await show(factorId, code, await signIn(email, goodPassword));
  const session = await signIn(email, goodPassword, known.cookie);
  const guesses: string[] = [];
  while (!guesses.includes('over_request_rate_limit'))
    guesses.push((await show(factorId, '000000', session, known.cookie)).code);
  expect(guesses).toHaveLength(accountPolicy.freeFailures + 1);
});

test('a device cookie of another account, a made-up one and an edited one make no device known', async () => {
  const { email } = await account();
  const own = await signIn(email, goodPassword);
  const thief = await account();
  const foreign = await signIn(thief.email, goodPassword);
  await guess(email);
  const [name, token] = own.cookie!.split('=') as [string, string];
  const changed = `${name}=${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`;
  for (const cookie of [foreign.cookie!, `${name}=${'A'.repeat(43)}`, changed, `${name}=`, name])
    expect((await signIn(email, goodPassword, cookie)).code).toBe('over_request_rate_limit');
  expect((await signIn(email, goodPassword, own.cookie)).code).toBe('signed_in');
});

test('the device cookie alone does not sign in', async () => {
  const { email } = await account();
  const { cookie } = await signIn(email, goodPassword);
  expect((await signIn(email, 'wrong', cookie)).code).toBe('invalid_credentials');
  const reply = await fetch(`${service.url}/user`, { headers: { cookie: cookie! } });
  expect(reply.status).toBe(401);
});

test('one browser can be a known device of several accounts', async () => {
  const [one, other] = [await account(), await account()];
  const first = await signIn(one.email, goodPassword);
  const second = await signIn(other.email, goodPassword, first.cookie);
  for (const { email } of [one, other]) {
    await guess(email);
    expect((await signIn(email, goodPassword, second.cookie)).code).toBe('signed_in');
  }
});

test('an account has at most twenty known devices, the last used', async () => {
  const { email } = await account();
  const cookies: (string | undefined)[] = [];
  for (let n = 0; n <= 20; n += 1) {
    service.clock.move(60);
    cookies.push((await signIn(email, goodPassword)).cookie);
  }
  await guess(email);
  expect((await signIn(email, goodPassword, cookies[0])).code).toBe('over_request_rate_limit');
  for (const cookie of [cookies[1], cookies[20]])
    expect((await signIn(email, goodPassword, cookie)).code).toBe('signed_in');
});

test('a device whose cookie has expired is a new device and gets a new cookie', async () => {
  const { email } = await account();
  const { cookie } = await signIn(email, goodPassword);
  service.clock.move(180 * 86_400);
  const again = await signIn(email, goodPassword, cookie);
  expect(again.code).toBe('signed_in');
  expect(again.cookie).not.toBe(cookie);
});

test('a sign-in renews the device cookie, which is valid for 180 days', async () => {
  const { email } = await account();
  const { cookie } = await signIn(email, goodPassword);
  service.clock.move(100 * 86_400);
  const renewed = await signIn(email, goodPassword, cookie);
  expect(renewed.cookie).toBe(cookie);
  service.clock.move(100 * 86_400);
  await guess(email);
  expect((await signIn(email, goodPassword, cookie)).code).toBe('signed_in');
  service.clock.move(181 * 86_400);
  await guess(email);
  expect((await signIn(email, goodPassword, cookie)).code).toBe('over_request_rate_limit');
});

test('a new password makes all known devices unknown', async () => {
  const { email, auth } = await account();
  const { cookie } = await signIn(email, goodPassword);
  const password = 'Another-2026-campaign';
  expect((await auth.updateUser({ password, current_password: goodPassword })).error).toBeNull();
  await guess(email);
  expect((await signIn(email, password, cookie)).code).toBe('over_request_rate_limit');
});

test.each(['local', 'others', 'global'] as const)(
  'a sign-out (%s) by a token of hours ago does not change the known devices',
  async (scope) => {
    const { email, auth } = await account();
    const { cookie } = await signIn(email, goodPassword);
    service.clock.move(2 * 60 * 60);
    await auth.refreshSession();
    expect((await auth.signOut({ scope })).error).toBeNull();
    await guess(email);
    expect((await signIn(email, goodPassword, cookie)).code).toBe('signed_in');
  },
);

/**
 * Gives wrong current passwords in a session until the back-off refuses one.
 * @returns how many were compared.
 */
async function guessInside({ accessToken }: Answer, cookie?: string): Promise<number> {
  for (let guesses = 0; guesses < 50; guesses += 1) {
    const { code } = await prove(`wrong ${guesses}`, accessToken, cookie);
    if (code === 'over_request_rate_limit') return guesses;
    expect(code).toBe('current_password_invalid');
  }
  throw new Error('never backed off');
}

async function prove(password: string, accessToken?: string, cookie?: string) {
  const reply = await fetch(`${service.url}/user`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      ...(cookie && { cookie }),
    },
    body: JSON.stringify({ current_password: password }),
  });
  const { error_code } = (await reply.json()) as { error_code?: string };
  return { code: error_code ?? 'proven', wait: Number(reply.headers.get('retry-after')) };
}

test('wrong current passwords in a session do not lock out sign-ins, nor the other way round', async () => {
  const { email } = await account();
  const stolen = await signIn(email, goodPassword);
  expect(await guessInside(stolen)).toBe(accountPolicy.freeFailures);
  expect((await signIn(email, goodPassword)).code).toBe('signed_in');
  const other = await account();
  const session = await signIn(other.email, goodPassword);
  await guess(other.email);
  expect((await prove(goodPassword, session.accessToken)).code).toBe('proven');
});

test('wrong current passwords are counted for all sessions of an account together and back off like sign-ins', async () => {
  const { email } = await account();
  const [one, other] = [await signIn(email, goodPassword), await signIn(email, goodPassword)];
  expect(await guessInside(one)).toBe(accountPolicy.freeFailures);
  expect(await guessInside(other)).toBe(0);
  const waits: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    const { code, wait } = await prove(goodPassword, other.accessToken);
    expect(code).toBe('over_request_rate_limit');
    waits.push(wait);
    service.clock.move(wait);
    await prove('wrong', other.accessToken);
  }
  expect(waits).toEqual([1, 2, 4, 8]);
});

test('a sign-in of the owner does not reset the wrong current passwords of a session', async () => {
  const { email } = await account();
  const stolen = await signIn(email, goodPassword);
  await guessInside(stolen);
  await signIn(email, goodPassword);
  expect(await guessInside(stolen)).toBe(0);
});

test("wrong current passwords with a stolen token do not stop the owner's known device from giving the right one", async () => {
  const { email } = await account();
  const owner = await signIn(email, goodPassword);
  await guessInside(owner);
  expect((await prove(goodPassword, owner.accessToken)).code).toBe('over_request_rate_limit');
  expect((await prove(goodPassword, owner.accessToken, owner.cookie)).code).toBe('proven');
  expect(await guessInside(owner, owner.cookie)).toBe(accountPolicy.freeFailures);
});

test('the right current password resets the count of wrong ones', async () => {
  const { email } = await account();
  const { accessToken } = await signIn(email, goodPassword);
  for (let round = 0; round < 2; round += 1) {
    for (let n = 1; n < accountPolicy.freeFailures; n += 1) await prove('wrong', accessToken);
    expect((await prove(goodPassword, accessToken)).code).toBe('proven');
  }
});

test('a new password resets the count of wrong passwords', async () => {
  const { email } = await account();
  const stolen = await signIn(email, goodPassword);
  await guessInside(stolen);
  const owner = authClient(service.url);
  await owner.signInWithPassword({ email, password: goodPassword });
  const password = 'Another-2026-campaign';
  expect((await owner.updateUser({ password })).error).toBeNull();
  const { accessToken } = await signIn(email, password);
  expect((await prove(password, accessToken)).code).toBe('proven');
});

test('the device cookie is limited to the account service, hidden from scripts, and sent over https only on an https site', async () => {
  const { email } = await account();
  const { setCookie } = await signIn(email, goodPassword);
  expect(setCookie).toMatch(
    /^hamla_device=[\w-]{43}; Path=\/auth\/v1; Max-Age=15552000; HttpOnly; SameSite=Lax$/,
  );
  const noted = { device: 'new' as const, tokens: [], newToken: 'a', note: {}, prove: () => {} };
  expect(deviceCookie(noted, 'https://hamla.sa')).toMatch(/; SameSite=Lax; Secure$/);
});

test('a wrong password, a banned account and an unknown address get no device cookie', async () => {
  const { email } = await account();
  expect((await signIn(email, 'wrong')).setCookie).toBeNull();
  expect((await signIn(newAddress(), goodPassword)).setCookie).toBeNull();
  await service.sql(`update auth.users set banned_until = 'infinity' where email = $1`, [email]);
  expect(await signIn(email, goodPassword)).toMatchObject({ code: 'user_banned', setCookie: null });
});

test('the content of the device cookie is not stored on the server', async () => {
  const { email } = await account();
  const { cookie } = await signIn(email, goodPassword);
  const rows = await service.sql<{ row: string }>(
    `select d::text || encode(d.token_hash, 'base64') || encode(d.token_hash, 'escape') as row from auth.known_devices d`,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ row }) => row.includes(cookie!.split('=')[1]!))).toEqual([]);
});
