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
  codeOf,
  provenNewcomer,
  showCode,
  proveByPassword,
} from './factors.testing.ts';

/**
 * Factors, recovery codes, password and email change only in a session whose user proved their identity within ten
 * minutes.
 */

const service = await startAccountService();
afterAll(() => service.stop());

type Client = ReturnType<typeof authClient>;

const hours = 60 * 60;
const newPassword = 'a-quite-different-pass';

const newcomer = () => provenNewcomer(service);

async function withFactor() {
  const person = await newcomer();
  return { ...person, ...(await addFactor(service, person.client)) };
}

/** A client with the tokens of a sign-in two hours ago. */
async function afterTwoHours(client: Client) {
  service.clock.move(2 * hours);
  expect((await client.refreshSession()).error).toBeNull();
}

/**
 * Tries each change of factors, password and email of an account without a second factor.
 * @returns the refusal of each.
 */
async function changesWithoutFactor(client: Client) {
  const enrolled = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' });
  return {
    enrol: enrolled.error?.code,
    password: (await client.updateUser({ password: newPassword })).error?.code,
    email: (await client.updateUser({ email: newAddress() })).error?.code,
    both: (await client.updateUser({ email: newAddress(), password: newPassword })).error?.code,
  };
}

/** Tries each change of an account with the second factor `factorId`. */
async function changesWithFactor(client: Client, factorId: string) {
  return {
    ...(await changesWithoutFactor(client)),
    recoveryCodes: (await askRecoveryCodes(service, client)).error,
    remove: (await client.mfa.unenroll({ factorId })).error?.code,
  };
}

test('a token of a sign-in two hours ago cannot change factors, password or email', async () => {
  const { client, email } = await newcomer();
  await afterTwoHours(client);
  expect(await changesWithoutFactor(client)).toEqual({
    enrol: 'current_password_required',
    password: 'current_password_required',
    email: 'current_password_required',
    both: 'current_password_required',
  });
  const owner = await authClient(service.url).signInWithPassword({ email, password: goodPassword });
  expect(owner.error).toBeNull();
  expect(owner.data.user?.factors).toBeUndefined();
});

test('a token whose second factor was shown two hours ago cannot change factors, password or email', async () => {
  const { client, factorId } = await withFactor();
  await afterTwoHours(client);
  const refused = 'reauthentication_needed';
  expect(await changesWithFactor(client, factorId)).toEqual({
    enrol: refused,
    password: refused,
    email: refused,
    both: refused,
    recoveryCodes: refused,
    remove: refused,
  });
  expect((await client.mfa.listFactors()).data?.totp).toHaveLength(1);
});

test('a staff session whose proof is older than ten minutes cannot change factors, password or email', async () => {
  const { client, factorId, id } = await withFactor();
  await service.sql(`insert into staff (user_id, name, added_at) values ($1, 'Maha', $2)`, [
    id,
    service.clock.now(),
  ]);
  // Longer than a proof is valid, shorter than the idle limit of staff sessions.
  service.clock.move(20 * 60);
  const refusals = await changesWithFactor(client, factorId);
  expect(new Set(Object.values(refusals))).toEqual(new Set(['reauthentication_needed']));
});

test('giving the current password allows changes of factors, password and email for ten minutes', async () => {
  const { client } = await newcomer();
  await afterTwoHours(client);
  await proveByPassword(client, goodPassword);
  service.clock.move(accountPolicy.freshSignIn);
  expect((await client.updateUser({ email: newAddress() })).error).toBeNull();
  expect((await client.updateUser({ password: newPassword })).error).toBeNull();
  await client.refreshSession();
  const { factorId } = await addFactor(service, client);
  expect((await askRecoveryCodes(service, client)).codes).toHaveLength(10);
  service.clock.move(1);
  expect((await client.mfa.unenroll({ factorId })).error?.code).toBe('reauthentication_needed');
  await proveByPassword(client, newPassword);
  expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
});

test('showing an existing factor allows changes of factors, password and email for ten minutes', async () => {
  const { client, factorId, secret } = await withFactor();
  await afterTwoHours(client);
  expect((await showCode(client, factorId, await codeOf(service, secret))).error).toBeNull();
  service.clock.move(accountPolicy.freshSignIn);
  expect((await client.updateUser({ email: newAddress() })).error).toBeNull();
  expect((await client.updateUser({ password: newPassword })).error).toBeNull();
  await client.refreshSession();
  expect((await askRecoveryCodes(service, client)).codes).toHaveLength(10);
  await addFactor(service, client, 'Tablet');
  service.clock.move(1);
  expect((await client.mfa.unenroll({ factorId })).error?.code).toBe('reauthentication_needed');
});

test("a recovery code proves the user's identity like a code of the authenticator", async () => {
  const { client, factorId } = await withFactor();
  const { codes } = await askRecoveryCodes(service, client);
  await afterTwoHours(client);
  expect((await showCode(client, factorId, codes[0] ?? '')).error).toBeNull();
  expect((await client.updateUser({ password: newPassword })).error).toBeNull();
});

test('verifying a new factor is no proof of identity: the ten minutes still count from the password', async () => {
  const { client } = await newcomer();
  service.clock.move(accountPolicy.freshSignIn - 1);
  const { factorId } = await addFactor(service, client);
  service.clock.move(2);
  const refused = 'reauthentication_needed';
  expect(await changesWithFactor(client, factorId)).toEqual({
    enrol: refused,
    password: refused,
    email: refused,
    both: refused,
    recoveryCodes: refused,
    remove: refused,
  });
});

test('a factor at its own enrolment proves nothing of who enrols it', async () => {
  const { email, client } = await newcomer();
  const { factorId, secret } = await addFactor(service, client);
  const proven = async () => {
    const { rows } = await service.database.pools.accounts.query<{ is_proven: boolean }>(
      `select s.factor_proven_at is not null as is_proven
         from auth.sessions s join auth.users u on u.id = s.user_id
        where u.email = $1 and s.aal = 'aal2' and s.revoked_at is null order by s.created_at desc limit 1`,
      [email],
    );
    return rows[0]?.is_proven;
  };
  expect(await proven()).toBe(false);
  service.clock.move(30);
  expect((await showCode(client, factorId, await codeOf(service, secret))).error).toBeNull();
  expect(await proven()).toBe(true);
});

test('an enrolment begun within the ten minutes cannot be finished after them', async () => {
  const { client } = await newcomer();
  service.clock.move(accountPolicy.freshSignIn - 1);
  const { data } = await client.mfa.enroll({ factorType: 'totp' });
  if (data?.type !== 'totp') throw new Error('not enrolled');
  const { data: challenge } = await client.mfa.challenge({ factorId: data.id });
  service.clock.move(2);
  const answer = async () =>
    client.mfa.verify({
      factorId: data.id,
      challengeId: challenge?.id ?? '',
      code: await codeOf(service, data.totp.secret),
    });
  expect((await answer()).error?.code).toBe('current_password_required');
  expect((await client.mfa.listFactors()).data?.totp).toEqual([]);
  await proveByPassword(client, goodPassword);
  expect((await answer()).error).toBeNull();
});

test("a stolen copy of the tokens gains nothing from the owner's proof of identity, and is signed out by it", async () => {
  const { client } = await newcomer();
  await afterTwoHours(client);
  const { data } = await client.refreshSession();
  const thief = authClient(service.url);
  await thief.setSession(data.session!);
  expect((await client.updateUser({ current_password: goodPassword })).error).toBeNull();
  const refusals = await changesWithoutFactor(thief);
  expect(new Set(Object.values(refusals))).toEqual(new Set(['current_password_required']));
  await client.refreshSession();
  expect((await thief.getUser()).error).not.toBeNull();
  await addFactor(service, client);
});

test('with a second factor the password alone allows no change, even when it is given again', async () => {
  const { email, factorId } = await withFactor();
  const thief = authClient(service.url);
  await thief.signInWithPassword({ email, password: goodPassword });
  expect((await thief.updateUser({ current_password: goodPassword })).error).toBeNull();
  const refusals = await changesWithFactor(thief, factorId);
  expect(new Set(Object.values(refusals))).toEqual(new Set(['insufficient_aal']));
});

test('a wrong current password is no proof of identity and changes nothing', async () => {
  const { client } = await newcomer();
  await afterTwoHours(client);
  const wrong = { current_password: 'not-it' };
  expect((await client.updateUser(wrong)).error?.code).toBe('current_password_invalid');
  const both = await client.updateUser({ ...wrong, password: newPassword });
  expect(both.error?.code).toBe('current_password_invalid');
  expect((await changesWithoutFactor(client)).enrol).toBe('current_password_required');
});

test('a proof of identity counts for its own session only', async () => {
  const { client, email } = await newcomer();
  const other = authClient(service.url);
  await other.signInWithPassword({ email, password: goodPassword });
  await afterTwoHours(client);
  await other.refreshSession();
  await other.updateUser({ current_password: goodPassword });
  expect((await changesWithoutFactor(client)).password).toBe('current_password_required');
});

/** A client that has opened the link of "Forgot password". */
async function recovered(email: string): Promise<Client> {
  const client = authClient(service.url);
  service.clock.move(accountPolicy.mailQuiet);
  await client.resetPasswordForEmail(email);
  const reply = await fetch(await service.linkTo(email), { redirect: 'manual' });
  const fragment = new URLSearchParams(new URL(reply.headers.get('location') ?? '').hash.slice(1));
  await client.setSession({
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  });
  return client;
}

test('a recovery link allows one new password and no other change of what protects the account', async () => {
  const { email } = await newcomer();
  const client = await recovered(email);
  const enrolled = await client.mfa.enroll({ factorType: 'totp' });
  expect(enrolled.error?.code).toBe('current_password_required');
  for (const change of [{ email: newAddress() }, { email: newAddress(), password: newPassword }]) {
    expect((await client.updateUser(change)).error?.code).toBe('current_password_required');
  }
  expect((await client.updateUser({ password: newPassword })).error).toBeNull();
  const again = await client.updateUser({ password: 'and-once-more-another' });
  expect(again.error?.code).toBe('current_password_required');
});

test('a recovery link allows a new password for ten minutes', async () => {
  const { email } = await newcomer();
  const client = await recovered(email);
  service.clock.move(accountPolicy.freshSignIn + 1);
  const late = await client.updateUser({ password: newPassword });
  expect(late.error?.code).toBe('current_password_required');
  const other = await recovered(email);
  service.clock.move(accountPolicy.freshSignIn);
  expect((await other.updateUser({ password: newPassword })).error).toBeNull();
});

test('after a recovery link the second factor is still required and not removed', async () => {
  const { email, factorId, secret } = await withFactor();
  const client = await recovered(email);
  const refusals = await changesWithFactor(client, factorId);
  expect(new Set(Object.values(refusals))).toEqual(new Set(['insufficient_aal']));
  service.clock.move(30);
  expect((await showCode(client, factorId, await codeOf(service, secret))).error).toBeNull();
  expect((await client.updateUser({ password: newPassword })).error).toBeNull();
  expect((await client.mfa.listFactors()).data?.totp).toMatchObject([{ id: factorId }]);
});
