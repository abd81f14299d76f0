import { afterAll, expect, test } from 'vitest';
import { accountPolicy } from './account-policy.ts';
import {
  authClient,
  goodPassword,
  newAddress,
  signUpNewcomer,
  startAccountService,
} from './account-service.testing.ts';
import { addFactor, codeOf, provenNewcomer, showCode } from './factors.testing.ts';

/** Six digits by mail instead of the password: POST /otp sends them, POST /verify takes them. */

const service = await startAccountService();
afterAll(() => service.stop());

const ask = async (email: string) => {
  const { error } = await authClient(service.url).signInWithOtp({ email });
  expect(error).toBeNull();
};

/** The digits of every code that was mailed to the address. */
const codesTo = async (email: string) =>
  (await service.mail())
    .filter(({ to }) => to === email)
    .flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? []);

const digitsTo = async (email: string) => (await codesTo(email)).at(-1) ?? '';

const wrong = (digits: string, by = 1) =>
  String((Number(digits) + by) % 1_000_000).padStart(6, '0');

async function use(email: string, token: string) {
  const client = authClient(service.url);
  const { data, error } = await client.verifyOtp({ type: 'email', email, token });
  return { client, session: data.session, code: error?.code };
}

/** Somebody whose digits are in the mailbox. */
async function personWithCode() {
  const person = await provenNewcomer(service);
  await ask(person.email);
  return { ...person, digits: await digitsTo(person.email) };
}

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(service.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

test('mailed digits sign in to the account, in the formats of the provider', async () => {
  const { email, id } = await provenNewcomer(service);
  const asked = await post('/otp', { email, create_user: true, data: {}, code_challenge: null });
  expect([asked.status, await asked.json()]).toEqual([200, {}]);
  const { client, session } = await use(email, await digitsTo(email));
  expect(session?.user).toMatchObject({ id, email });
  const { data } = await client.mfa.getAuthenticatorAssuranceLevel();
  expect(data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal1',
    currentAuthenticationMethods: [{ method: 'otp' }],
  });
  expect((await client.refreshSession()).error).toBeNull();
});

test('digits typed in Arabic or with a space are the same', async () => {
  const { email, digits } = await personWithCode();
  const arabic = digits.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!);
  const { session } = await use(email, `${arabic.slice(0, 3)} ${arabic.slice(3)}`);
  expect(session).not.toBeNull();
});

test('digits count only with the address that they were mailed to', async () => {
  const { email, digits } = await personWithCode();
  const other = await personWithCode();
  for (const body of [
    { token: digits },
    { token_hash: digits },
    { token: digits, email: other.email },
    { token: digits, email: newAddress() },
  ]) {
    const reply = await post('/verify', { type: 'email', ...body });
    expect([reply.status, reply.headers.get('x-sb-error-code')]).toEqual([403, 'otp_expired']);
  }
  expect((await use(email, digits)).session).not.toBeNull();
});

test('the type of a link takes no digits', async () => {
  const { email, digits } = await personWithCode();
  for (const type of ['signup', 'recovery', 'email_change', 'magiclink', 'otp']) {
    const reply = await post('/verify', { type, email, token: digits });
    expect(reply.headers.get('x-sb-error-code')).toBe('otp_expired');
  }
});

test('digits live ten minutes', async () => {
  const { email, digits } = await personWithCode();
  service.clock.move(599);
  expect((await use(email, digits)).session).not.toBeNull();
  const late = await personWithCode();
  service.clock.move(600);
  expect((await use(late.email, late.digits)).code).toBe('otp_expired');
});

test('digits sign in once', async () => {
  const { email, digits } = await personWithCode();
  await use(email, digits);
  expect((await use(email, digits)).code).toBe('otp_expired');
});

test('a new code replaces the digits of before', async () => {
  const { email, digits } = await personWithCode();
  service.clock.move(accountPolicy.mailQuiet);
  await ask(email);
  const next = await digitsTo(email);
  expect((await use(email, digits)).code).toBe('otp_expired');
  expect((await use(email, next)).session).not.toBeNull();
});

test('codes have a quiet time and a number an hour of their own', async () => {
  const { email } = await personWithCode();
  await ask(email);
  expect(await codesTo(email)).toHaveLength(1);
  await authClient(service.url).resetPasswordForEmail(email);
  expect((await service.linkTo(email)).searchParams.get('type')).toBe('recovery');
  for (let sent = 0; sent < accountPolicy.mailsAnHour + 2; sent += 1) {
    service.clock.move(accountPolicy.mailQuiet);
    await ask(email);
  }
  expect(await codesTo(email)).toHaveLength(accountPolicy.mailsAnHour);
});

test('requests for codes are limited by network address apart from those for links', async () => {
  const { email } = await personWithCode();
  await service.sql(`update auth.request_counts set points = $1 where key like 'otp:%'`, [
    accountPolicy.perAddress.requests,
  ]);
  expect((await post('/otp', { email })).status).toBe(429);
  expect((await post('/recover', { email })).status).toBe(200);
  await service.sql('delete from auth.request_counts');
});

test('the fifth try at the digits may be the right one, which ends the count of the wrong ones', async () => {
  const { email, digits } = await personWithCode();
  for (let by = 1; by < accountPolicy.codeTries; by += 1)
    expect((await use(email, wrong(digits, by))).code).toBe('otp_expired');
  expect((await use(email, digits)).session).not.toBeNull();
  service.clock.move(accountPolicy.mailQuiet);
  await ask(email);
  const next = await digitsTo(email);
  expect((await use(email, wrong(next))).code).toBe('otp_expired');
  expect((await use(email, next)).session).not.toBeNull();
});

test('wrong digits of code after code make the account back off, and the password does not end that', async () => {
  const { email } = await personWithCode();
  const waits: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    service.clock.move(accountPolicy.mailQuiet);
    await authClient(service.url).signInWithPassword({ email, password: goodPassword });
    await ask(email);
    const digits = await digitsTo(email);
    let reply: Response;
    do reply = await post('/verify', { type: 'email', email, token: wrong(digits) });
    while (reply.status !== 429);
    waits.push(Number(reply.headers.get('retry-after')));
  }
  expect(waits).toEqual([1, 2, 4]);
});

test('a session of mailed digits still owes the second factor', async () => {
  const { email, client } = await provenNewcomer(service);
  const { factorId, secret } = await addFactor(service, client);
  await ask(email);
  const signedIn = await use(email, await digitsTo(email));
  const levels = await signedIn.client.mfa.getAuthenticatorAssuranceLevel();
  expect(levels.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  const early = await signedIn.client.updateUser({ data: { note: 'x' } });
  expect(early.error?.code).toBe('insufficient_aal');
  service.clock.move(30);
  const code = await codeOf(service, secret);
  expect((await showCode(signedIn.client, factorId, code)).error).toBeNull();
  expect((await signedIn.client.updateUser({ data: { note: 'x' } })).error).toBeNull();
});

test('a session of mailed digits may neither choose a password nor change what else guards the account', async () => {
  const { email, digits } = await personWithCode();
  const { client } = await use(email, digits);
  const password = 'another-zafaran-71';
  const refused = [
    await client.updateUser({ password }),
    await client.updateUser({ email: newAddress() }),
    await client.mfa.enroll({ factorType: 'totp' }),
  ];
  expect(refused.map(({ error }) => error?.code)).toEqual(
    Array(3).fill('current_password_required'),
  );
  const proven = await client.updateUser({ password, current_password: goodPassword });
  expect(proven.error).toBeNull();
});

test('no code is mailed to an unproven mailbox, to a blocked account or to an unknown address, and none makes an account', async () => {
  const unproven = await signUpNewcomer(service);
  const blocked = await provenNewcomer(service);
  await service.sql(`update auth.users set banned_until = 'infinity' where id = $1`, [blocked.id]);
  const unknown = newAddress();
  for (const email of [unproven.email, blocked.email, unknown]) {
    const { error } = await authClient(service.url).signInWithOtp({
      email,
      options: { shouldCreateUser: true, data: { role: 'company' } },
    });
    expect(error).toBeNull();
    expect(await codesTo(email)).toEqual([]);
  }
  expect(await service.sql('select from auth.users where email = $1', [unknown])).toEqual([]);
});

test.each([
  [
    'a block, although it was lifted',
    `update auth.users set banned_until = case n when 1 then 'infinity'::timestamptz end
       from (values ($2::integer)) v (n) where email = $1`,
  ],
  [
    'a new address, although the account has taken the old one back',
    `update auth.users set email = case $2::integer when 1 then 'for-a-while@example.com' else $1 end
      where email in ($1, 'for-a-while@example.com')`,
  ],
  ['a new password', `update auth.users set password_hash = 'x' || $2 where email = $1`],
])('digits end with %s', async (_name, change) => {
  const { email, digits } = await personWithCode();
  for (const step of [1, 2]) await service.sql(change, [email, step]);
  expect((await use(email, digits)).code).toBe('otp_expired');
});

test('the sign-in by mailed digits and wrong digits are recorded', async () => {
  const { email, digits, id } = await personWithCode();
  await use(email, wrong(digits));
  await use(email, digits);
  const events = await service.sql<{ kind: string }>(
    'select kind from auth.security_events where user_id = $1 order by id desc limit 2',
    [id],
  );
  expect(events.map(({ kind }) => kind)).toEqual(['signed_in', 'wrong_sign_in_code']);
});

test('a device becomes known by mailed digits, and those that strangers guess do not lock it out', async () => {
  const { email, digits } = await personWithCode();
  const reply = await post('/verify', { type: 'email', email, token: digits });
  const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
  for (let tries = 0; tries < accountPolicy.freeFailures; tries += 1)
    await use(email, wrong(digits));
  expect((await use(email, digits)).code).toBe('over_request_rate_limit');
  const known = await post('/verify', { type: 'email', email, token: digits }, { cookie });
  expect(known.headers.get('x-sb-error-code')).toBe('otp_expired');
});

test('with a second factor a device becomes known by showing it, not by mailed digits alone', async () => {
  const { email, client } = await provenNewcomer(service);
  await addFactor(service, client);
  await ask(email);
  const reply = await post('/verify', { type: 'email', email, token: await digitsTo(email) });
  expect([reply.status, reply.headers.get('set-cookie')]).toEqual([200, null]);
});

test('a telephone number is refused in words', async () => {
  for (const [language, message] of [
    ['en', 'Sign-in codes are sent by email only. Enter your email address.'],
    ['ar', 'نرسل رمز تسجيل الدخول بالبريد الإلكتروني فقط. أدخل بريدك الإلكتروني.'],
  ] as const) {
    const body = { phone: '+966501234567', create_user: true, channel: 'sms' };
    const reply = await post('/otp', body, { 'accept-language': language });
    expect(reply.status).toBe(422);
    expect(await reply.json()).toMatchObject({ error_code: 'otp_disabled', message });
  }
});

test('the type email takes a sign-up link as well', async () => {
  const confirming = await startAccountService({ EMAIL_CONFIRMATION: 'on' });
  const email = newAddress();
  await authClient(confirming.url).signUp({ email, password: goodPassword });
  const token = (await confirming.linkTo(email)).searchParams.get('token') ?? '';
  const { data } = await authClient(confirming.url).verifyOtp({ type: 'email', email, token });
  expect(data.user?.email).toBe(email);
  await confirming.stop();
});
