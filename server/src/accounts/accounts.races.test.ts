import { afterAll, expect, test } from 'vitest';
import { addStaff } from '../../testing/people.ts';
import { whileOpen } from '../../testing/waiting.ts';
import { accountPolicy } from './account-policy.ts';
import {
  askToken,
  authClient,
  goodPassword,
  newAddress,
  refresh,
  signUpNewcomer,
  startAccountService,
} from './account-service.testing.ts';
import { addFactor, codeOf, provenNewcomer, showCode } from './factors.testing.ts';

/** Many at once with one account, address, link, code or token: what is given once is given once. */

const service = await startAccountService();
afterAll(() => service.stop());

const newcomer = () => signUpNewcomer(service);

test('of many concurrent sign-ups with one address, one makes the account', async () => {
  const email = newAddress();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      authClient(service.url).signUp({
        email,
        password: goodPassword,
        options: { data: { role: 'company' } },
      }),
    ),
  );
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  expect(await service.sql('select from auth.users where email = $1', [email])).toHaveLength(1);
});

test('fifty concurrent refreshes of one token on two servers give one new token', async () => {
  const { session } = await newcomer();
  const second = await service.another();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      refresh(index % 2 ? second.url : service.url, session.refresh_token),
    ),
  );
  await second.close();
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
  expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
});

test('ten tabs that refresh a hundred times each are never signed out', async () => {
  const { session } = await newcomer();
  let shared = session.refresh_token;
  for (let cycle = 0; cycle < 100; cycle += 1) {
    service.clock.move(3500);
    const token = shared;
    const tabs = await Promise.all(Array.from({ length: 10 }, () => refresh(service.url, token)));
    expect(tabs.map(({ status }) => status)).toEqual(Array(10).fill(200));
    shared = tabs[0]?.body.refresh_token;
  }
});

test('two concurrent global sign-outs do not block each other', async () => {
  const { email, client } = await newcomer();
  const others = Array.from({ length: 4 }, () => authClient(service.url));
  for (const other of others) await other.signInWithPassword({ email, password: goodPassword });
  const answers = await Promise.all([client, ...others].map((each) => each.signOut()));
  expect(answers.map(({ error }) => error)).toEqual(Array(5).fill(null));
});

test("a factor's code is accepted once, also when it is shown twice concurrently", async () => {
  const { client } = await provenNewcomer(service);
  const { factorId, secret } = await addFactor(service, client);
  service.clock.move(30);
  const code = await codeOf(service, secret);
  const tries = await Promise.all([
    showCode(client, factorId, code),
    showCode(client, factorId, code),
  ]);
  expect(tries.filter(({ error }) => !error)).toHaveLength(1);
  expect(tries.find(({ error }) => error)?.error?.code).toBe('mfa_verification_failed');
  const again = await showCode(client, factorId, code);
  expect(again.error?.code).toBe('mfa_verification_failed');
});

test('concurrent guesses are counted before the password is compared', async () => {
  const { email } = await newcomer();
  const guesses = Array.from({ length: 30 }, async (_, guess) => {
    const reply = await askToken(service.url, 'password', { email, password: `wrong ${guess}` });
    return ((await reply.json()) as { code: string }).code;
  });
  const codes = await Promise.all(guesses);
  expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(
    accountPolicy.freeFailures,
  );
});

test('of many concurrent tries at mailed digits five are looked at, and the right digits are burnt', async () => {
  const { email } = await provenNewcomer(service);
  const request = async (path: string, body: object, headers = {}) => {
    const reply = await fetch(service.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    await reply.text();
    return reply;
  };
  const signedIn = await askToken(service.url, 'password', { email, password: goodPassword });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0];
  await request('/otp', { email });
  const digits = /\b\d{6}\b/.exec((await service.mail()).at(-1)?.text ?? '')?.[0] ?? '';
  const body = { type: 'email', email, token: digits === '000000' ? '000001' : '000000' };
  // The back-off counts a known device apart: each of the two may try five times.
  const tries = await Promise.all(
    Array.from({ length: 20 }, (_, n) => request('/verify', body, n % 2 ? { cookie } : {})),
  );
  expect(tries.filter(({ status }) => status === 403)).toHaveLength(2 * accountPolicy.freeFailures);
  const [{ looked_at } = {}] = await service.sql<{ looked_at: number }>(
    `select tries as looked_at from auth.one_time_tokens where kind = 'otp' and email = $1`,
    [email],
  );
  expect(looked_at).toBe(accountPolicy.codeTries);
  service.clock.move(1);
  const late = await request('/verify', { ...body, token: digits });
  expect(late.headers.get('x-sb-error-code')).toBe('otp_expired');
});

test('of concurrent requests with the right digits one signs in', async () => {
  const { email } = await provenNewcomer(service);
  await authClient(service.url).signInWithOtp({ email });
  const token = /\b\d{6}\b/.exec((await service.mail()).at(-1)?.text ?? '')?.[0] ?? '';
  const answers = await Promise.all(
    Array.from({ length: 4 }, () =>
      authClient(service.url).verifyOtp({ type: 'email', email, token }),
    ),
  );
  expect(answers.filter(({ data }) => data.session)).toHaveLength(1);
});

/** Tries a wrong code, each time with another claimed address. */
async function guessCode(url: string, guess: number) {
  const from = { 'x-forwarded-for': `10.0.${guess >> 8}.${guess & 255}` };
  const reply = await askToken(
    url,
    'pkce',
    { auth_code: `guess${guess}`, code_verifier: 'x' },
    from,
  );
  await reply.text();
  return reply;
}

test('requests of one network address are limited across servers, whatever X-Forwarded-For claims', async () => {
  const second = await service.another();
  const { requests } = accountPolicy.perAddress;
  const statuses: number[] = [];
  for (let sent = 0; sent < 1000; sent += 50) {
    const batch = Array.from({ length: 50 }, (_, index) =>
      guessCode(index % 2 ? second.url : service.url, sent + index),
    );
    statuses.push(...(await Promise.all(batch)).map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 404)).toHaveLength(requests);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1000 - requests);
  const refused = await guessCode(second.url, 1);
  expect(refused.headers.get('x-sb-error-code')).toBe('over_request_rate_limit');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await second.close();
});

test('of two concurrent clicks on a link, one signs in', async () => {
  const confirming = await startAccountService({ EMAIL_CONFIRMATION: 'on' });
  const email = newAddress();
  await authClient(confirming.url).signUp({ email, password: goodPassword });
  const link = await confirming.linkTo(email);
  const targets = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const reply = await fetch(link, { redirect: 'manual' });
      expect(reply.status).toBe(303);
      return reply.headers.get('location') ?? '';
    }),
  );
  expect(targets.filter((target) => target.includes('access_token='))).toHaveLength(1);
  await confirming.stop();
});

test('servers that start at once share one signing key', async () => {
  await service.sql('delete from auth.signing_keys');
  const servers = await Promise.all([service.another(), service.another(), service.another()]);
  expect(await service.sql('select from auth.signing_keys')).toHaveLength(1);
  await Promise.all(servers.map((server) => server.close()));
});

test('the removal of a factor that is withdrawn while the job runs does not take effect', async () => {
  const { client, id } = await provenNewcomer(service);
  await addFactor(service, client);
  const now = service.clock.now();
  const [asker, confirmer] = [
    await addStaff(service.database, now),
    await addStaff(service.database, now),
  ];
  const [removal] = await service.sql<{ id: string }>(
    `insert into auth.factor_removals (user_id, reason, asked_by, asked_at, confirmed_by, confirmed_at, effective_at)
     values ($1, 'Lost', $2, $4::timestamptz - interval '1 day', $3, $4::timestamptz - interval '1 day', $4) returning id`,
    [id, asker.user_id, confirmer.user_id, now],
  );
  const withdrawal = {
    text: 'select api.withdraw_factor_removal($1, $2)',
    values: [removal!.id, now],
  };
  await whileOpen(service.database, withdrawal, () =>
    service.database.pools.accounts.query('select api.remove_lost_factors(null, $1)', [now]),
  );
  expect(await service.sql('select from auth.factors where user_id = $1', [id])).toHaveLength(1);
});
