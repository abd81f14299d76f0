import { afterAll, expect, test } from 'vitest';
import { accountPolicy } from './account-policy.ts';
import { refusals } from './account-refusal.ts';
import {
  authClient,
  goodPassword,
  newAddress,
  startAccountService,
} from './account-service.testing.ts';

const service = await startAccountService({ EMAIL_CONFIRMATION: 'on' });
afterAll(() => service.stop());

const post = (path: string, body: object, language: string) =>
  fetch(service.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': language },
    body: JSON.stringify(body),
  });

async function said(path: string, body: object, language: string) {
  const reply = await post(path, body, language);
  expect(reply.status).toBeGreaterThanOrEqual(400);
  return ((await reply.json()) as { message: string }).message;
}

const subjectsTo = async (address: string) =>
  (await service.mail()).filter(({ to }) => to === address).map(({ subject }) => subject);

/** A signed-in client of a new account with a confirmed address. */
async function confirmed(data: object) {
  const email = newAddress();
  await authClient(service.url).signUp({ email, password: goodPassword, options: { data } });
  await fetch(await service.linkTo(email), { redirect: 'manual' });
  const client = authClient(service.url);
  await client.signInWithPassword({ email, password: goodPassword });
  return { email, client };
}

test('every refusal of the account service has its own Arabic message in Arabic letters', () => {
  for (const [, { ar }] of Object.values(refusals)) {
    expect(ar).toMatch(/[\u0600-\u06ff]/);
    expect(ar).not.toMatch(/[A-Za-z]/);
  }
});

test('a refusal is in the requested language, which Content-Language names', async () => {
  const body = { email: newAddress(), password: goodPassword };
  for (const [asked, language, message] of [
    ['ar-SA, en;q=0.5', 'ar', refusals.invalid_credentials[1].ar],
    ['en', 'en', 'Invalid login credentials'],
    ['de', 'en', 'Invalid login credentials'],
  ] as const) {
    const reply = await post('/token?grant_type=password', body, asked);
    expect(reply.headers.get('content-language')).toBe(language);
    expect(reply.headers.get('vary')).toContain('Accept-Language');
    expect(await reply.json()).toMatchObject({
      error_code: 'invalid_credentials',
      message,
      msg: message,
    });
  }
});

test.each([
  ['no email address', { password: goodPassword }, 'أدخل البريد الإلكتروني.'],
  ['none', { email: 'x', password: goodPassword }, 'صيغة البريد الإلكتروني غير صحيحة.'],
  ['no password', { email: 'a@example.com' }, 'أدخل كلمة المرور.'],
  ['a short password', { email: 'a@example.com', password: '12345' }, 'استخدم 6 أحرف على الأقل.'],
  [
    'a known password',
    { email: 'a@example.com', password: '123456' },
    'كلمة المرور هذه كلها معروفة من تسريبات سابقة أو يسهل تخمينها. أضف 7 أحرف أو أرقام أخرى لا تتبع نمطًا.',
  ],
  [
    'a password without end',
    { email: 'a@example.com', password: 'x'.repeat(201) },
    'الحد الأقصى لعدد أحرف كلمة المرور: 200.',
  ],
  [
    'another role',
    { email: 'a@example.com', password: goodPassword, data: { role: 'admin' } },
    'نوع الحساب: اختر شركة أو وكالة.',
  ],
  [
    'what only a program gets wrong',
    { email: 'a@example.com', password: goodPassword, data: 'x' },
    'هذه القيمة غير صحيحة',
  ],
])('a sign-up with %s is refused in Arabic', async (_case, body, words) => {
  expect(await said('/signup', body, 'ar')).toBe(words);
  expect(await said('/signup', body, 'en')).not.toMatch(/[\u0600-\u06ff]/);
});

test('a sign-up without a language stores the one that the browser requests', async () => {
  for (const [asked, language] of [
    ['ar-SA', 'ar'],
    ['fr', 'en'],
  ] as const) {
    const email = newAddress();
    const reply = await post('/signup', { email, password: goodPassword }, asked);
    expect(await reply.json()).toMatchObject({ user_metadata: { language } });
    expect(
      await service.sql('select user_metadata from auth.users where email = $1', [email]),
    ).toEqual([{ user_metadata: { language } }]);
  }
});

test("a sign-up's own language takes precedence over the browser's", async () => {
  const { client } = await confirmed({ language: 'ar' });
  expect((await client.getUser()).data.user?.user_metadata.language).toBe('ar');
});

test.each(['fr', 'AR', '', 0, ['ar'], { language: 'ar' }])(
  'the language %j is rejected at sign-up and later',
  async (language) => {
    const email = newAddress();
    const refused = { status: 422, code: 'validation_failed' };
    const options = { data: { language } };
    const { error } = await authClient(service.url).signUp({
      email,
      password: goodPassword,
      options,
    });
    expect(error).toMatchObject({ ...refused, message: 'language: choose en or ar.' });
    expect(await service.sql('select from auth.users where email = $1', [email])).toEqual([]);
    const { client } = await confirmed({ language: 'ar' });
    expect((await client.updateUser(options)).error).toMatchObject(refused);
    expect((await client.getUser()).data.user?.user_metadata.language).toBe('ar');
  },
);

test("mails are in the account's language, and a change applies from the next mail on", async () => {
  const { email, client } = await confirmed({ language: 'ar' });
  expect(await subjectsTo(email)).toEqual(['أكّد بريدك الإلكتروني']);
  await client.updateUser({ password: 'a-new-word-of-1447' });
  await client.refreshSession();
  await client.updateUser({ email: newAddress() });
  expect((await subjectsTo(email)).slice(1)).toEqual([
    'تم تغيير كلمة مرور حسابك',
    'طلب تغيير بريدك الإلكتروني',
  ]);
  await client.updateUser({ data: { language: 'en' } });
  await client.resetPasswordForEmail(email);
  expect((await subjectsTo(email)).at(-1)).toBe('Choose a new password');
  // Without a language the mail is in English.
  await client.updateUser({ data: { language: null } });
  expect((await client.getUser()).data.user?.user_metadata).not.toHaveProperty('language');
  service.clock.move(accountPolicy.mailQuiet + 1);
  await authClient(service.url).signUp({
    email,
    password: goodPassword,
    options: { data: { language: 'ar' } },
  });
  expect((await subjectsTo(email)).at(-1)).toBe('You already have an account');
});

test('a confirmation mail is in the language of its sign-up', async () => {
  const email = newAddress();
  const signUp = (language: string) =>
    authClient(service.url).signUp({
      email,
      password: goodPassword,
      options: { data: { language } },
    });
  await signUp('en');
  await service.mail();
  service.clock.move(accountPolicy.link.signup + 1);
  await signUp('ar');
  expect(await subjectsTo(email)).toEqual(['Confirm your email address', 'أكّد بريدك الإلكتروني']);
});
