import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountPolicy } from './account-policy.ts';
import {
  type AccountService,
  authClient,
  goodPassword,
  newAddress,
  startAccountService,
} from './account-service.testing.ts';
import { addFactor, codeOf, proveMailbox } from './factors.testing.ts';
import { deviceCookie } from './sender.ts';

/** A browser that signed in before is not locked out by what others guess, and guesses no more freely than they do. */

let service: AccountService;
beforeAll(async () => {
  service = await startAccountService();
});
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
  /** As a browser would send it back. */
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

/** Gives a code of the second factor. */
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

/** Wrong passwords until the back-off answers. How many were looked at. */
async function guess(email: string, cookie?: string): Promise<number> {
  for (let guesses = 0; guesses < 50; guesses += 1) {
    const { code } = await signIn(email, `wrong ${guesses}`, cookie);
    if (code === 'over_request_rate_limit') return guesses;
  }
  throw new Error('never backed off');
}

test("somebody else's wrong passwords lock out other devices and not the one that signed in before", async () => {
  const { email } = await account();
  const { cookie } = await signIn(email, goodPassword);
  await guess(email);
  expect((await signIn(email, goodPassword)).code).toBe('over_request_rate_limit');
  expect((await signIn(email, goodPassword, cookie)).code).toBe('signed_in');
});

test('a known device backs off from its own wrong passwords, as early as others do, and alone', async () => {
  const { email } = await account();
  const { cookie } = await signIn(email, goodPassword);
  expect(await guess(email, cookie)).toBe(accountPolicy.freeFailures);
  expect((await signIn(email, goodPassword, cookie)).code).toBe('over_request_rate_limit');
  expect((await signIn(email, goodPassword)).code).toBe('signed_in');
});

test('a sign-in of a known device gives those who guess from elsewhere no new guesses', async () => {
  const { email } = await account();
  const { cookie } = await signIn(email, goodPassword);
  await guess(email);
  await signIn(email, goodPassword, cookie);
  expect((await signIn(email, 'wrong')).code).toBe('over_request_rate_limit');
});

test("where there is a second factor a device is known once it has shown it, and others' wrong codes do not lock it out", async () => {
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
  // Who has the password alone guesses until the back-off answers.
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

test('a new password makes the device known on which it was chosen, and forgets the others', async () => {
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

test('a known device backs off from its own wrong codes', async () => {
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

test('the cookie of another account, a made-up one and a changed one are those of no known device', async () => {
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

test('the cookie alone signs nobody in', async () => {
  const { email } = await account();
  const { cookie } = await signIn(email, goodPassword);
  expect((await signIn(email, 'wrong', cookie)).code).toBe('invalid_credentials');
  const reply = await fetch(`${service.url}/user`, { headers: { cookie: cookie! } });
  expect(reply.status).toBe(401);
});

test('one browser is a known device of each account that signed in there', async () => {
  const [one, other] = [await account(), await account()];
  const first = await signIn(one.email, goodPassword);
  const second = await signIn(other.email, goodPassword, first.cookie);
  for (const { email } of [one, other]) {
    await guess(email);
    expect((await signIn(email, goodPassword, second.cookie)).code).toBe('signed_in');
  }
});

test('an account knows the twenty devices that were used last', async () => {
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

test('a device whose cookie has expired is a new one, with a cookie of its own', async () => {
  const { email } = await account();
  const { cookie } = await signIn(email, goodPassword);
  service.clock.move(180 * 86_400);
  const again = await signIn(email, goodPassword, cookie);
  expect(again.code).toBe('signed_in');
  expect(again.cookie).not.toBe(cookie);
});

test('a sign-in renews the cookie, and an unused one is good for 180 days', async () => {
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

test('a new password makes the account forget its devices', async () => {
  const { email, auth } = await account();
  const { cookie } = await signIn(email, goodPassword);
  const password = 'Another-2026-campaign';
  expect((await auth.updateUser({ password, current_password: goodPassword })).error).toBeNull();
  await guess(email);
  expect((await signIn(email, password, cookie)).code).toBe('over_request_rate_limit');
});

test.each(['local', 'others', 'global'] as const)(
  'a sign-out (%s) by a token of hours ago leaves the devices of the owner known',
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

/** Wrong current passwords from inside a session until the back-off answers. How many were looked at. */
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

test('wrong current passwords inside a session lock out no sign-in, and wrong passwords of sign-ins no proof', async () => {
  const { email } = await account();
  const stolen = await signIn(email, goodPassword);
  expect(await guessInside(stolen)).toBe(accountPolicy.freeFailures);
  expect((await signIn(email, goodPassword)).code).toBe('signed_in');
  const other = await account();
  const session = await signIn(other.email, goodPassword);
  await guess(other.email);
  expect((await prove(goodPassword, session.accessToken)).code).toBe('proven');
});

test('guesses inside the sessions of one account are counted together, and back off as sign-ins do', async () => {
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

test('a sign-in of the owner gives who guesses inside a session no new guesses', async () => {
  const { email } = await account();
  const stolen = await signIn(email, goodPassword);
  await guessInside(stolen);
  await signIn(email, goodPassword);
  expect(await guessInside(stolen)).toBe(0);
});

test('guesses with a stolen token leave the known device of the owner free to prove who they are', async () => {
  const { email } = await account();
  const owner = await signIn(email, goodPassword);
  await guessInside(owner);
  expect((await prove(goodPassword, owner.accessToken)).code).toBe('over_request_rate_limit');
  expect((await prove(goodPassword, owner.accessToken, owner.cookie)).code).toBe('proven');
  expect(await guessInside(owner, owner.cookie)).toBe(accountPolicy.freeFailures);
});

test('the right current password forgets the wrong ones before it', async () => {
  const { email } = await account();
  const { accessToken } = await signIn(email, goodPassword);
  for (let round = 0; round < 2; round += 1) {
    for (let n = 1; n < accountPolicy.freeFailures; n += 1) await prove('wrong', accessToken);
    expect((await prove(goodPassword, accessToken)).code).toBe('proven');
  }
});

test('a new password forgets the guesses at the one before', async () => {
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

test('the cookie is for the account service alone, hidden from scripts, and for https alone where the site is', async () => {
  const { email } = await account();
  const { setCookie } = await signIn(email, goodPassword);
  expect(setCookie).toMatch(
    /^hamla_device=[\w-]{43}; Path=\/auth\/v1; Max-Age=15552000; HttpOnly; SameSite=Lax$/,
  );
  const noted = { device: 'new' as const, tokens: [], newToken: 'a', note: {}, prove: () => {} };
  expect(deviceCookie(noted, 'https://hamla.sa')).toMatch(/; SameSite=Lax; Secure$/);
});

test('a wrong password, a refused account and an unknown address are given no cookie', async () => {
  const { email } = await account();
  expect((await signIn(email, 'wrong')).setCookie).toBeNull();
  expect((await signIn(newAddress(), goodPassword)).setCookie).toBeNull();
  await service.sql(`update auth.users set banned_until = 'infinity' where email = $1`, [email]);
  expect(await signIn(email, goodPassword)).toMatchObject({ code: 'user_banned', setCookie: null });
});

test('what the cookie holds is stored nowhere', async () => {
  const { email } = await account();
  const { cookie } = await signIn(email, goodPassword);
  const rows = await service.sql<{ row: string }>(
    `select d::text || encode(d.token_hash, 'base64') || encode(d.token_hash, 'escape') as row from auth.known_devices d`,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ row }) => row.includes(cookie!.split('=')[1]!))).toEqual([]);
});
