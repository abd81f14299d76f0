import { afterAll, expect, test } from 'vitest';
import { defaultQuotas } from '#domain/quotas.ts';
import { asTyped } from '../platform/mail/mail-message.ts';
import { accountPolicy } from './account-policy.ts';
import {
  authClient,
  goodPassword,
  newAddress,
  signUpNewcomer,
  startAccountService,
} from './account-service.testing.ts';

const service = await startAccountService();
afterAll(() => service.stop());

const newcomer = (role?: 'company' | 'agency') => signUpNewcomer(service, { role });

const storedRole = async (id: string) =>
  (
    await service.sql<{ role: string | null; metadata_role: string | null }>(
      `select r.role, u.user_metadata->>'role' as metadata_role
       from auth.users u left join user_roles r on r.user_id = u.id where u.id = $1`,
      [id],
    )
  )[0];

test('a new password ends the other sessions, keeps this one, and is reported by mail', async () => {
  const { email, client } = await newcomer();
  const other = authClient(service.url);
  await other.signInWithPassword({ email, password: goodPassword });
  expect((await client.updateUser({ password: 'another-good-one' })).error).toBeNull();
  expect((await client.getUser()).error).toBeNull();
  expect((await other.getUser()).error?.name).toBe('AuthSessionMissingError');
  const old = await other.signInWithPassword({ email, password: goodPassword });
  expect(old.error?.code).toBe('invalid_credentials');
  const now = await other.signInWithPassword({ email, password: 'another-good-one' });
  expect(now.error).toBeNull();
  const mail = (await service.mail()).findLast(({ to }) => to === email);
  expect(mail?.subject).toBe('Your password was changed');
});

test('the same password, and a weak one, are refused', async () => {
  const { client } = await newcomer();
  const same = await client.updateUser({ password: goodPassword });
  expect(same.error).toMatchObject({ status: 422, code: 'same_password' });
  const weak = await client.updateUser({ password: 'abc12' });
  expect(weak.error).toMatchObject({ code: 'weak_password', reasons: ['length'] });
  expect((await client.updateUser({ password: 'saudi-kT4v' })).error?.code).toBe('weak_password');
  const agency = await newcomer('agency');
  expect((await agency.client.updateUser({ password: 'saudi-kT4v' })).error).toBeNull();
});

test('names and numbers of the own profile add no strength to a new password', async () => {
  const { client, id } = await newcomer('company');
  await service.sql(
    `update companies set name = 'Qafila Roastery', contact_name = 'Juhayna Zubaydi', phone = '0559081726'
      where user_id = $1`,
    [id],
  );
  for (const password of ['Qafila-Roastery', 'juhayna.zubaydi', '0559081726-x']) {
    const { error } = await client.updateUser({ password });
    expect(error).toMatchObject({ code: 'weak_password', reasons: ['personal'] });
  }
  const other = await newcomer('company');
  expect((await other.client.updateUser({ password: 'Qafila-Roastery' })).error).toBeNull();
});

test('more than ten minutes after the sign-in, password and email change only with the current password', async () => {
  const { client } = await newcomer();
  service.clock.move(accountPolicy.freshSignIn + 1);
  for (const change of [{ password: 'another-good-one' }, { email: newAddress() }]) {
    const bare = await client.updateUser(change);
    expect(bare.error).toMatchObject({ status: 400, code: 'current_password_required' });
    const wrong = await client.updateUser({ ...change, current_password: 'not-it' });
    expect(wrong.error).toMatchObject({ status: 400, code: 'current_password_invalid' });
  }
  const right = await client.updateUser({
    password: 'another-good-one',
    current_password: goodPassword,
  });
  expect(right.error).toBeNull();
  expect((await client.updateUser({ data: { language: 'ar' } })).error).toBeNull();
});

test('wrong current passwords back off like wrong passwords at sign-in', async () => {
  const { client } = await newcomer();
  const codes: (string | undefined)[] = [];
  for (let guess = 0; guess <= accountPolicy.freeFailures; guess += 1) {
    const { error } = await client.updateUser({
      password: 'another-good-one',
      current_password: `guess ${guess}`,
    });
    codes.push(error?.code);
  }
  expect(codes.at(0)).toBe('current_password_invalid');
  expect(codes.at(-1)).toBe('over_request_rate_limit');
});

test('metadata is merged, null removes a key, and nothing else of the account changes', async () => {
  const { client, id } = await newcomer('company');
  await client.updateUser({ data: { language: 'ar', theme: { dark: null } } });
  const { data } = await client.updateUser({
    data: { language: null, sub: 'x', app_metadata: { role: 'admin' } },
  });
  expect(data.user?.user_metadata).toEqual({
    role: 'company',
    theme: { dark: null },
    sub: 'x',
    app_metadata: { role: 'admin' },
  });
  expect(data.user?.id).toBe(id);
  expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
});

test('a role written to the metadata becomes the role in user_roles', async () => {
  const { client, id } = await newcomer('company');
  const { data, error } = await client.updateUser({ data: { role: 'agency' } });
  expect(error).toBeNull();
  expect(data.user?.user_metadata.role).toBe('agency');
  expect(await storedRole(id)).toEqual({ role: 'agency', metadata_role: 'agency' });
});

test.each(['admin', 'staff', 'Company', '', null, 0, ['agency'], { role: 'agency' }])(
  'the role %j cannot be written to the metadata',
  async (role) => {
    const { client, id } = await newcomer('company');
    const { error } = await client.updateUser({ data: { role, language: 'ar' } });
    expect(error).toMatchObject({ status: 422, code: 'validation_failed' });
    expect(await storedRole(id)).toEqual({ role: 'company', metadata_role: 'company' });
    expect((await client.getUser()).data.user?.user_metadata).toEqual({
      role: 'company',
      language: 'en',
    });
  },
);

test('fields that the user may not write are ignored', async () => {
  const { client, id } = await newcomer();
  const token = (await client.getSession()).data.session?.access_token;
  const before = await service.sql('select * from auth.users where id = $1', [id]);
  const reply = await fetch(`${service.url}/user`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      id: crypto.randomUUID(),
      role: 'service_role',
      aud: 'x',
      app_metadata: { role: 'admin' },
      email_confirmed_at: '2020-01-01',
      banned_until: null,
      password_hash: 'x',
      phone: '+966500000000',
    }),
  });
  expect(reply.status).toBe(200);
  expect(await service.sql('select * from auth.users where id = $1', [id])).toEqual(before);
});

test('with confirmation off a new email takes effect at once, and a taken one is refused', async () => {
  const { email: taken } = await newcomer();
  const { client, email } = await newcomer();
  const clash = await client.updateUser({ email: taken });
  expect(clash.error).toMatchObject({ status: 422, code: 'email_exists' });
  const next = newAddress();
  const { data, error } = await client.updateUser({ email: next.toUpperCase() });
  expect(error).toBeNull();
  expect(data.user?.email).toBe(next);
  const old = await client.signInWithPassword({ email, password: goodPassword });
  expect(old.error?.code).toBe('invalid_credentials');
});

test('a thief who changes password and email at once cannot stop the notices to the old mailbox', async () => {
  const { client, email } = await newcomer();
  const [next, last] = [newAddress(), newAddress()];
  await client.updateUser({ password: 'the-takers-password' });
  await client.refreshSession();
  await client.updateUser({ email: next });
  await client.updateUser({ email: last });
  // The mail is sent after the change.
  const mail = await service.mail();
  const to = (address: string) =>
    mail.filter((one) => one.to === address).map(({ subject }) => subject);
  expect(to(email)).toEqual(['Your password was changed', 'Your email address was changed']);
  expect(mail.findLast((one) => one.to === email)?.text).toContain(asTyped(next));
  expect(to(next)).toEqual(['Your email address was changed']);
  expect(mail.findLast((one) => one.to === next)?.text).toContain(asTyped(last));
  expect(to(last)).toEqual([]);
});

test('an unproven former address gets notices of a change up to the daily quota', async () => {
  const { client } = await newcomer();
  const codes: (string | undefined)[] = [];
  for (let n = 0; n <= defaultQuotas.mails_to_others; n += 1)
    codes.push((await client.updateUser({ email: newAddress() })).error?.code);
  expect(codes).toEqual([
    ...Array(defaultQuotas.mails_to_others).fill(undefined),
    'over_email_send_rate_limit',
  ]);
});

test('one refused field refuses the whole change', async () => {
  const { email: taken } = await newcomer();
  const { client, email } = await newcomer('company');
  const { error } = await client.updateUser({
    email: taken,
    password: 'another-good-one',
    data: { role: 'agency' },
  });
  expect(error?.code).toBe('email_exists');
  expect((await client.getUser()).data.user).toMatchObject({
    email,
    user_metadata: { role: 'company' },
  });
  const old = await authClient(service.url).signInWithPassword({ email, password: goodPassword });
  expect(old.error).toBeNull();
});

test('metadata cannot grow beyond the limit of a token', async () => {
  const { client } = await newcomer();
  expect((await client.updateUser({ data: { a: 'x'.repeat(1500) } })).error).toBeNull();
  const { error } = await client.updateUser({ data: { b: 'x'.repeat(1500) } });
  expect(error).toMatchObject({ status: 422, code: 'metadata_too_large' });
});

test('an update of the user without a session is refused', async () => {
  const { error } = await authClient(service.url).updateUser({ data: { language: 'ar' } });
  expect(error?.message).toBe('Auth session missing!');
});
