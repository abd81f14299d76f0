import type { AuthError, Session } from '@supabase/auth-js';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { accountPolicy } from './account-policy.ts';
import { authClient, newAddress, startAccountService } from './account-service.testing.ts';
import { addFactor, askRecoveryCodes, codeOf, showCode } from './factors.testing.ts';

/**
 * Random actions on one account by its owner, three thieves and a stranger. Each thief has stolen one secret: a
 * session's tokens, the password, or access to the mailbox; the stranger knows the address only. A thief of one secret
 * must never gain another, and must be out after a sign-out everywhere or a new password.
 */

type Client = ReturnType<typeof authClient>;

const service = await startAccountService({ EMAIL_CONFIRMATION: 'on' });
afterAll(() => service.stop());

/** The owner's secrets and the stolen copies. */
interface Account {
  id: string;
  email: string;
  password: string;
  factor: { factorId: string; secret: string } | null;
  client: Client;
  /** A copy of the owner's tokens. */
  token: Session | null;
  /** The stolen password, and the thief's session opened with it. */
  stolenPassword: string | null;
  passwordThief: Client | null;
  /** Whether a thief reads the mailbox, and the thief's session opened with a link. */
  mailboxIsRead: boolean;
  mailboxThief: Client | null;
  passwords: number;
  isBanned: boolean;
}

/** Everything in the database that protects the account. */
async function guardsOf({ id }: Account) {
  const [row] = await service.sql(
    `select u.password_hash, u.email, u.new_email,
            (select coalesce(json_agg(f.id order by f.id), '[]') from auth.factors f
              where f.user_id = u.id and f.status = 'verified') as factors,
            (select count(*)::int from auth.recovery_codes c where c.user_id = u.id) as codes
       from auth.users u where u.id = $1`,
    [id],
  );
  return row;
}

/** Ways an account can begin: signed up by its owner, or earlier by a stranger with the owner's address. */
const beginnings = {
  'the owner signs up': async (email: string, password: string) => {
    const client = authClient(service.url, 'pkce');
    await client.signUp({ email, password });
    expectNone((await client.exchangeCodeForSession(await codeInLink(email))).error);
    return client;
  },
  'a squatter signs up first': async (email: string, password: string) => {
    const squatter = authClient(service.url, 'pkce');
    const squatters = { email, password: 'squatter-zulal-8' };
    await squatter.signUp(squatters);
    service.clock.move(accountPolicy.mailQuiet);
    await authClient(service.url, 'pkce').signUp({ email, password });
    const client = await recoverElsewhere(email, 'signup');
    expectNone((await client.updateUser({ password })).error);
    expect((await squatter.signInWithPassword(squatters)).data.session).toBeNull();
    return client;
  },
  'a squatter has used the account': async (email: string, password: string) => {
    const squatters = { email, password: 'squatter-zulal-8' };
    const squatter = authClient(service.url, 'pkce');
    await squatter.signUp(squatters);
    // The owner or a mail scanner clicks the link.
    await click(await service.linkTo(email));
    expectNone((await squatter.signInWithPassword(squatters)).error);
    await squatter.updateUser({ email: newAddress() });
    const client = await recover(email, 'pkce');
    expectNone((await client.updateUser({ password })).error);
    expect(await isIn(squatter)).toBe(false);
    expect((await squatter.signInWithPassword(squatters)).data.session).toBeNull();
    return client;
  },
};
type Beginning = keyof typeof beginnings;

async function newAccount(beginning: Beginning = 'the owner signs up'): Promise<Account> {
  // Every life comes from one network address, whose requests are counted in real time.
  await service.sql('delete from auth.request_counts');
  const email = newAddress();
  const password = 'zafaran-path-0';
  const client = await beginnings[beginning](email, password);
  const { data, error } = await client.getUser();
  if (error) throw error;
  return {
    id: data.user.id,
    email,
    password,
    factor: null,
    client,
    token: null,
    stolenPassword: null,
    passwordThief: null,
    mailboxIsRead: false,
    mailboxThief: null,
    passwords: 0,
    isBanned: false,
  };
}

/** The owner signs in on a new device, with the second factor where there is one. */
async function ownerSignsIn(account: Account): Promise<void> {
  account.client = authClient(service.url);
  await signInAgain(account);
}

async function signInAgain({ client, email, password, factor }: Account): Promise<void> {
  // Wrong guesses make the account back off, so the owner returns after the longest back-off.
  service.clock.move(accountPolicy.longestBackOff + 30);
  expectNone((await client.signInWithPassword({ email, password })).error);
  if (factor) {
    const code = await codeOf(service, factor.secret);
    expectNone((await showCode(client, factor.factorId, code)).error);
  }
}

const expectNone = (error: AuthError | null) => expect(error?.code ?? null).toBeNull();

/** The address that a click on a mailed link redirects to. */
async function click(link: URL): Promise<URL> {
  const reply = await fetch(link, { redirect: 'manual' });
  return new URL(reply.headers.get('location') ?? '');
}

const codeInLink = async (email: string) =>
  (await click(await service.linkTo(email))).searchParams.get('code') ?? '';

/** Recovers the account by mail, in the browser that requested the recovery. */
async function recover(email: string, flow: 'implicit' | 'pkce'): Promise<Client> {
  service.clock.move(accountPolicy.link.recovery);
  const client = authClient(service.url, flow);
  await client.resetPasswordForEmail(email);
  if (flow === 'implicit') return recoverElsewhere(email, 'recovery');
  expectNone((await client.exchangeCodeForSession(await codeInLink(email))).error);
  return client;
}

/** Opens the latest mailed link in another browser than the one that requested it. */
async function recoverElsewhere(email: string, type: 'signup' | 'recovery'): Promise<Client> {
  const client = authClient(service.url);
  const token_hash = (await service.linkTo(email)).searchParams.get('token') ?? '';
  expectNone((await client.verifyOtp({ type, token_hash })).error);
  return client;
}

/** In a session that a recovery opened, the owner shows the factor (if any) and chooses a password. */
async function chooseAfterRecovery(account: Account, client: Client): Promise<void> {
  if (account.factor) {
    const code = await codeOf(service, account.factor.secret);
    expectNone((await showCode(client, account.factor.factorId, code)).error);
  }
  await chooseNew(account, client);
}

/** The owner chooses a new password in this session, which signs out everyone else. */
async function chooseNew(account: Account, client: Client): Promise<void> {
  account.passwords += 1;
  const password = `zafaran-path-${account.passwords}`;
  expectNone((await client.updateUser({ password })).error);
  Object.assign(account, { password, client });
  // The product's web app refreshes at once; without that, a stolen copy would work until the owner's next refresh.
  expectNone((await client.refreshSession()).error);
  await expectThievesOut(account);
}

/** Longer than a proof of identity is valid, so that a thief cannot use one that the owner has just given. */
const waitOutProofs = () => service.clock.move(accountPolicy.freshSignIn + 1);

/** Tries every change of what protects the account. */
async function attack(account: Account, thief: Client): Promise<void> {
  await thief.mfa.enroll({ factorType: 'totp', friendlyName: `Thief ${account.passwords}` });
  const { data } = await thief.mfa.listFactors();
  for (const factor of data?.all ?? []) {
    await thief.mfa.unenroll({ factorId: factor.id });
    await showCode(thief, factor.id, '000000');
  }
  await askRecoveryCodes(service, thief);
  await thief.updateUser({ password: 'the-thiefs-own-zulal-4' });
  await thief.updateUser({ email: newAddress() });
  await thief.updateUser({ password: 'the-thiefs-own-zulal-4', email: newAddress() });
}

/** Expects that the thief's action changes nothing that protects the account. */
async function expectUnchanged(account: Account, deed: () => Promise<unknown>): Promise<void> {
  const before = await guardsOf(account);
  await deed();
  expect(await guardsOf(account)).toEqual(before);
}

/** Every link that was mailed to the address. */
async function linksTo(address: string): Promise<URL[]> {
  return (await service.mail())
    .filter(({ to }) => to === address)
    .flatMap(({ text }) => /http\S+\/verify\?\S+/.exec(text ?? '')?.[0] ?? [])
    .map((link) => new URL(link.replace(`${service.siteUrl}/auth/v1`, service.url)));
}

const isIn = async (client: Client) => (await client.getUser()).error === null;

async function tokenWorks({ token }: Account): Promise<boolean> {
  const reply = await fetch(`${service.url}/user`, {
    headers: { authorization: `Bearer ${token?.access_token}` },
  });
  if (reply.ok) return true;
  const client = authClient(service.url);
  const { data } = await client.refreshSession({ refresh_token: token?.refresh_token ?? '' });
  return data.session !== null;
}

/** Expects that every stolen session has ended, after a new password or a sign-out everywhere. */
async function expectThievesOut(account: Account): Promise<void> {
  service.clock.move(accountPolicy.refreshReuse + 1);
  const { passwordThief, mailboxThief, client } = account;
  if (account.token) expect(await tokenWorks(account)).toBe(false);
  if (passwordThief) expect(await isIn(passwordThief)).toBe(false);
  if (mailboxThief) expect(await isIn(mailboxThief)).toBe(false);
  // A stolen token used late ends the session that it was copied from, so the owner signs in again.
  Object.assign(account, { token: null, passwordThief: null, mailboxThief: null });
  if (!(await isIn(client))) await ownerSignsIn(account);
}

/** Every possible action by its name. */
const deeds: Record<string, (account: Account) => Promise<void>> = {
  'the owner signs in': ownerSignsIn,
  'the owner refreshes': async (account) => {
    service.clock.move(3_000);
    if ((await account.client.refreshSession()).error) await ownerSignsIn(account);
  },
  'the owner enrols a factor': async (account) => {
    if (account.factor) return;
    await ownerSignsIn(account);
    account.factor = await addFactor(service, account.client);
    // Sessions that have not shown the factor end.
    Object.assign(account, { token: null, passwordThief: null, mailboxThief: null });
  },
  'the owner removes the factor': async (account) => {
    if (!account.factor) return;
    await ownerSignsIn(account);
    expectNone((await account.client.mfa.unenroll({ factorId: account.factor.factorId })).error);
    account.factor = null;
  },
  'the owner changes the password': async (account) => {
    await ownerSignsIn(account);
    account.token &&= (await account.client.getSession()).data.session;
    await chooseNew(account, account.client);
  },
  'the owner has forgotten the password': async (account) => {
    await chooseAfterRecovery(account, await recover(account.email, 'pkce'));
  },
  'the owner opens a recovery link that a stranger asked for': async (account) => {
    service.clock.move(accountPolicy.link.recovery);
    await authClient(service.url, 'pkce').resetPasswordForEmail(account.email);
    await chooseAfterRecovery(account, await recoverElsewhere(account.email, 'recovery'));
  },
  'the owner changes the address': async (account) => {
    service.clock.move(86_400);
    const client = authClient(service.url, 'pkce');
    account.client = client;
    await signInAgain(account);
    const next = newAddress();
    expectNone((await client.updateUser({ email: next })).error);
    // Anyone can have the link sent again and a scanner can click it; the requesting browser still confirms it.
    service.clock.move(accountPolicy.mailQuiet);
    await authClient(service.url, 'pkce').resend({ type: 'email_change', email: account.email });
    await expectUnchanged(account, async () => click(await service.linkTo(next)));
    expectNone((await client.exchangeCodeForSession(await codeInLink(next))).error);
    Object.assign(account, { email: next, mailboxIsRead: false });
  },
  'the owner signs out everywhere': async (account) => {
    if (!(await isIn(account.client))) await ownerSignsIn(account);
    expectNone((await account.client.signOut({ scope: 'global' })).error);
    await expectThievesOut(account);
  },
  'the console blocks the account and lifts it': async (account) => {
    const until = new Date(service.clock.now().getTime() + 3_600_000);
    await service.sql('update auth.users set banned_until = $2 where id = $1', [account.id, until]);
    for (const thief of [account.passwordThief, account.mailboxThief, account.client]) {
      if (thief) expect(await isIn(thief)).toBe(false);
    }
    if (account.token) expect(await tokenWorks(account)).toBe(false);
    await service.sql('update auth.users set banned_until = null where id = $1', [account.id]);
    Object.assign(account, { token: null, passwordThief: null, mailboxThief: null });
    await ownerSignsIn(account);
  },
  'somebody copies the tokens': async (account) => {
    account.token = (await account.client.getSession()).data.session;
  },
  'somebody learns the password': async (account) => {
    account.stolenPassword = account.password;
  },
  'somebody reads the mailbox': async (account) => {
    account.mailboxIsRead = true;
  },
  'the thief of the tokens attacks': async (account) => {
    if (!account.token) return;
    waitOutProofs();
    const thief = authClient(service.url);
    await thief.setSession(account.token);
    await expectUnchanged(account, () => attack(account, thief));
    const { data } = await thief.getSession();
    account.token = data.session;
  },
  'the thief of the tokens refreshes at once, again and again': async (account) => {
    if (!account.token) return;
    waitOutProofs();
    const thief = authClient(service.url);
    await thief.setSession(account.token);
    await expectUnchanged(account, async () => {
      for (let n = 0; n < 3; n += 1) await thief.refreshSession();
      await attack(account, thief);
    });
    account.token = (await thief.getSession()).data.session;
  },
  'a stranger who knows the address tries what needs no secret': async (account) => {
    const { email } = account;
    service.clock.move(accountPolicy.mailQuiet);
    const before = await isIn(account.client);
    await expectUnchanged(account, async () => {
      const stranger = authClient(service.url, 'pkce');
      await stranger.signUp({ email, password: 'strangers-zulal-3' });
      await stranger.resetPasswordForEmail(email);
      await stranger.resend({ type: 'signup', email });
      await stranger.signInWithOtp({ email });
      await stranger.verifyOtp({ type: 'email', email, token: '000000' });
      await stranger.resend({ type: 'email_change', email });
      await stranger.signInWithPassword({ email, password: 'strangers-zulal-3' });
      // A mail scanner opens every link.
      for (const link of await linksTo(email)) await click(link);
    });
    expect(await isIn(account.client)).toBe(before);
  },
  'the thief of the password attacks an account with a factor': async (account) => {
    const { stolenPassword: password, factor, email } = account;
    if (password === null || !factor) return;
    service.clock.move(accountPolicy.longestBackOff);
    const thief = authClient(service.url);
    await expectUnchanged(account, async () => {
      const { data } = await thief.signInWithPassword({ email, password });
      expect(data.session !== null).toBe(password === account.password);
      if (!data.session) return;
      await thief.updateUser({ current_password: password });
      await attack(account, thief);
      const before = await isIn(account.client);
      for (const scope of ['others', 'global'] as const) {
        expect((await thief.signOut({ scope })).error?.code).toBe('reauthentication_needed');
      }
      expect(await isIn(account.client)).toBe(before);
      account.passwordThief = thief;
    });
  },
  'the thief of an old password stays out': async (account) => {
    const { stolenPassword: password, email } = account;
    if (password === null || password === account.password) return;
    service.clock.move(accountPolicy.longestBackOff);
    const { data } = await authClient(service.url).signInWithPassword({ email, password });
    expect(data.session).toBeNull();
  },
  'the thief of the mailbox signs in with mailed digits': async (account) => {
    const { email, mailboxIsRead } = account;
    if (!mailboxIsRead) return;
    service.clock.move(accountPolicy.link.recovery);
    await expectUnchanged(account, async () => {
      const thief = authClient(service.url);
      expectNone((await thief.signInWithOtp({ email })).error);
      const mail = (await service.mail()).findLast(({ to }) => to === email);
      const token = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
      expectNone((await thief.verifyOtp({ type: 'email', email, token })).error);
      await attack(account, thief);
      account.mailboxThief = thief;
    });
  },
  'the thief of the mailbox attacks an account with a factor': async (account) => {
    const { email, factor, mailboxIsRead } = account;
    if (!mailboxIsRead || !factor) return;
    await expectUnchanged(account, async () => {
      const thief = await recover(email, 'implicit');
      await attack(account, thief);
      account.mailboxThief = thief;
    });
  },
};

const names = Object.keys(deeds);

const lives = Number(process.env.ACCOUNT_LIVES ?? 30);

test(
  'a thief of one secret never gains another and never outlives a sign-out or a change of the password',
  { timeout: lives * 5_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...(Object.keys(beginnings) as Beginning[])),
        fc.array(fc.constantFrom(...names), { minLength: 8, maxLength: 24 }),
        async (beginning, life) => {
          const account = await newAccount(beginning);
          for (const deed of life) await deeds[deed]!(account);
          // At the end the owner can still sign in.
          await ownerSignsIn(account);
          expect(await isIn(account.client)).toBe(true);
        },
      ),
      { numRuns: lives, endOnFailure: true },
    );
  },
);

test.each(Object.keys(beginnings) as Beginning[])(
  'only the owner controls an account, however it begins: %s',
  async (beginning) => {
    const account = await newAccount(beginning);
    await ownerSignsIn(account);
    account.factor = await addFactor(service, account.client);
    expect(await isIn(account.client)).toBe(true);
  },
);

test.each(names.filter((name) => /^the thief|^a stranger|^the owner/.test(name)))(
  'every attack occurs in a prepared sequence of actions: %s',
  async (name) => {
    const account = await newAccount();
    for (const deed of [
      'the owner enrols a factor',
      'somebody copies the tokens',
      'somebody learns the password',
      'somebody reads the mailbox',
      name,
      'the owner changes the password',
      name,
      'the owner signs out everywhere',
    ]) {
      await deeds[deed]!(account);
    }
    expect(await isIn(account.client)).toBe(true);
  },
);
