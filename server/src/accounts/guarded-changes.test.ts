import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountPolicy } from './account-policy.ts';
import {
  type AccountService,
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

/** What guards an account, and who may change it: whoever proved in the last ten minutes that it is theirs. */

let service: AccountService;
beforeAll(async () => {
  service = await startAccountService();
});
afterAll(() => service.stop());

type Client = ReturnType<typeof authClient>;

const hours = 60 * 60;
const newPassword = 'a-quite-different-pass';

const newcomer = () => provenNewcomer(service);

async function withFactor() {
  const person = await newcomer();
  return { ...person, ...(await addFactor(service, person.client)) };
}

/** What a thief of the session's tokens has two hours after its sign-in. */
async function afterTwoHours(client: Client) {
  service.clock.move(2 * hours);
  expect((await client.refreshSession()).error).toBeNull();
}

/** Every change of what guards an account without a second factor. @returns the refusal of each. */
async function changesWithoutFactor(client: Client) {
  const enrolled = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' });
  return {
    enrol: enrolled.error?.code,
    password: (await client.updateUser({ password: newPassword })).error?.code,
    email: (await client.updateUser({ email: newAddress() })).error?.code,
    both: (await client.updateUser({ email: newAddress(), password: newPassword })).error?.code,
  };
}

/** The same where there is one, `factorId`. */
async function changesWithFactor(client: Client, factorId: string) {
  return {
    ...(await changesWithoutFactor(client)),
    recoveryCodes: (await askRecoveryCodes(service, client)).error,
    remove: (await client.mfa.unenroll({ factorId })).error?.code,
  };
}

test('a token of a sign-in two hours ago changes nothing that guards the account', async () => {
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

test('a token that has shown a second factor two hours ago changes nothing that guards the account', async () => {
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

test('the same holds for staff', async () => {
  const { client, factorId, id } = await withFactor();
  await service.sql(`insert into staff (user_id, name, added_at) values ($1, 'Maha', $2)`, [
    id,
    service.clock.now(),
  ]);
  // Longer than a proof counts, shorter than a staff session may be idle.
  service.clock.move(20 * 60);
  const refusals = await changesWithFactor(client, factorId);
  expect(new Set(Object.values(refusals))).toEqual(new Set(['reauthentication_needed']));
});

test('the current password, given alone, opens each of these changes for ten minutes', async () => {
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

test('a code of a factor that the account has opens each of these changes for ten minutes', async () => {
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

test('a recovery code proves the person as a code of the authenticator does', async () => {
  const { client, factorId } = await withFactor();
  const { codes } = await askRecoveryCodes(service, client);
  await afterTwoHours(client);
  expect((await showCode(client, factorId, codes[0] ?? '')).error).toBeNull();
  expect((await client.updateUser({ password: newPassword })).error).toBeNull();
});

test('a factor proven at its own enrolment is no proof: the ten minutes go on from the password', async () => {
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

test('an enrolment that was begun in time is not finished by a code that comes too late', async () => {
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

test('who holds a copy of the tokens gains nothing by the proof of their owner, and is out with it', async () => {
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

test('with a second factor the password alone opens nothing, before and after it is given again', async () => {
  const { email, factorId } = await withFactor();
  const thief = authClient(service.url);
  await thief.signInWithPassword({ email, password: goodPassword });
  expect((await thief.updateUser({ current_password: goodPassword })).error).toBeNull();
  const refusals = await changesWithFactor(thief, factorId);
  expect(new Set(Object.values(refusals))).toEqual(new Set(['insufficient_aal']));
});

test('a wrong current password proves nothing and changes nothing', async () => {
  const { client } = await newcomer();
  await afterTwoHours(client);
  const wrong = { current_password: 'not-it' };
  expect((await client.updateUser(wrong)).error?.code).toBe('current_password_invalid');
  const both = await client.updateUser({ ...wrong, password: newPassword });
  expect(both.error?.code).toBe('current_password_invalid');
  expect((await changesWithoutFactor(client)).enrol).toBe('current_password_required');
});

test('a proof dates the session that gave it and no other', async () => {
  const { client, email } = await newcomer();
  const other = authClient(service.url);
  await other.signInWithPassword({ email, password: goodPassword });
  await afterTwoHours(client);
  await other.refreshSession();
  await other.updateUser({ current_password: goodPassword });
  expect((await changesWithoutFactor(client)).password).toBe('current_password_required');
});

/** A browser that has opened the link of "Forgot password". */
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

test('a recovery link chooses one password, and nothing else that guards the account', async () => {
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

test('a recovery link chooses a password for ten minutes', async () => {
  const { email } = await newcomer();
  const client = await recovered(email);
  service.clock.move(accountPolicy.freshSignIn + 1);
  const late = await client.updateUser({ password: newPassword });
  expect(late.error?.code).toBe('current_password_required');
  const other = await recovered(email);
  service.clock.move(accountPolicy.freshSignIn);
  expect((await other.updateUser({ password: newPassword })).error).toBeNull();
});

test('after a recovery link the second factor is asked too, and it stays', async () => {
  const { email, factorId, secret } = await withFactor();
  const client = await recovered(email);
  const refusals = await changesWithFactor(client, factorId);
  expect(new Set(Object.values(refusals))).toEqual(new Set(['insufficient_aal']));
  service.clock.move(30);
  expect((await showCode(client, factorId, await codeOf(service, secret))).error).toBeNull();
  expect((await client.updateUser({ password: newPassword })).error).toBeNull();
  expect((await client.mfa.listFactors()).data?.totp).toMatchObject([{ id: factorId }]);
});
