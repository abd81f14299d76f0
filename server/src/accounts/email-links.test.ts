import { afterAll, expect, test } from 'vitest';
import { defaultQuotas } from '#domain/quotas.ts';
import { asTyped } from '../platform/mail/mail-message.ts';
import { accountPolicy } from './account-policy.ts';
import {
  authClient,
  goodPassword,
  newAddress,
  startAccountService,
} from './account-service.testing.ts';
import { derivedTokens } from './derived-tokens.ts';
import { addFactor, proveMailbox, sessionIdOf } from './factors.testing.ts';

const service = await startAccountService({ EMAIL_CONFIRMATION: 'on' });
afterAll(() => service.stop());

/** The address that the click redirects to, without following it. */
async function click(link: URL): Promise<URL> {
  const reply = await fetch(link, { redirect: 'manual' });
  expect(reply.status).toBe(303);
  expect(reply.headers.get('cache-control')).toBe('no-store');
  return new URL(reply.headers.get('location') ?? '');
}

const fragmentOf = (url: URL) => new URLSearchParams(url.hash.slice(1));
const resolvePage = () => `${service.siteUrl}/auth/resolve`;

async function signUpOnly(flowType: 'implicit' | 'pkce' = 'implicit') {
  const email = newAddress();
  const client = authClient(service.url, flowType);
  const { error } = await client.signUp({
    email,
    password: goodPassword,
    options: { data: { role: 'company' }, emailRedirectTo: resolvePage() },
  });
  expect(error).toBeNull();
  return { email, client, link: await service.linkTo(email) };
}

async function confirmed(flowType: 'implicit' | 'pkce' = 'implicit') {
  const { email, link } = await signUpOnly();
  await click(link);
  const client = authClient(service.url, flowType);
  await client.signInWithPassword({ email, password: goodPassword });
  return { email, client };
}

const sign = (email: string) =>
  authClient(service.url).signInWithPassword({ email, password: goodPassword });

/** The ids of all sessions of the account that is signed in with this client. */
async function sessionsOf(client: ReturnType<typeof authClient>) {
  const { data } = await client.getUser();
  return service.sql('select id from auth.sessions where user_id = $1 order by id', [
    data.user?.id,
  ]);
}

const tokenOf = (link: URL) => link.searchParams.get('token') ?? '';

/** Does what the page of an address change does after its question, in any browser. */
async function confirmChange(link: URL): Promise<string | undefined> {
  const { error } = await authClient(service.url).verifyOtp({
    type: 'email_change',
    token_hash: tokenOf(link),
  });
  return error?.code;
}

test('the click on a confirmation link signs in and redirects with the session in the fragment', async () => {
  const { email, link } = await signUpOnly();
  const target = await click(link);
  expect(target.origin + target.pathname).toBe(resolvePage());
  expect(target.search).toBe('');
  const fragment = fragmentOf(target);
  expect([...fragment.keys()]).toEqual([
    'access_token',
    'expires_at',
    'expires_in',
    'refresh_token',
    'token_type',
    'type',
  ]);
  expect(fragment.get('type')).toBe('signup');
  const client = authClient(service.url);
  const { data, error } = await client.setSession({
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  });
  expect(error).toBeNull();
  expect(data.user?.email).toBe(email);
  expect(data.user?.email_confirmed_at).toBeTruthy();
});

test('with PKCE the click on a link gives a code that only the requesting browser can exchange', async () => {
  const { email, client, link } = await signUpOnly('pkce');
  const target = await click(link);
  const code = target.searchParams.get('code') ?? '';
  expect(target.hash).toBe('');
  const stranger = authClient(service.url, 'pkce');
  stranger.stored.set(
    `${Reflect.get(stranger, 'storageKey')}-code-verifier`,
    JSON.stringify('v'.repeat(60)),
  );
  const stolen = await stranger.exchangeCodeForSession(code);
  expect(stolen.error).toMatchObject({ status: 400, code: 'bad_code_verifier' });
  const { data, error } = await client.exchangeCodeForSession(code);
  expect(error).toBeNull();
  expect(data.user?.email).toBe(email);
  const again = await client.getUser();
  expect(again.error).toBeNull();
});

test('a link still works for its user after a mail scanner has opened it', async () => {
  const { client, link } = await signUpOnly('pkce');
  await click(link);
  await click(link);
  const persons = await click(link);
  const { error } = await client.exchangeCodeForSession(persons.searchParams.get('code') ?? '');
  expect(error).toBeNull();
});

test('a confirmation link opened on another device confirms the account and leads to the sign-in page', async () => {
  const { email, link } = await signUpOnly('pkce');
  const target = await click(link);
  // auth-js has no verifier, so it opens no session, and /auth/resolve leads to /signin.
  expect(target.origin + target.pathname).toBe(resolvePage());
  const { error } = await authClient(service.url).signInWithPassword({
    email,
    password: goodPassword,
  });
  expect(error).toBeNull();
});

test('a HEAD request does not open a link', async () => {
  const { email, link } = await signUpOnly();
  expect((await fetch(link, { method: 'HEAD', redirect: 'manual' })).status).toBe(404);
  const { error } = await authClient(service.url).signInWithPassword({
    email,
    password: goodPassword,
  });
  expect(error?.code).toBe('email_not_confirmed');
});

test('a mailed link works once', async () => {
  const { link } = await signUpOnly();
  await click(link);
  const second = await click(link);
  expect(fragmentOf(second).get('access_token')).toBeNull();
  expect(Object.fromEntries(fragmentOf(second))).toEqual({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
  });
});

test('a PKCE link whose code was exchanged is rejected, with the error in query and fragment', async () => {
  const { client, link } = await signUpOnly('pkce');
  const code = (await click(link)).searchParams.get('code') ?? '';
  const other = (await click(link)).searchParams.get('code') ?? '';
  await client.exchangeCodeForSession(code);
  const late = await click(link);
  expect(late.searchParams.get('error_code')).toBe('otp_expired');
  expect(fragmentOf(late).get('error_code')).toBe('otp_expired');
  for (const spent of [code, other, 'never-issued']) {
    client.stored.set(
      `${Reflect.get(client, 'storageKey')}-code-verifier`,
      JSON.stringify('v'.repeat(60)),
    );
    const { error } = await client.exchangeCodeForSession(spent);
    expect(error).toMatchObject({ status: 404, code: 'flow_state_not_found' });
  }
});

test('the code of a PKCE link is valid for five minutes, and another click gives a new code', async () => {
  const { client, link } = await signUpOnly('pkce');
  const verifier = new Map(client.stored);
  const code = (await click(link)).searchParams.get('code') ?? '';
  service.clock.move(accountPolicy.authCode + 1);
  const late = await client.exchangeCodeForSession(code);
  expect(late.error).toMatchObject({ status: 422, code: 'flow_state_expired' });
  for (const [key, value] of verifier) client.stored.set(key, value);
  const fresh = (await click(link)).searchParams.get('code') ?? '';
  expect((await client.exchangeCodeForSession(fresh)).error).toBeNull();
});

test('an expired confirmation link is rejected and confirms nothing', async () => {
  const { email, link } = await signUpOnly();
  service.clock.move(accountPolicy.link.signup + 1);
  expect(fragmentOf(await click(link)).get('error_code')).toBe('otp_expired');
  const { error } = await authClient(service.url).signInWithPassword({
    email,
    password: goodPassword,
  });
  expect(error?.code).toBe('email_not_confirmed');
});

test("POST /verify accepts a link's token alone or with the address it was sent to", async () => {
  const first = await signUpOnly();
  const byHash = await authClient(service.url).verifyOtp({
    type: 'signup',
    token_hash: tokenOf(first.link),
  });
  expect(byHash.error).toBeNull();
  expect(byHash.data.session?.user.email).toBe(first.email);
  const second = await signUpOnly();
  const byAddress = await authClient(service.url).verifyOtp({
    type: 'email',
    email: second.email,
    token: tokenOf(second.link),
  });
  expect(byAddress.error).toBeNull();
  const again = await authClient(service.url).verifyOtp({
    type: 'signup',
    token_hash: tokenOf(first.link),
  });
  expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' });
  expect(again.error?.message).toBe('Token has expired or is invalid');
});

test("a link's token is rejected for another user, for another purpose and when it was edited", async () => {
  const mine = await signUpOnly();
  const theirs = await signUpOnly();
  const token = tokenOf(mine.link);
  const edited = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
  const client = authClient(service.url);
  const attempts = [
    { type: 'signup', email: theirs.email, token },
    { type: 'recovery', token_hash: token },
    { type: 'email_change', token_hash: token },
    { type: 'magiclink', token_hash: token },
    { type: 'signup', token_hash: edited },
    { type: 'signup', token_hash: `${token}A` },
    { type: 'signup', token_hash: '' },
    { type: 'signup', email: mine.email, token: '123456' },
  ] as const;
  for (const attempt of attempts) {
    const { data, error } = await client.verifyOtp(attempt);
    expect(error).toMatchObject({ status: 403, code: 'otp_expired' });
    expect(data.session).toBeNull();
  }
  expect((await client.verifyOtp({ type: 'signup', token_hash: token })).error).toBeNull();
});

test('recovery works once and lets the user choose a password', async () => {
  const { email } = await confirmed();
  const client = authClient(service.url, 'pkce');
  expect(
    (await client.resetPasswordForEmail(email, { redirectTo: resolvePage() })).error,
  ).toBeNull();
  const link = await service.linkTo(email);
  expect(link.searchParams.get('type')).toBe('recovery');
  const code = (await click(link)).searchParams.get('code') ?? '';
  const { data, error } = await client.exchangeCodeForSession(code);
  expect(error).toBeNull();
  expect(data.session?.user.email).toBe(email);
  expect((await client.updateUser({ password: 'a-brand-new-one-9' })).error).toBeNull();
  expect(fragmentOf(await click(link)).get('error_code')).toBe('otp_expired');
  const old = await authClient(service.url).signInWithPassword({ email, password: goodPassword });
  expect(old.error?.code).toBe('invalid_credentials');
});

test('a recovery link confirms an unconfirmed account once a new password is chosen', async () => {
  const { email } = await signUpOnly();
  await authClient(service.url).resetPasswordForEmail(email);
  const client = authClient(service.url);
  const { data, error } = await client.verifyOtp({
    type: 'recovery',
    token_hash: tokenOf(await service.linkTo(email)),
  });
  expect(error).toBeNull();
  expect(data.user?.email_confirmed_at).toBeTruthy();
  expect((await client.updateUser({ password: 'a-brand-new-one-9' })).error).toBeNull();
  const signIn = await authClient(service.url).signInWithPassword({
    email,
    password: 'a-brand-new-one-9',
  });
  expect(signIn.error).toBeNull();
});

test('a recovery link leads to the page for a new password, whatever page of the site was requested', async () => {
  const { email } = await confirmed();
  const client = authClient(service.url, 'pkce');
  for (const redirectTo of [undefined, `${service.siteUrl}/about-us?sb_flow_id=this-one`]) {
    await client.resetPasswordForEmail(email, { redirectTo });
    const link = await service.linkTo(email);
    const end = await click(link);
    expect(end.origin + end.pathname).toBe(`${service.siteUrl}/new-password`);
    expect(end.searchParams.has('sb_flow_id')).toBe(redirectTo !== undefined);
    // The click came from a browser that did not request the link.
    expect(Object.fromEntries(fragmentOf(end))).toEqual({
      link_token: tokenOf(link),
      type: 'recovery',
    });
    service.clock.move(accountPolicy.mailQuiet);
  }
});

test('a password change invalidates every link that was mailed before', async () => {
  const { email, client } = await confirmed();
  await authClient(service.url).resetPasswordForEmail(email);
  const link = await service.linkTo(email);
  expect((await client.updateUser({ password: 'changed-meanwhile-1' })).error).toBeNull();
  expect(fragmentOf(await click(link)).get('error_code')).toBe('otp_expired');
});

test('a second recovery mail within the quiet time is skipped without an error', async () => {
  const { email } = await confirmed();
  const recover = () => authClient(service.url).resetPasswordForEmail(email);
  const sent = async () =>
    (await service.mail()).filter(
      ({ to, subject }) => to === email && subject === 'Choose a new password',
    ).length;
  for (const _ of [1, 2, 3]) expect((await recover()).error).toBeNull();
  expect(await sent()).toBe(1);
  for (let times = 0; times < 12; times += 1) {
    service.clock.move(accountPolicy.mailQuiet + 1);
    expect((await recover()).error).toBeNull();
  }
  expect(await sent()).toBe(accountPolicy.mailsAnHour);
});

test('a confirmation can be sent again, and the earlier link works until one is opened', async () => {
  const { email, client, link } = await signUpOnly('pkce');
  service.clock.move(61);
  const { error } = await client.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: resolvePage() },
  });
  expect(error).toBeNull();
  const second = await service.linkTo(email);
  expect(second.href).not.toBe(link.href);
  const code = (await click(second)).searchParams.get('code') ?? '';
  expect((await client.exchangeCodeForSession(code)).error).toBeNull();
  const late = await click(link);
  expect(late.searchParams.get('error_code')).toBe('otp_expired');
});

test('a new email takes effect when its link is opened, and the old address is notified before', async () => {
  const { email, client } = await confirmed();
  const next = newAddress();
  const { data, error } = await client.updateUser({ email: next });
  expect(error).toBeNull();
  expect([data.user?.email, data.user?.new_email]).toEqual([email, next]);
  const link = await service.linkTo(next);
  const told = (await service.mail()).findLast(({ to }) => to === email);
  expect(told?.subject).toBe('Your email address is about to change');
  expect(told?.text).toContain(asTyped(next));
  expect(link.searchParams.get('type')).toBe('email_change');
  expect(await confirmChange(link)).toBeUndefined();
  expect((await client.getUser()).data.user).toMatchObject({ email: next });
  expect((await client.getUser()).data.user?.new_email).toBeUndefined();
  const old = await authClient(service.url).signInWithPassword({ email, password: goodPassword });
  expect(old.error?.code).toBe('invalid_credentials');
});

test.each(['implicit', 'pkce'] as const)(
  'the click on the link of an address change (%s) changes nothing and signs nobody in',
  async (flow) => {
    const { email, client } = await confirmed(flow);
    const before = await sessionsOf(client);
    const next = newAddress();
    expect(
      (await client.updateUser({ email: next }, { emailRedirectTo: resolvePage() })).error,
    ).toBeNull();
    const link = await service.linkTo(next);
    for (const end of [await click(link), await click(link)]) {
      expect(end.origin + end.pathname).toBe(`${service.siteUrl}/email-changed`);
      expect(end.searchParams.has('code')).toBe(flow === 'pkce');
      expect(Object.fromEntries(fragmentOf(end))).toEqual({
        link_token: tokenOf(link),
        type: 'email_change',
      });
    }
    expect((await client.getUser()).data.user).toMatchObject({ email, new_email: next });
    expect(await sessionsOf(client)).toEqual(before);
    expect((await sign(next)).error?.code).toBe('invalid_credentials');
    service.clock.move(accountPolicy.link.email_change);
    const late = await click(link);
    expect(late.origin + late.pathname).toBe(`${service.siteUrl}/email-changed`);
    expect(fragmentOf(late).get('error_code')).toBe('otp_expired');
  },
);

test.each(['implicit', 'pkce'] as const)(
  'an address change is confirmed once by its token (%s), without a session',
  async (flow) => {
    const { client } = await confirmed(flow);
    const before = await sessionsOf(client);
    const next = newAddress();
    await client.updateUser({ email: next });
    const token_hash = tokenOf(await service.linkTo(next));
    const stranger = authClient(service.url);
    expect(await stranger.verifyOtp({ type: 'email_change', token_hash })).toEqual({
      data: { user: null, session: null },
      error: null,
    });
    expect(stranger.stored.size).toBe(0);
    expect((await client.getUser()).data.user).toMatchObject({ email: next });
    expect(await sessionsOf(client)).toEqual(before);
    const again = await stranger.verifyOtp({ type: 'email_change', token_hash });
    expect(again.error?.code).toBe('otp_expired');
  },
);

test('the browser that requested a new address confirms it by its code and keeps its session', async () => {
  const { email, client } = await confirmed('pkce');
  const before = await sessionsOf(client);
  const session = await sessionIdOf(client);
  const next = newAddress();
  const asked = await client.updateUser(
    { email: next },
    { emailRedirectTo: `${resolvePage()}?sb_flow_id=this-one` },
  );
  expect(asked.error).toBeNull();
  const link = await service.linkTo(next);
  const end = await click(link);
  expect(end.searchParams.get('sb_flow_id')).toBe('this-one');
  const { data, error } = await client.exchangeCodeForSession(end.searchParams.get('code') ?? '');
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email: next });
  expect(await sessionIdOf(client)).toBe(session);
  expect(await sessionsOf(client)).toEqual(before);
  expect((await sign(next)).error).toBeNull();
  expect((await sign(email)).error?.code).toBe('invalid_credentials');
  expect(await confirmChange(link)).toBe('otp_expired');
});

test('a link that a stranger had sent again is still confirmed by the browser that requested the new address', async () => {
  const { email, client } = await confirmed('pkce');
  const next = newAddress();
  await client.updateUser({ email: next });
  service.clock.move(accountPolicy.mailQuiet);
  const before = (await service.mail()).length;
  await authClient(service.url, 'pkce').resend({ type: 'email_change', email });
  expect(await service.mail()).toHaveLength(before + 1);
  const code = (await click(await service.linkTo(next))).searchParams.get('code') ?? '';
  const { data } = await client.exchangeCodeForSession(code);
  expect(data.user).toMatchObject({ email: next });
});

test('the link to a new address becomes invalid with the session that requested it', async () => {
  const { email, client } = await confirmed();
  const next = newAddress();
  await client.updateUser({ email: next });
  const link = await service.linkTo(next);
  await client.signOut({ scope: 'local' });
  expect(await confirmChange(link)).toBe('otp_expired');
  expect((await sign(email)).error).toBeNull();
});

test('the code of an address change confirms nothing without the verifier of its browser', async () => {
  const { email, client } = await confirmed('pkce');
  const next = newAddress();
  await client.updateUser({ email: next });
  await service.sql(`update auth.one_time_tokens set proves_owner = false where email = $1`, [
    next,
  ]);
  await service.sql(
    `insert into auth.flow_states (token_id, auth_code_hash, created_at, expires_at)
     select id, sha256('an-old-code'), created_at, created_at + interval '5 minutes'
     from auth.one_time_tokens where email = $1`,
    [next],
  );
  const { data, error } = await client.exchangeCodeForSession('an-old-code');
  expect(data.session).toBeNull();
  expect(error?.code).toBe('flow_state_not_found');
  expect((await client.getUser()).data.user).toMatchObject({ email });
});

test('the notice of an address change goes to the old mailbox, even when the new link is opened before it is sent', async () => {
  const { email, client } = await confirmed();
  const next = newAddress();
  await client.updateUser({ email: next });
  const [row] = await service.sql<{ id: string }>(
    'select id from auth.one_time_tokens where email = $1',
    [next],
  );
  const token = derivedTokens(service.database.secrets).linkToken(row?.id ?? '', false);
  await confirmChange(new URL(`${service.url}/verify?type=email_change&token=${token}`));
  expect((await client.getUser()).data.user?.email).toBe(next);
  // The mail is sent after the link was opened.
  const mail = await service.mail();
  const warning = mail.findLast(({ to }) => to === email);
  expect(warning?.subject).toBe('Your email address is about to change');
  expect(warning?.text).toContain(asTyped(next));
  expect(mail.filter(({ to }) => to === next)).toEqual([]);
});

test('the queue holds the id of a notice, and a second delivery has the same Message-ID', async () => {
  const { email, client } = await confirmed();
  await service.mail();
  await client.updateUser({ password: 'a-brand-new-one-9' });
  const jobs = await service.sql<{ payload: Record<string, string> }>(
    'select payload from graphile_worker._private_jobs',
  );
  expect(jobs.map(({ payload }) => Object.keys(payload))).toEqual([['notice_id']]);
  const first = (await service.mail()).findLast(({ to }) => to === email);
  await service.handle('send_account_mail', jobs[0]?.payload);
  const second = (await service.mail()).at(-1);
  expect(second).toEqual(first);
  expect(first?.message_id).toBe(`<${jobs[0]?.payload.notice_id}@hamla.test>`);
});

test('requesting another new address invalidates the link to the earlier one', async () => {
  const { client } = await confirmed();
  const [first, second] = [newAddress(), newAddress()];
  await client.updateUser({ email: first });
  const link = await service.linkTo(first);
  // Within the same minute: the quiet time counts for each address separately.
  expect((await client.updateUser({ email: second })).error).toBeNull();
  expect(fragmentOf(await click(link)).get('error_code')).toBe('otp_expired');
  await confirmChange(await service.linkTo(second));
  expect((await client.getUser()).data.user?.email).toBe(second);
});

test('requesting the same new address within the quiet time is refused, and its first link stays valid', async () => {
  const { email, client } = await confirmed();
  const wished = newAddress();
  await client.updateUser({ email: wished });
  const again = await client.updateUser({ email: wished, data: { language: 'ar' } });
  expect(again.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
  const reply = await fetch(`${service.url}/user`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${(await client.getSession()).data.session?.access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ email: wished }),
  });
  expect(reply.headers.get('retry-after')).toBe(String(accountPolicy.mailQuiet));
  expect((await client.getUser()).data.user?.user_metadata.language).toBe('en');
  const to = (address: string) => service.mail().then((all) => all.filter((m) => m.to === address));
  expect(await to(wished)).toHaveLength(1);
  expect((await to(email)).filter(({ subject }) => subject.includes('about to'))).toHaveLength(1);
  await confirmChange(await service.linkTo(wished));
  expect((await client.getUser()).data.user?.email).toBe(wished);
});

test('a signed-in user cannot have links mailed to any number of addresses', async () => {
  const { client } = await confirmed();
  const addresses = Array.from({ length: accountPolicy.mailsAnHour + 1 }, () => newAddress());
  const codes: (string | undefined)[] = [];
  for (const email of addresses) codes.push((await client.updateUser({ email })).error?.code);
  expect(codes).toEqual([
    ...Array(accountPolicy.mailsAnHour).fill(undefined),
    'over_email_send_rate_limit',
  ]);
  // The last link that was mailed still works.
  const last = addresses.at(-2) ?? '';
  await confirmChange(await service.linkTo(last));
  expect((await client.getUser()).data.user?.email).toBe(last);
});

test('a quota limits the links that an account has mailed to other addresses in a day, and the refusal names it', async () => {
  const { email, client } = await confirmed();
  for (let n = 0; n < defaultQuotas.mails_to_others; n += 1) {
    await client.signInWithPassword({ email, password: goodPassword });
    const { error } = await client.updateUser({ email: newAddress() });
    expect(error).toBeNull();
    service.clock.move(12 * 60);
  }
  await client.signInWithPassword({ email, password: goodPassword });
  const wished = newAddress();
  const ask = async (language: string) =>
    fetch(`${service.url}/user`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${(await client.getSession()).data.session?.access_token}`,
        'content-type': 'application/json',
        'accept-language': language,
      },
      body: JSON.stringify({ email: wished }),
    });
  const refused = await ask('en');
  expect(refused.status).toBe(429);
  // The first was sent two hours ago.
  expect(refused.headers.get('retry-after')).toBe(String(22 * 60 * 60));
  expect(await refused.json()).toMatchObject({
    msg: 'You can have 10 messages sent to other addresses in 24 hours. You can go on in 22 hours.',
  });
  expect(await (await ask('ar')).json()).toMatchObject({
    msg: 'يمكن إرسال 10 رسائل كحد أقصى إلى عناوين أخرى خلال 24 ساعة. حاول مرة أخرى بعد 22 ساعة.',
  });
  expect((await service.mail()).filter(({ to }) => to === wished)).toHaveLength(0);
  // The refusal does not show either whether the address has an account.
  const { email: taken } = await confirmed();
  const probed = await client.updateUser({ email: taken });
  expect(probed.error?.code).toBe('over_email_send_rate_limit');
});

test('sign-ups with a taken address mail its owner at most as often as the hourly limit of links', async () => {
  const { email } = await confirmed();
  const before = (await service.mail()).filter(({ to }) => to === email).length;
  for (let n = 0; n < accountPolicy.mailsAnHour + 3; n += 1) {
    await authClient(service.url).signUp({ email, password: goodPassword });
    service.clock.move(accountPolicy.mailQuiet + 1);
  }
  const after = (await service.mail()).filter(({ to }) => to === email).length;
  expect(after - before).toBe(accountPolicy.mailsAnHour);
});

test('an address whose link was opened in another browser stays unproven until a recovery proves it', async () => {
  const { client } = await confirmed();
  const id = (await client.getUser()).data.user?.id;
  await service.sql('update auth.users set owner_proven_at = now() where id = $1', [id]);
  const victims = newAddress();
  await client.updateUser({ email: victims });
  expect(await confirmChange(await service.linkTo(victims))).toBeUndefined();
  await client.signInWithPassword({ email: victims, password: goodPassword });
  const factor = await client.mfa.enroll({ factorType: 'totp' });
  expect(factor.error?.code).toBe('email_not_confirmed');
  const victim = authClient(service.url, 'pkce');
  await victim.resetPasswordForEmail(victims);
  const code = (await click(await service.linkTo(victims))).searchParams.get('code') ?? '';
  expect((await victim.exchangeCodeForSession(code)).error).toBeNull();
  expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await sign(victims)).error?.code).toBe('invalid_credentials');
});

test('an account with a second factor gets a new address only by the browser that requested it', async () => {
  const { email, client } = await confirmed('pkce');
  await proveMailbox(service, email);
  await addFactor(service, client);
  const victims = newAddress();
  await client.updateUser({ email: victims });
  const link = await service.linkTo(victims);
  const { searchParams } = await click(link);
  expect(await confirmChange(link)).toBe('bad_code_verifier');
  expect((await client.getUser()).data.user).toMatchObject({ email });
  const { data } = await client.exchangeCodeForSession(searchParams.get('code') ?? '');
  expect(data.user).toMatchObject({ email: victims, app_metadata: { mailbox_proven: true } });
});

test('a link to a new address fails when another account has taken the address meanwhile', async () => {
  const { email, client } = await confirmed();
  const wished = newAddress();
  await client.updateUser({ email: wished });
  const link = await service.linkTo(wished);
  service.clock.move(61);
  await authClient(service.url).signUp({ email: wished, password: goodPassword });
  expect(fragmentOf(await click(link)).get('error_code')).toBe('otp_expired');
  expect(await confirmChange(link)).toBe('otp_expired');
  expect((await client.getUser()).data.user?.email).toBe(email);
});

test('made-up tokens open no link', async () => {
  const { email } = await signUpOnly();
  for (let guess = 0; guess < 200; guess += 1) {
    const { error } = await authClient(service.url).verifyOtp({
      type: 'signup',
      email,
      token: String(100_000 + guess),
    });
    expect(['otp_expired', 'over_request_rate_limit']).toContain(error?.code);
  }
});

test('a mail that is delivered twice has the same Message-ID, and a used link is not sent', async () => {
  const { email } = await signUpOnly();
  const mail = (await service.mail()).find(({ to }) => to === email);
  const [row] = await service.sql<{ id: string }>(
    'select id from auth.one_time_tokens where email = $1',
    [email],
  );
  expect(mail?.message_id).toBe(`<${row?.id}@hamla.test>`);
  const before = (await service.mail()).length;
  await service.handle('send_account_mail', { token_id: row?.id });
  expect((await service.mail()).at(-1)?.message_id).toBe(mail?.message_id);
  await click(await service.linkTo(email));
  await service.handle('send_account_mail', { token_id: row?.id });
  expect((await service.mail()).length).toBe(before + 1);
});
