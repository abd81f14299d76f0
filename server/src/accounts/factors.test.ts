import { generate } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountPolicy } from './account-policy.ts';
import {
  type AccountService,
  authClient,
  goodPassword,
  newAddress,
  startAccountService,
} from './account-service.testing.ts';

let service: AccountService;
beforeAll(async () => {
  service = await startAccountService();
});
afterAll(() => service.stop());

type Client = ReturnType<typeof authClient>;

async function newcomer() {
  const email = newAddress();
  const client = authClient(service.url);
  await client.signUp({ email, password: goodPassword });
  return { email, client };
}

const codeOf = (secret: string) =>
  generate({ secret, epoch: Math.floor(service.clock.now().getTime() / 1000) });

/** Enrols an authenticator and shows its first code. */
async function withFactor() {
  const { email, client } = await newcomer();
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  if (data?.type !== 'totp') throw new Error('not enrolled');
  const { secret } = data.totp;
  await show(client, data.id, await codeOf(secret));
  return { email, client, factorId: data.id, secret };
}

async function show(client: Client, factorId: string, code: string) {
  const { data: challenge } = await client.mfa.challenge({ factorId });
  return client.mfa.verify({ factorId, challengeId: challenge?.id ?? '', code });
}

async function recoveryCodes(client: Client): Promise<{ status: number; codes: string[] }> {
  const { data } = await client.getSession();
  const reply = await fetch(`${service.url}/recovery_codes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${data.session?.access_token}` },
  });
  const body = (await reply.json()) as { codes?: string[] };
  return { status: reply.status, codes: body.codes ?? [] };
}

test('an authenticator is enrolled, and counts once its first code was shown', async () => {
  const { client, email } = await newcomer();
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  if (data?.type !== 'totp') throw new Error('not enrolled');
  expect(data.totp.uri).toContain('otpauth://totp/Hamla:');
  expect(decodeURIComponent(data.totp.uri)).toContain(email);
  expect(data.totp.qr_code).toContain('<svg');
  expect((await client.mfa.listFactors()).data?.totp).toEqual([]);
  const shown = await show(client, data.id, await codeOf(data.totp.secret));
  expect(shown.error).toBeNull();
  expect((await client.mfa.listFactors()).data?.totp).toMatchObject([
    { id: data.id, friendly_name: 'Phone', status: 'verified' },
  ]);
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal2',
    nextLevel: 'aal2',
  });
});

test('the first code ends the sessions that have not shown one', async () => {
  const { email, client } = await newcomer();
  const other = authClient(service.url);
  await other.signInWithPassword({ email, password: goodPassword });
  const { data } = await client.mfa.enroll({ factorType: 'totp' });
  if (data?.type !== 'totp') throw new Error('not enrolled');
  await show(client, data.id, await codeOf(data.totp.secret));
  expect((await client.getUser()).error).toBeNull();
  expect((await other.getUser()).error?.name).toBe('AuthSessionMissingError');
});

test('a sign-in with a password alone waits for the factor, and goes on with its code', async () => {
  const { email, factorId, secret } = await withFactor();
  const client = authClient(service.url);
  await client.signInWithPassword({ email, password: goodPassword });
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  });
  const waits = () =>
    service.sql<{ awaits_factor: boolean }>(
      `select awaits_factor from auth.sessions s join auth.users u on u.id = s.user_id
       where u.email = $1 and s.revoked_at is null order by s.created_at desc, s.id desc limit 1`,
      [email],
    );
  expect(await waits()).toEqual([{ awaits_factor: true }]);
  service.clock.move(30);
  expect((await show(client, factorId, await codeOf(secret))).error).toBeNull();
  expect(await waits()).toEqual([{ awaits_factor: false }]);
  expect((await client.refreshSession()).error).toBeNull();
});

test('a code counts once, also when it is shown twice at the same time', async () => {
  const { client, factorId, secret } = await withFactor();
  service.clock.move(30);
  const code = await codeOf(secret);
  const tries = await Promise.all([show(client, factorId, code), show(client, factorId, code)]);
  expect(tries.filter(({ error }) => !error)).toHaveLength(1);
  expect(tries.find(({ error }) => error)?.error?.code).toBe('mfa_verification_failed');
  const again = await show(client, factorId, code);
  expect(again.error?.code).toBe('mfa_verification_failed');
});

test('wrong codes make the account back off, and the right one is then refused too', async () => {
  const { client, factorId, secret } = await withFactor();
  service.clock.move(30);
  const right = await codeOf(secret);
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
  const codes: (string | undefined)[] = [];
  for (let guess = 0; guess < 6; guess += 1) {
    codes.push((await show(client, factorId, wrong)).error?.code);
  }
  expect(codes).toEqual([
    ...Array.from({ length: 5 }, () => 'mfa_verification_failed'),
    'over_request_rate_limit',
  ]);
  expect((await show(client, factorId, right)).error?.code).toBe('over_request_rate_limit');
});

test('a challenge ends after five minutes, and is nobody else’s', async () => {
  const { client, factorId, secret } = await withFactor();
  const { data: challenge } = await client.mfa.challenge({ factorId });
  service.clock.move(5 * 60);
  const late = await client.mfa.verify({
    factorId,
    challengeId: challenge?.id ?? '',
    code: await codeOf(secret),
  });
  expect(late.error?.code).toBe('mfa_challenge_expired');
  const { client: stranger } = await newcomer();
  expect((await stranger.mfa.challenge({ factorId })).error?.code).toBe('mfa_factor_not_found');
  expect((await stranger.mfa.unenroll({ factorId })).error?.code).toBe('mfa_factor_not_found');
});

test('with a factor, changing what guards the account needs it to be shown', async () => {
  const { email, factorId, client } = await withFactor();
  const half = authClient(service.url);
  await half.signInWithPassword({ email, password: goodPassword });
  const added = await half.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' });
  expect(added.error?.code).toBe('insufficient_aal');
  expect((await half.mfa.unenroll({ factorId })).error?.code).toBe('insufficient_aal');
  expect((await recoveryCodes(half)).status).toBe(403);
  const seized = await half.updateUser({ email: newAddress() });
  expect(seized.error?.code).toBe('insufficient_aal');
  const turned = await half.updateUser({ data: { role: 'agency' } });
  expect(turned.error?.code).toBe('insufficient_aal');
  expect((await half.updateUser({ data: { language: 'ar' } })).error).toBeNull();
  expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
  expect((await client.mfa.listFactors()).data?.all).toEqual([]);
});

test('with the last factor the sessions end that still wait for it', async () => {
  const { email, factorId, client } = await withFactor();
  const half = authClient(service.url);
  await half.signInWithPassword({ email, password: goodPassword });
  expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
  expect((await half.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await client.getUser()).error).toBeNull();
});

test('a recovery code stands in for the authenticator, each once', async () => {
  const { email, client, factorId } = await withFactor();
  const { codes } = await recoveryCodes(client);
  expect(new Set(codes).size).toBe(10);
  expect(codes[0]).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/);
  const lost = authClient(service.url);
  await lost.signInWithPassword({ email, password: goodPassword });
  const code = codes[0]?.toLowerCase() ?? '';
  expect((await show(lost, factorId, code)).error).toBeNull();
  expect((await show(lost, factorId, code)).error?.code).toBe('mfa_verification_failed');
  const kept = await service.sql<{ code_hash: Buffer }>(
    'select code_hash from auth.recovery_codes',
  );
  expect(kept.some(({ code_hash }) => code_hash.toString().includes(codes[1] ?? ''))).toBe(false);
  await recoveryCodes(lost);
  expect((await show(lost, factorId, codes[1] ?? '')).error?.code).toBe('mfa_verification_failed');
});

test('a wrong recovery code leaves its challenge: the next code can be the right one', async () => {
  const { email, client, factorId } = await withFactor();
  const { codes } = await recoveryCodes(client);
  const lost = authClient(service.url);
  await lost.signInWithPassword({ email, password: goodPassword });
  const { data: challenge } = await lost.mfa.challenge({ factorId });
  const answer = (code = '') =>
    lost.mfa.verify({ factorId, challengeId: challenge?.id ?? '', code });
  expect((await answer('AAAAA-AAAAA')).error?.code).toBe('mfa_verification_failed');
  expect((await answer(codes[0])).error).toBeNull();
  expect((await answer(codes[1])).error?.code).toBe('mfa_challenge_expired');
});

test('the owner is told of each factor that is added or removed, of new recovery codes and of one that is used', async () => {
  const { email, client, factorId } = await withFactor();
  const { codes } = await recoveryCodes(client);
  await show(client, factorId, codes[0] ?? '');
  // One that never counted is nothing to tell of.
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' });
  await client.mfa.unenroll({ factorId: data?.id ?? '' });
  service.clock.move(30);
  await client.mfa.unenroll({ factorId });
  const mails = (await service.mail()).filter(({ to }) => to === email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'A second factor was added',
    'You have new recovery codes',
    'A recovery code was used',
    'A second factor was removed',
  ]);
  for (const { text } of mails) expect(text).toContain('/#contact');
});

test('whoever proves the mailbox of an account that others used finds no factor of theirs', async () => {
  const { email, client } = await withFactor();
  await recoveryCodes(client);
  const owner = authClient(service.url);
  await owner.resetPasswordForEmail(email);
  await fetch(await service.linkTo(email), { redirect: 'manual' });
  const left = await service.sql<{ factors: number; codes: number }>(
    `select (select count(*)::int from auth.factors f where f.user_id = u.id) as factors,
            (select count(*)::int from auth.recovery_codes c where c.user_id = u.id) as codes
       from auth.users u where u.email = $1`,
    [email],
  );
  expect(left).toEqual([{ factors: 0, codes: 0 }]);
  expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
});

test('a secret is sealed where it is kept', async () => {
  const { secret } = await withFactor();
  const rows = await service.sql<{ secret_sealed: Buffer }>(
    'select secret_sealed from auth.factors',
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.some((row) => row.secret_sealed.toString('latin1').includes(secret))).toBe(false);
});

test.each([
  ['POST', '/factors'],
  ['POST', '/factors/01990000-0000-7000-8000-000000000000/challenge'],
  ['POST', '/factors/01990000-0000-7000-8000-000000000000/verify'],
  ['DELETE', '/factors/01990000-0000-7000-8000-000000000000'],
  ['POST', '/recovery_codes'],
])('%s %s is limited by address, before anything else is looked at', async (method, path) => {
  const ask = async () => (await fetch(`${service.url}${path}`, { method })).status;
  expect(await ask()).toBe(401);
  // As after the requests of this address that are allowed.
  await service.sql(`update auth.request_counts set points = $1 where key like 'factors:%'`, [
    accountPolicy.perAddress.requests,
  ]);
  expect(await ask()).toBe(429);
  await service.sql(`delete from auth.request_counts where key like 'factors:%'`);
});
