import { afterAll, expect, test } from 'vitest';
import { accountPolicy } from './account-policy.ts';
import {
  authClient,
  goodPassword,
  newAddress,
  startAccountService,
} from './account-service.testing.ts';
import {
  addFactor,
  askRecoveryCodes,
  codeOf as codeAt,
  provenNewcomer,
  sessionIdOf,
  showCode,
} from './factors.testing.ts';

const service = await startAccountService();
afterAll(() => service.stop());

type Client = ReturnType<typeof authClient>;

const newcomer = () => provenNewcomer(service);

const codeOf = (secret: string) => codeAt(service, secret);
const recoveryCodes = (client: Client) => askRecoveryCodes(service, client);

async function withFactor() {
  const person = await newcomer();
  return { ...person, ...(await addFactor(service, person.client)) };
}

test('an enrolled authenticator becomes a factor when its first code was shown', async () => {
  const { client, email } = await newcomer();
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  if (data?.type !== 'totp') throw new Error('not enrolled');
  expect(data.totp.uri).toContain('otpauth://totp/Hamla:');
  expect(decodeURIComponent(data.totp.uri)).toContain(email);
  expect(data.totp.qr_code).toContain('<svg');
  expect((await client.mfa.listFactors()).data?.totp).toEqual([]);
  const shown = await showCode(client, data.id, await codeOf(data.totp.secret));
  expect(shown.error).toBeNull();
  expect((await client.mfa.listFactors()).data?.totp).toMatchObject([
    { id: data.id, friendly_name: 'Phone', status: 'verified' },
  ]);
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal2',
    nextLevel: 'aal2',
  });
});

test('the first code of a new factor ends the sessions that have not shown it', async () => {
  const { email, client } = await newcomer();
  const other = authClient(service.url);
  await other.signInWithPassword({ email, password: goodPassword });
  const { data } = await client.mfa.enroll({ factorType: 'totp' });
  if (data?.type !== 'totp') throw new Error('not enrolled');
  await showCode(client, data.id, await codeOf(data.totp.secret));
  expect((await client.getUser()).error).toBeNull();
  expect((await other.getUser()).error?.name).toBe('AuthSessionMissingError');
});

test("a sign-in by password alone may do nothing until the factor's code is shown", async () => {
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
  expect((await showCode(client, factorId, await codeOf(secret))).error).toBeNull();
  expect(await waits()).toEqual([{ awaits_factor: false }]);
  expect((await client.refreshSession()).error).toBeNull();
});

test('wrong codes make the account back off, and then the right code is refused too', async () => {
  const { client, factorId, secret } = await withFactor();
  service.clock.move(30);
  const right = await codeOf(secret);
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
  const codes: (string | undefined)[] = [];
  for (let guess = 0; guess < 6; guess += 1) {
    codes.push((await showCode(client, factorId, wrong)).error?.code);
  }
  expect(codes).toEqual([
    ...Array.from({ length: 5 }, () => 'mfa_verification_failed'),
    'over_request_rate_limit',
  ]);
  expect((await showCode(client, factorId, right)).error?.code).toBe('over_request_rate_limit');
});

test('a challenge of a factor expires after five minutes and belongs to its user', async () => {
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

test('with a second factor, a change of factors, password or email needs the factor to be shown', async () => {
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
  const renamed = await half.updateUser({ data: { language: 'ar', full_name: 'Thief' } });
  expect(renamed.error?.code).toBe('insufficient_aal');
  expect((await half.updateUser({ data: { language: 'ar' } })).error).toBeNull();
  expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
  expect((await client.mfa.listFactors()).data?.all).toEqual([]);
});

test('a stolen copy of a session without its factor gains nothing when the owner shows the factor', async () => {
  const { email, factorId, secret } = await withFactor();
  const owner = authClient(service.url);
  const { data } = await owner.signInWithPassword({ email, password: goodPassword });
  const thief = authClient(service.url);
  await thief.setSession(data.session!);
  service.clock.move(30);
  expect((await showCode(owner, factorId, await codeOf(secret))).error).toBeNull();
  expect((await owner.getUser()).error).toBeNull();
  for (const attempt of ['with the tokens of before', 'after a refresh']) {
    if (attempt === 'after a refresh') await thief.refreshSession();
    const codes = [
      (await thief.mfa.enroll({ factorType: 'totp', friendlyName: attempt })).error?.code,
      (await thief.mfa.unenroll({ factorId })).error?.code,
      (await thief.updateUser({ password: 'the-thiefs-own-zulal-4' })).error?.code,
      (await thief.updateUser({ email: newAddress() })).error?.code,
    ];
    expect(codes).toEqual(Array(4).fill('insufficient_aal'));
    expect((await recoveryCodes(thief)).status).toBe(403);
  }
  // A user whose response was lost shows another code; after some minutes they sign in again.
  service.clock.move(5 * 60);
  expect((await thief.getUser()).error).not.toBeNull();
  expect((await owner.getUser()).error).toBeNull();
});

test('after a lost response to a code, the next code is accepted', async () => {
  const { email, factorId, secret } = await withFactor();
  const owner = authClient(service.url);
  const { data } = await owner.signInWithPassword({ email, password: goodPassword });
  service.clock.move(30);
  await showCode(owner, factorId, await codeOf(secret));
  const unanswered = authClient(service.url);
  await unanswered.setSession(data.session!);
  service.clock.move(30);
  expect((await showCode(unanswered, factorId, await codeOf(secret))).error).toBeNull();
  expect((await unanswered.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
});

test('removing the last factor ends the sessions that have not shown it', async () => {
  const { email, factorId, client } = await withFactor();
  const half = authClient(service.url);
  await half.signInWithPassword({ email, password: goodPassword });
  expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
  expect((await half.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await client.getUser()).error).toBeNull();
});

test('each recovery code replaces the authenticator once', async () => {
  const { email, client, factorId } = await withFactor();
  const { codes } = await recoveryCodes(client);
  expect(new Set(codes).size).toBe(10);
  expect(codes[0]).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/);
  const lost = authClient(service.url);
  await lost.signInWithPassword({ email, password: goodPassword });
  const code = codes[0]?.toLowerCase() ?? '';
  expect((await showCode(lost, factorId, code)).error).toBeNull();
  expect((await showCode(lost, factorId, code)).error?.code).toBe('mfa_verification_failed');
  const kept = await service.sql<{ code_hash: Buffer }>(
    'select code_hash from auth.recovery_codes',
  );
  expect(kept.some(({ code_hash }) => code_hash.toString().includes(codes[1] ?? ''))).toBe(false);
  await recoveryCodes(lost);
  expect((await showCode(lost, factorId, codes[1] ?? '')).error?.code).toBe(
    'mfa_verification_failed',
  );
});

test('a wrong recovery code does not use up its challenge', async () => {
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

test('the owner gets a mail about each added or removed factor, new recovery codes and each used one', async () => {
  const { email, client, factorId } = await withFactor();
  const { codes } = await recoveryCodes(client);
  await showCode(client, factorId, codes[0] ?? '');
  // A factor that was never verified causes no notice.
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' });
  await client.mfa.unenroll({ factorId: data?.id ?? '' });
  service.clock.move(30);
  await client.mfa.unenroll({ factorId });
  const mails = (await service.mail()).filter(({ to }) => to === email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Two-step verification was set up',
    'You have new recovery codes',
    'A recovery code was used',
    'An authenticator was removed',
  ]);
  for (const { text } of mails) expect(text).toContain('/#contact');
});

test('the secret of a factor is stored encrypted', async () => {
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
])('%s %s is limited by network address before any other check', async (method, path) => {
  const ask = async () => (await fetch(`${service.url}${path}`, { method })).status;
  expect(await ask()).toBe(401);
  // As after all allowed requests of this network address.
  await service.sql(`update auth.request_counts set points = $1 where key like 'factors:%'`, [
    accountPolicy.perAddress.requests,
  ]);
  expect(await ask()).toBe(429);
  await service.sql(`delete from auth.request_counts where key like 'factors:%'`);
});

test('a code of the authenticator is accepted for 30 seconds after its own half minute, and not later', async () => {
  const { client, factorId, secret } = await withFactor();
  service.clock.move(60);
  const late = await codeOf(secret);
  service.clock.move(90);
  expect((await showCode(client, factorId, late)).error?.code).toBe('mfa_verification_failed');
  const inTime = await codeOf(secret);
  service.clock.move(30);
  expect((await showCode(client, factorId, inTime)).error).toBeNull();
});

/** Seconds since the session's last proof of identity, and since the last by a factor; null: never. */
async function proofs(client: Client) {
  const [row] = await service.sql<{ proven: number | null; by_factor: number | null }>(
    `select extract(epoch from $2 - proven_at)::int as proven,
            extract(epoch from $2 - factor_proven_at)::int as by_factor
       from auth.sessions where id = $1`,
    [await sessionIdOf(client), service.clock.now()],
  );
  return row;
}

test("the password proves a session's user at sign-up, at sign-in, and when it alone is sent to PUT /user", async () => {
  const { email, client } = await newcomer();
  expect(await proofs(client)).toEqual({ proven: 0, by_factor: null });
  service.clock.move(100);
  await client.refreshSession();
  expect(await proofs(client)).toEqual({ proven: 100, by_factor: null });
  const before = await service.sql('select * from auth.users where email = $1', [email]);
  const wrong = await client.updateUser({ current_password: 'not-it' });
  expect(wrong.error?.code).toBe('current_password_invalid');
  expect(await proofs(client)).toEqual({ proven: 100, by_factor: null });
  const right = await client.updateUser({ current_password: goodPassword });
  expect(right.data.user?.email).toBe(email);
  expect(await proofs(client)).toEqual({ proven: 0, by_factor: null });
  expect(await service.sql('select * from auth.users where email = $1', [email])).toEqual(before);
  service.clock.move(100);
  await client.signInWithPassword({ email, password: goodPassword });
  expect(await proofs(client)).toEqual({ proven: 0, by_factor: null });
});

test('verifying a new factor is no proof of identity, and showing it within ten minutes does not prolong one', async () => {
  const { client } = await newcomer();
  service.clock.move(100);
  const { factorId, secret } = await addFactor(service, client);
  expect(await proofs(client)).toEqual({ proven: 100, by_factor: null });
  service.clock.move(30);
  await showCode(client, factorId, await codeOf(secret));
  expect(await proofs(client)).toEqual({ proven: 130, by_factor: 0 });
  service.clock.move(accountPolicy.freshSignIn);
  await showCode(client, factorId, await codeOf(secret));
  expect(await proofs(client)).toEqual({ proven: 0, by_factor: 0 });
});

test('a mailed link is no proof of identity', async () => {
  const { email } = await newcomer();
  const owner = authClient(service.url);
  await owner.resetPasswordForEmail(email);
  const reply = await fetch(await service.linkTo(email), { redirect: 'manual' });
  const fragment = new URLSearchParams(new URL(reply.headers.get('location') ?? '').hash.slice(1));
  await owner.setSession({
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  });
  expect(await proofs(owner)).toEqual({ proven: null, by_factor: null });
});
