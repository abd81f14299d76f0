import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountPolicy } from './account-policy.ts';
import {
  type AccountService,
  authClient,
  goodPassword,
  newAddress,
  startAccountService,
} from './account-service.testing.ts';

let service: AccountService;
const rolesOf = (userId: string | undefined) =>
  service.sql<{ role: string; metadata_role: string; companies: number; agencies: number }>(
    `select r.role, u.user_metadata->>'role' as metadata_role,
       (select count(*) from companies where user_id = u.id)::int as companies,
       (select count(*) from agencies where user_id = u.id)::int as agencies
     from auth.users u left join user_roles r on r.user_id = u.id where u.id = $1`,
    [userId],
  );

describe('while confirmation is off', () => {
  beforeAll(async () => {
    service = await startAccountService();
  });
  afterAll(() => service.stop());

  test('a company that signs up is signed in, with its role and an empty company row', async () => {
    const client = authClient(service.url);
    const { data, error } = await client.signUp({
      email: newAddress(),
      password: goodPassword,
      options: { data: { role: 'company' }, emailRedirectTo: `${service.siteUrl}/auth/resolve` },
    });
    expect(error).toBeNull();
    expect(data.session?.token_type).toBe('bearer');
    expect(data.session?.expires_in).toBe(3600);
    expect(data.user?.user_metadata.role).toBe('company');
    expect(await rolesOf(data.user?.id)).toEqual([
      { role: 'company', metadata_role: 'company', companies: 1, agencies: 0 },
    ]);
    expect((await client.getSession()).data.session?.user.id).toBe(data.user?.id);
  });

  test('an agency that signs up gets its role and an empty agency row', async () => {
    const { data } = await authClient(service.url).signUp({
      email: newAddress(),
      password: goodPassword,
      options: { data: { role: 'agency' } },
    });
    expect(await rolesOf(data.user?.id)).toEqual([
      { role: 'agency', metadata_role: 'agency', companies: 0, agencies: 1 },
    ]);
  });

  test('a user may sign up without a role and choose it later', async () => {
    const { data, error } = await authClient(service.url).signUp({
      email: newAddress(),
      password: goodPassword,
    });
    expect(error).toBeNull();
    expect(await rolesOf(data.user?.id)).toEqual([
      { role: null, metadata_role: null, companies: 0, agencies: 0 },
    ]);
  });

  test.each(['staff', 'service_role', '', null, 1, ['company'], { role: 'company' }])(
    'a sign-up with the role %j is refused and makes no account',
    async (role) => {
      const email = newAddress();
      const { error } = await authClient(service.url).signUp({
        email,
        password: goodPassword,
        options: { data: { role } },
      });
      expect(error).toMatchObject({ status: 422, code: 'validation_failed' });
      expect(await service.sql('select from auth.users where email = $1', [email])).toHaveLength(0);
    },
  );

  test('an email address has one account, whatever its letter case and spaces', async () => {
    const email = newAddress();
    await authClient(service.url).signUp({ email, password: goodPassword });
    const { error } = await authClient(service.url).signUp({
      email: ` ${email.toUpperCase()} `,
      password: goodPassword,
    });
    expect(error).toMatchObject({ status: 422, code: 'user_already_exists' });
    expect(error?.message).toBe('User already registered');
  });

  test.each([
    ['12345', ['length']],
    ['x7!Qz', ['length']],
    ['password123', ['pwned']],
    ['PassWord', ['pwned']],
    ['qwerty123', ['pwned']],
    ['654321', ['predictable']],
    ['00000000', ['predictable']],
    ['1111111', ['predictable']],
    ['abcdef', ['predictable']],
    ['aaaaaa', ['predictable']],
    ['      ', ['predictable']],
    ['Password@123', ['predictable']],
    ['Saudi@123', ['predictable']],
    ['0501234567', ['predictable']],
    ['الهلال١٢٣٤', ['predictable']],
    ['Hamla2026!', ['personal']],
  ])('the weak password %s is refused with its reasons', async (password, reasons) => {
    const { error } = await authClient(service.url).signUp({ email: newAddress(), password });
    expect(error).toMatchObject({
      name: 'AuthWeakPasswordError',
      status: 422,
      code: 'weak_password',
      reasons,
    });
  });

  test('the own email address and its parts are refused as a password', async () => {
    const email = `sara.ahmadi-${randomUUID()}@najd-roastery.example`;
    for (const password of [email, 'sara.ahmadi', 'SaraAhmadi.1', 'Roastery-sara-7']) {
      const { error } = await authClient(service.url).signUp({ email, password });
      expect(error).toMatchObject({
        code: 'weak_password',
        reasons: expect.arrayContaining(['personal']),
      });
    }
    expect(await service.sql('select from auth.users where email = $1', [email])).toHaveLength(0);
  });

  test('an address has one account, however it was copied', async () => {
    const email = newAddress();
    const copied = [
      `${email}\u200f`,
      `\u202a${email}\u202c`,
      email.replace('@', '\u200b@'),
      `${email}.`,
    ];
    const client = authClient(service.url);
    expect((await client.signUp({ email: copied[0]!, password: goodPassword })).error).toBeNull();
    for (const address of copied) {
      const again = await client.signUp({ email: address, password: goodPassword });
      expect(again.error?.code).toBe('user_already_exists');
      const { data } = await client.signInWithPassword({ email: address, password: goodPassword });
      expect(data.user?.email).toBe(email);
    }
    const arabic = `${randomUUID()}@مثال.السعودية`;
    const { data } = await client.signUp({ email: arabic, password: goodPassword });
    expect(data.user?.email).toMatch(/@xn--mgbh0fb\.xn--mgberp4a5d4ar$/);
  });

  test('only an account that can become staff needs a million guesses', async () => {
    const password = 'saudi-kT4v';
    const roleless = await authClient(service.url).signUp({ email: newAddress(), password });
    expect(roleless.error?.code).toBe('weak_password');
    const options = { data: { role: 'agency' } };
    const party = await authClient(service.url).signUp({ email: newAddress(), password, options });
    expect(party.error).toBeNull();
  });

  test('a password of six random characters is accepted', async () => {
    const { error } = await authClient(service.url).signUp({
      email: newAddress(),
      password: 'ظ7!Qz-',
    });
    expect(error).toBeNull();
  });

  test('a long password is compared to its last character', async () => {
    const email = newAddress();
    const password = `${'قافلة '.repeat(20)}ثمر-زاد-1`;
    await authClient(service.url).signUp({ email, password });
    const wrong = await authClient(service.url).signInWithPassword({
      email,
      password: `${'قافلة '.repeat(20)}ثمر-زاد-2`,
    });
    expect(wrong.error?.code).toBe('invalid_credentials');
    const right = await authClient(service.url).signInWithPassword({ email, password });
    expect(right.error).toBeNull();
  });

  test('a password that is too long is refused, never cut', async () => {
    const { error } = await authClient(service.url).signUp({
      email: newAddress(),
      password: 'حملة-'.repeat(50),
    });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(error?.message).toBe('Password cannot be longer than 200 characters.');
  });

  test('passwords are stored as argon2id hashes with 19 MiB, two passes and one lane', async () => {
    const hashes = await service.sql<{ password_hash: string }>(
      'select password_hash from auth.users',
    );
    expect(hashes.length).toBeGreaterThan(0);
    for (const { password_hash } of hashes)
      expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('a sign-up with an invalid address, no password or too much data is refused with a reason', async () => {
    const client = authClient(service.url);
    const noAddress = await client.signUp({ email: 'nobody', password: goodPassword });
    expect(noAddress.error).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(noAddress.error?.message).toContain('email address');
    const noPassword = await client.signUp({ email: newAddress(), password: '' });
    expect(noPassword.error?.message).toContain('password');
    const tooMuch = await client.signUp({
      email: newAddress(),
      password: goodPassword,
      options: { data: { note: 'x'.repeat(3000) } },
    });
    expect(tooMuch.error).toMatchObject({ status: 422, code: 'metadata_too_large' });
  });
});

describe('while confirmation is on', () => {
  beforeAll(async () => {
    service = await startAccountService({ EMAIL_CONFIRMATION: 'on' });
  });
  afterAll(() => service.stop());

  test('with confirmation on, a new user gets no session and cannot sign in before opening the link', async () => {
    const email = newAddress();
    const client = authClient(service.url);
    const { data, error } = await client.signUp({
      email,
      password: goodPassword,
      options: { data: { role: 'agency' } },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user?.email).toBe(email);
    const early = await client.signInWithPassword({ email, password: goodPassword });
    expect(early.error).toMatchObject({ code: 'email_not_confirmed' });
    expect(early.error?.message).toBe('Email not confirmed');
    const guess = await client.signInWithPassword({ email, password: 'not-this-one' });
    expect(guess.error?.code).toBe('invalid_credentials');
  });

  test('the role and the empty agency row exist before the confirmation link is opened', async () => {
    const email = newAddress();
    await authClient(service.url).signUp({
      email,
      password: goodPassword,
      options: { data: { role: 'agency' } },
    });
    const [user] = await service.sql<{ id: string }>('select id from auth.users where email = $1', [
      email,
    ]);
    expect(await rolesOf(user?.id)).toEqual([
      { role: 'agency', metadata_role: 'agency', companies: 0, agencies: 1 },
    ]);
  });

  test('the confirmation link has the site, the purpose and the requested target', async () => {
    const email = newAddress();
    await authClient(service.url).signUp({
      email,
      password: goodPassword,
      options: { emailRedirectTo: `${service.siteUrl}/auth/resolve` },
    });
    const mail = (await service.mail()).find(({ to }) => to === email);
    expect(mail?.subject).toBe('Confirm your email address');
    expect(mail?.text).toContain(`${service.siteUrl}/auth/v1/verify?token=`);
    const link = await service.linkTo(email);
    expect(link.searchParams.get('type')).toBe('signup');
    expect(link.searchParams.get('redirect_to')).toBe(`${service.siteUrl}/auth/resolve`);
    expect(mail?.html).toContain('Confirm my address');
  });

  test("the queue of confirmation mails holds the link's id, never the address or the token", async () => {
    const email = newAddress();
    await authClient(service.url).signUp({ email, password: goodPassword });
    const jobs = await service.sql<{ payload: object }>(
      'select payload from graphile_worker._private_jobs',
    );
    expect(jobs.map(({ payload }) => Object.keys(payload))).toEqual([['token_id']]);
    await service.mail();
  });

  describe('two people sign up with one mailbox', () => {
    const strangers = 'the-strangers-password';
    const resolvePage = () => `${service.siteUrl}/auth/resolve`;

    const signUp = (
      email: string,
      password: string,
      flowType: 'implicit' | 'pkce',
      role: 'company' | 'agency',
    ) =>
      authClient(service.url, flowType).signUp({
        email,
        password,
        options: { data: { role }, emailRedirectTo: resolvePage() },
      });

    const mailsTo = async (email: string) =>
      (await service.mail()).filter(({ to }) => to === email).length;

    /**
     * Opens the link in a fresh browser.
     * @returns a client with the session in the fragment.
     */
    async function openInMailbox(link: URL) {
      const reply = await fetch(link, { redirect: 'manual' });
      const target = new URL(reply.headers.get('location') ?? '');
      const fragment = new URLSearchParams(target.hash.slice(1));
      const client = authClient(service.url);
      const { data, error } = await client.setSession({
        access_token: fragment.get('access_token') ?? '',
        refresh_token: fragment.get('refresh_token') ?? '',
      });
      expect(error).toBeNull();
      return { target, user: data.user };
    }

    /**
     * Opens a contested link: the click changes nothing, because a mail scanner may click first; then the person
     * confirms on the page.
     */
    async function takeOverInMailbox(link: URL, type: 'signup' | 'recovery' = 'signup') {
      const reply = await fetch(link, { redirect: 'manual' });
      const target = new URL(reply.headers.get('location') ?? '');
      const client = authClient(service.url);
      const token_hash = new URLSearchParams(target.hash.slice(1)).get('link_token') ?? '';
      const { data, error } = await client.verifyOtp({ type, token_hash });
      expect(error).toBeNull();
      return { target, client, user: data.user };
    }

    const signInCode = async (email: string, password: string) =>
      (await authClient(service.url).signInWithPassword({ email, password })).error?.code;

    test.each(['implicit', 'pkce'] as const)(
      'an owner who signs up seconds after a stranger (%s) gets one mail, which leads to a new password',
      async (flowType) => {
        const email = newAddress();
        await signUp(email, strangers, flowType, 'agency');
        await signUp(email, goodPassword, 'pkce', 'company');
        const link = await service.linkTo(email);
        expect(await mailsTo(email)).toBe(1);
        const { target, client, user } = await takeOverInMailbox(link);
        expect(target.origin + target.pathname).toBe(`${service.siteUrl}/prove-address`);
        expect(user?.user_metadata).toEqual({});
        expect(await rolesOf(user?.id)).toMatchObject([{ role: null, metadata_role: null }]);
        expect(await signInCode(email, strangers)).toBe('invalid_credentials');
        expect((await client.updateUser({ password: goodPassword })).error).toBeNull();
        expect(await signInCode(email, goodPassword)).toBeUndefined();
        expect(await signInCode(email, strangers)).toBe('invalid_credentials');
      },
    );

    test('when a stranger and the owner each have a link, neither link keeps a password', async () => {
      for (const opened of ['first', 'second'] as const) {
        const email = newAddress();
        await signUp(email, strangers, 'implicit', 'agency');
        const first = await service.linkTo(email);
        service.clock.move(61);
        await signUp(email, goodPassword, 'implicit', 'company');
        const second = await service.linkTo(email);
        expect(second.href).not.toBe(first.href);
        await takeOverInMailbox(opened === 'first' ? first : second);
        expect(await signInCode(email, strangers)).toBe('invalid_credentials');
        expect(await signInCode(email, goodPassword)).toBe('invalid_credentials');
        const other = await fetch(opened === 'first' ? second : first, { redirect: 'manual' });
        expect(other.headers.get('location')).toContain('otp_expired');
      }
    });

    test('when a stranger has used up the hourly limit of mails, their links keep no password', async () => {
      const email = newAddress();
      for (let times = 0; times < accountPolicy.mailsAnHour; times += 1) {
        await signUp(email, strangers, 'pkce', 'agency');
        service.clock.move(accountPolicy.mailQuiet + 1);
      }
      const before = await mailsTo(email);
      await signUp(email, goodPassword, 'pkce', 'company');
      expect(await mailsTo(email)).toBe(before);
      await takeOverInMailbox(await service.linkTo(email));
      expect(await signInCode(email, strangers)).toBe('invalid_credentials');
    });

    test('a contested link that is sent again stays contested', async () => {
      const email = newAddress();
      await signUp(email, strangers, 'pkce', 'agency');
      await signUp(email, goodPassword, 'pkce', 'company');
      const first = await service.linkTo(email);
      service.clock.move(61);
      await authClient(service.url, 'pkce').resend({ type: 'signup', email });
      const again = await service.linkTo(email);
      expect(again.href).not.toBe(first.href);
      const { target } = await takeOverInMailbox(again);
      expect(target.pathname).toBe('/prove-address');
      expect(await signInCode(email, strangers)).toBe('invalid_credentials');
    });

    test('a link that is sent again after all others were deleted keeps no password', async () => {
      const email = newAddress();
      await signUp(email, strangers, 'pkce', 'agency');
      await signUp(email, goodPassword, 'pkce', 'company');
      service.clock.move(accountPolicy.keep * 2);
      await service.sweep();
      await authClient(service.url).resend({ type: 'signup', email });
      const { target } = await takeOverInMailbox(await service.linkTo(email));
      expect(target.pathname).toBe('/prove-address');
      expect(await signInCode(email, strangers)).toBe('invalid_credentials');
    });

    test('a sign-up whose link has expired does not contest another', async () => {
      const email = newAddress();
      await signUp(email, strangers, 'implicit', 'agency');
      service.clock.move(accountPolicy.link.signup + 1);
      await signUp(email, goodPassword, 'implicit', 'company');
      const { target, user } = await openInMailbox(await service.linkTo(email));
      expect(target.origin + target.pathname).toBe(resolvePage());
      expect(user?.user_metadata).toEqual({ role: 'company', language: 'en' });
      expect(await signInCode(email, goodPassword)).toBeUndefined();
      expect(await signInCode(email, strangers)).toBe('invalid_credentials');
    });

    const addStaff = async (email: string, unproven: boolean) => {
      const [row] = await service.sql<{ result: string }>(
        'select api.add_staff($1, $2, $3, $4) as result',
        [email, 'Maha', service.clock.now(), unproven],
      );
      return row?.result;
    };

    test('an account with an unproven mailbox becomes staff only when that is asked for explicitly', async () => {
      const [fresh, used] = [newAddress(), newAddress()];
      expect(await addStaff(fresh, false)).toBe('added');
      await authClient(service.url).signUp({ email: used, password: strangers });
      expect(await addStaff(used, false)).toBe('unproven');
      expect(await addStaff(used, true)).toBe('added');
    });

    test('the link of a sign-up stops working when its account is made staff', async () => {
      const email = newAddress();
      await authClient(service.url).signUp({ email, password: strangers });
      const theirs = await service.linkTo(email);
      expect(await addStaff(email, true)).toBe('added');
      const dead = await fetch(theirs, { redirect: 'manual' });
      expect(dead.headers.get('location')).toContain('otp_expired');
    });

    test.each(['before', 'after'] as const)(
      'a sign-up %s its account became staff sets no password of it',
      async (when) => {
        const email = newAddress();
        if (when === 'after') await addStaff(email, false);
        await authClient(service.url).signUp({ email, password: strangers });
        if (when === 'before') await addStaff(email, true);
        await authClient(service.url).resetPasswordForEmail(email);
        // A recovery of an unproven mailbox leads to a page that asks first.
        const link = await service.linkTo(email);
        if (when === 'before') await takeOverInMailbox(link, 'recovery');
        else await openInMailbox(link);
        expect(await signInCode(email, strangers)).toBe('invalid_credentials');
      },
    );

    test('a stranger learns nothing about a taken address from responses', async () => {
      const [alone, contested] = [newAddress(), newAddress()];
      for (const email of [alone, contested]) await signUp(email, strangers, 'pkce', 'agency');
      const { data, error } = await signUp(contested, goodPassword, 'pkce', 'company');
      const fresh = await signUp(newAddress(), goodPassword, 'pkce', 'company');
      expect(error).toBeNull();
      expect(Object.keys(data.user ?? {})).toEqual(Object.keys(fresh.data.user ?? {}));
      for (const email of [alone, contested]) {
        expect(await signInCode(email, strangers)).toBe('email_not_confirmed');
      }
    });

    test("a recovery of an unconfirmed account ends the stranger's password and role", async () => {
      const email = newAddress();
      await signUp(email, strangers, 'pkce', 'agency');
      const confirmation = await service.linkTo(email);
      const client = authClient(service.url, 'pkce');
      await client.resetPasswordForEmail(email);
      const reply = await fetch(await service.linkTo(email), { redirect: 'manual' });
      const code = new URL(reply.headers.get('location') ?? '').searchParams.get('code') ?? '';
      const { data } = await client.exchangeCodeForSession(code);
      expect(data.user?.user_metadata).toEqual({});
      expect(await rolesOf(data.user?.id)).toMatchObject([{ role: null }]);
      expect(await signInCode(email, strangers)).toBe('invalid_credentials');
      const late = await fetch(confirmation, { redirect: 'manual' });
      expect(late.headers.get('location')).toContain('otp_expired');
      expect((await client.updateUser({ password: goodPassword })).error).toBeNull();
      expect(await signInCode(email, goodPassword)).toBeUndefined();
    });
  });

  test('the owner of a taken address gets a mail about a sign-up with it', async () => {
    const email = newAddress();
    await authClient(service.url).signUp({ email, password: goodPassword });
    await fetch(await service.linkTo(email), { redirect: 'manual' });
    service.clock.move(61);
    await authClient(service.url).signUp({ email, password: 'another-zafaran-71' });
    const subjects = (await service.mail())
      .filter(({ to }) => to === email)
      .map(({ subject }) => subject);
    expect(subjects).toEqual(['Confirm your email address', 'You already have an account']);
    const unchanged = await authClient(service.url).signInWithPassword({
      email,
      password: goodPassword,
    });
    expect(unchanged.error).toBeNull();
  });
});

test('an account that a stranger used while confirmation was off goes to the owner of its mailbox', async () => {
  const off = await startAccountService();
  const on = await off.another({ EMAIL_CONFIRMATION: 'on' });
  try {
    for (const way of ['sign-up', 'recovery'] as const) {
      const email = newAddress();
      const stranger = authClient(off.url);
      await stranger.signUp({ email, password: 'the-strangers-password' });
      const owner = authClient(on.url);
      if (way === 'sign-up') await owner.signUp({ email, password: goodPassword });
      else await owner.resetPasswordForEmail(email);
      const link = await off.linkTo(email);
      const { data } = await owner.verifyOtp({
        type: way === 'sign-up' ? 'signup' : 'recovery',
        token_hash: link.searchParams.get('token') ?? '',
      });
      expect(data.user?.email).toBe(email);
      expect((await stranger.getUser()).error?.name).toBe('AuthSessionMissingError');
      const again = await stranger.signInWithPassword({
        email,
        password: 'the-strangers-password',
      });
      expect(again.error?.code).toBe('invalid_credentials');
      expect((await owner.updateUser({ password: goodPassword })).error).toBeNull();
    }
  } finally {
    await on.close();
    await off.stop();
  }
});

test('accounts made while confirmation was off must confirm and choose a new password once it is on', async () => {
  const off = await startAccountService();
  const email = newAddress();
  const client = authClient(off.url);
  await client.signUp({ email, password: goodPassword });
  const on = await off.another({ EMAIL_CONFIRMATION: 'on' });
  try {
    const stored = [...client.stored.values()].map((text) => JSON.parse(text))[0];
    const refresh = await authClient(on.url).refreshSession(stored);
    expect(refresh.error).toMatchObject({ code: 'session_expired' });
    const again = authClient(on.url);
    const early = await again.signInWithPassword({ email, password: goodPassword });
    expect(early.error?.code).toBe('email_not_confirmed');
    await again.resend({ type: 'signup', email });
    // An earlier user of the account may be a stranger: no session of it requested this link.
    const reply = await fetch(await off.linkTo(email), { redirect: 'manual' });
    const target = new URL(reply.headers.get('location') ?? '');
    expect(target.pathname).toBe('/prove-address');
    const token_hash = new URLSearchParams(target.hash.slice(1)).get('link_token') ?? '';
    expect((await again.verifyOtp({ type: 'signup', token_hash })).error).toBeNull();
    const former = await authClient(on.url).signInWithPassword({ email, password: goodPassword });
    expect(former.error?.code).toBe('invalid_credentials');
    expect((await again.updateUser({ password: goodPassword })).error).toBeNull();
    expect((await again.signInWithPassword({ email, password: goodPassword })).error).toBeNull();
  } finally {
    await on.close();
    await off.stop();
  }
});
