import { afterAll, expect, test } from 'vitest';
import { accountPolicy } from './account-policy.ts';
import {
  askToken,
  authClient,
  goodPassword,
  newAddress,
  startAccountService,
} from './account-service.testing.ts';
import { networkOf } from './rate-limits.ts';

const service = await startAccountService();
afterAll(() => service.stop());

async function account() {
  const email = newAddress();
  await authClient(service.url).signUp({ email, password: goodPassword });
  return email;
}

/** Signs in; `from` is a claimed address in X-Forwarded-For. */
async function signIn(email: string, password: string, from?: string, url = service.url) {
  const reply = await askToken(
    url,
    'password',
    { email, password },
    from === undefined ? {} : { 'x-forwarded-for': from },
  );
  const { code } = (await reply.json()) as { code?: string };
  return { code: code ?? 'signed_in', wait: Number(reply.headers.get('retry-after')) };
}

/**
 * Gives wrong passwords, each after the back-off of the one before.
 * @returns the back-offs in seconds.
 */
async function waits(email: string, rounds: number): Promise<number[]> {
  const asked: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    expect((await signIn(email, `wrong ${round}`)).code).toBe('invalid_credentials');
    const { code, wait } = await signIn(email, goodPassword);
    expect(code).toBe('over_request_rate_limit');
    asked.push(wait);
    service.clock.move(wait);
  }
  return asked;
}

async function failFreely(email: string) {
  for (let guess = 0; guess < accountPolicy.freeFailures; guess += 1)
    expect((await signIn(email, `wrong ${guess}`)).code).toBe('invalid_credentials');
}

test('after five wrong passwords an account backs off for 1 s, doubling with each further one up to 15 min', async () => {
  const email = await account();
  for (let guess = 1; guess < accountPolicy.freeFailures; guess += 1)
    expect((await signIn(email, 'wrong')).code).toBe('invalid_credentials');
  expect(await waits(email, 13)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
  expect((await signIn(email, goodPassword)).code).toBe('signed_in');
  expect((await signIn(email, 'wrong')).code).toBe('invalid_credentials');
  expect((await signIn(email, goodPassword)).code).toBe('signed_in');
});

test('an address without account backs off as one with an account does', async () => {
  const email = newAddress();
  await failFreely(email);
  expect(await signIn(email, 'wrong')).toEqual({ code: 'over_request_rate_limit', wait: 1 });
});

test('a hundred guesses from fifty claimed network addresses meet one back-off', async () => {
  const email = await account();
  const codes: string[] = [];
  for (let guess = 0; guess < 100; guess += 1)
    codes.push((await signIn(email, `wrong ${guess}`, `198.51.100.${guess % 50}`)).code);
  expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(
    accountPolicy.freeFailures,
  );
});

test('the back-off of an account also applies on another server and after a restart', async () => {
  const email = await account();
  await failFreely(email);
  const second = await service.another();
  expect(await signIn(email, goodPassword, undefined, second.url)).toEqual({
    code: 'over_request_rate_limit',
    wait: 1,
  });
  await second.close();
});

test("a user locked out by a stranger's guesses can recover by mail at once and sign in", async () => {
  const email = await account();
  await failFreely(email);
  expect((await signIn(email, goodPassword)).code).toBe('over_request_rate_limit');
  const client = authClient(service.url);
  expect((await client.resetPasswordForEmail(email)).error).toBeNull();
  const token_hash = (await service.linkTo(email)).searchParams.get('token') ?? '';
  expect((await client.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull();
  expect((await client.updateUser({ password: 'chosen-in-recovery-1' })).error).toBeNull();
  expect((await signIn(email, 'chosen-in-recovery-1')).code).toBe('signed_in');
});

test('open sessions continue while their account backs off', async () => {
  const email = newAddress();
  const client = authClient(service.url);
  await client.signUp({ email, password: goodPassword });
  await failFreely(email);
  expect((await client.refreshSession()).error).toBeNull();
  expect((await client.signOut()).error).toBeNull();
});

test('an IPv6 address counts as its /64 network', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::9'));
  expect(networkOf('2001:db8:1:2::9')).not.toBe(networkOf('2001:db8:1:3::9'));
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('::ffff:203.0.113.7')).toBe('::ffff:203.0.113.7');
});
