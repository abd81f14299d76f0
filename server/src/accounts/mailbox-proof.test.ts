import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountPolicy } from './account-policy.ts';
import {
  type AccountService,
  authClient,
  goodPassword,
  newAddress,
  signUpNewcomer,
  startAccountService,
} from './account-service.testing.ts';
import {
  addFactor,
  codeOf,
  proveMailbox,
  sessionIdOf,
  showCode,
  proveByPassword,
} from './factors.testing.ts';

/** Proving the mailbox of an account: what needs it, and what a squatter who signed up with the address keeps. */

let service: AccountService;
beforeAll(async () => {
  service = await startAccountService();
});
afterAll(() => service.stop());

type Client = ReturnType<typeof authClient>;

const ownersPassword = 'a-quite-different-pass';

const newcomer = () => signUpNewcomer(service, { flowType: 'pkce' });

/** The session asks for the link that proves its mailbox. @returns the link in the mail. */
async function askForProof(client: Client, email: string): Promise<URL> {
  const asked = await client.updateUser({ email, current_password: goodPassword });
  expect(asked.error).toBeNull();
  return service.linkTo(email);
}

/** Where the click leads a browser that knows nothing. */
async function click(link: URL): Promise<URL> {
  const reply = await fetch(link, { redirect: 'manual' });
  return new URL(reply.headers.get('location') ?? '');
}

async function signInCode(email: string, password: string) {
  const { error } = await authClient(service.url).signInWithPassword({ email, password });
  return error?.code;
}

/** Uses the link whose token the fragment of an address carries: the click has done nothing yet. */
async function takeOver(target: URL, type: 'signup' | 'recovery'): Promise<Client> {
  const client = authClient(service.url);
  const token_hash = new URLSearchParams(target.hash.slice(1)).get('link_token') ?? '';
  expect((await client.verifyOtp({ type, token_hash })).error).toBeNull();
  return client;
}

/** A client with the session that the fragment of an address carries. */
async function sessionIn(target: URL): Promise<Client> {
  const fragment = new URLSearchParams(target.hash.slice(1));
  const client = authClient(service.url);
  const { error } = await client.setSession({
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  });
  expect(error).toBeNull();
  return client;
}

test('a second factor is added only to an account whose mailbox was proven', async () => {
  const { email, client } = await newcomer();
  const early = await client.mfa.enroll({ factorType: 'totp' });
  expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' });
  await proveMailbox(service, email);
  await addFactor(service, client);
});

test('the link that a session asks for proves its account as it is, opened in the browser that asked', async () => {
  const { email, client, id } = await newcomer();
  const asking = await sessionIdOf(client);
  const target = await click(await askForProof(client, email));
  const code = target.searchParams.get('code') ?? '';
  const exchanged = await client.exchangeCodeForSession(code);
  expect(exchanged.error).toBeNull();
  expect(exchanged.data.user).toMatchObject({ id, app_metadata: { mailbox_proven: true } });
  expect(await signInCode(email, goodPassword)).toBeUndefined();
  // The session that asked goes on: nothing new begins.
  expect(await sessionIdOf(client)).toBe(asking);
  await client.refreshSession();
  await addFactor(service, client);
  expect((await click(await service.linkTo(email))).hash).toContain('otp_expired');
});

test('a click alone proves nothing: a mail scanner may open the link first', async () => {
  const { email, client } = await newcomer();
  const link = await askForProof(client, email);
  await click(link);
  expect((await client.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('email_not_confirmed');
  expect(await signInCode(email, goodPassword)).toBeUndefined();
  const code = (await click(link)).searchParams.get('code') ?? '';
  expect((await client.exchangeCodeForSession(code)).error).toBeNull();
});

test('a squatter who has the link sent keeps nothing when the owner of the mailbox opens it', async () => {
  const { email, client: squatter, id } = await newcomer();
  const target = await click(await askForProof(squatter, email));
  // What the address carries besides the code, which only the squatter's browser could use.
  const proof = new URLSearchParams(target.hash.slice(1)).get('link_token') ?? '';
  const owner = authClient(service.url);
  const opened = await owner.verifyOtp({ type: 'signup', token_hash: proof });
  expect(opened.data.user?.id).toBe(id);
  expect((await squatter.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await squatter.refreshSession()).error).not.toBeNull();
  expect(await signInCode(email, goodPassword)).toBe('invalid_credentials');
  const code = target.searchParams.get('code') ?? '';
  expect((await squatter.exchangeCodeForSession(code)).error).not.toBeNull();
  expect((await owner.updateUser({ password: ownersPassword })).error).toBeNull();
  expect(await signInCode(email, ownersPassword)).toBeUndefined();
  await owner.signInWithPassword({ email, password: ownersPassword });
  await addFactor(service, owner);
});

test('who knows the session but not the password proves no mailbox: a stranger may have chosen it', async () => {
  const { email, client } = await newcomer();
  const { error } = await client.updateUser({ email });
  expect(error?.code).toBe('current_password_required');
  const wrong = await client.updateUser({ email, current_password: ownersPassword });
  expect(wrong.error?.code).toBe('current_password_invalid');
  expect((await service.mail()).filter(({ to }) => to === email)).toEqual([]);
});

test('a squatter who asks without a verifier keeps nothing either', async () => {
  const { email } = await newcomer();
  const squatter = authClient(service.url, 'implicit');
  await squatter.signInWithPassword({ email, password: goodPassword });
  const target = await click(await askForProof(squatter, email));
  expect(target.pathname).toBe('/prove-address');
  const owner = await takeOver(target, 'signup');
  expect((await squatter.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect(await signInCode(email, goodPassword)).toBe('invalid_credentials');
  expect((await owner.updateUser({ password: ownersPassword })).error).toBeNull();
});

test('a confirmation that is asked for again without a session brings nobody’s password', async () => {
  const { email, client: squatter } = await newcomer();
  await authClient(service.url).resend({ type: 'signup', email });
  const target = await click(await service.linkTo(email));
  expect(target.pathname).toBe('/prove-address');
  // A mail scanner may have clicked: nothing has ended yet.
  expect((await squatter.getUser()).error).toBeNull();
  await takeOver(target, 'signup');
  expect((await squatter.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect(await signInCode(email, goodPassword)).toBe('invalid_credentials');
});

test('a recovery of an unproven mailbox proves it, and ends what others chose', async () => {
  const { email, client: squatter } = await newcomer();
  const owner = authClient(service.url);
  await owner.resetPasswordForEmail(email);
  const recovered = await takeOver(await click(await service.linkTo(email)), 'recovery');
  expect((await squatter.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect(await signInCode(email, goodPassword)).toBe('invalid_credentials');
  await recovered.updateUser({ password: ownersPassword });
  await proveByPassword(recovered, ownersPassword);
  await addFactor(service, recovered);
});

test('a recovery never removes a second factor', async () => {
  const { email, client } = await newcomer();
  await proveMailbox(service, email);
  const { factorId } = await addFactor(service, client);
  await authClient(service.url).resetPasswordForEmail(email);
  const recovered = await sessionIn(await click(await service.linkTo(email)));
  expect((await recovered.mfa.listFactors()).data?.totp).toMatchObject([{ id: factorId }]);
  const password = await recovered.updateUser({ password: ownersPassword });
  expect(password.error?.code).toBe('insufficient_aal');
});

test('a proven account stays proven: a new address counts once its link is opened, also without confirmation', async () => {
  const { email, client } = await newcomer();
  await proveMailbox(service, email);
  const { factorId, secret } = await addFactor(service, client);
  const next = newAddress();
  const asked = await client.updateUser({ email: next });
  expect(asked.data.user).toMatchObject({ email, new_email: next });
  const code = (await click(await service.linkTo(next))).searchParams.get('code') ?? '';
  await client.exchangeCodeForSession(code);
  expect((await client.getUser()).data.user?.email).toBe(next);
  await authClient(service.url).resetPasswordForEmail(next);
  const recovered = await sessionIn(await click(await service.linkTo(next)));
  service.clock.move(30);
  expect((await showCode(recovered, factorId, await codeOf(service, secret))).error).toBeNull();
});

test('the link to prove a mailbox works only while the session that asked for it lives', async () => {
  const { email, client } = await newcomer();
  const link = await askForProof(client, email);
  const code = (await click(link)).searchParams.get('code') ?? '';
  const other = authClient(service.url);
  await other.signInWithPassword({ email, password: goodPassword });
  await other.signOut({ scope: 'others' });
  const exchanged = await client.exchangeCodeForSession(code);
  expect(exchanged.error?.code).toBe('flow_state_not_found');
  expect((await click(link)).hash).toContain('otp_expired');
});

test('a recovery that anybody asked for, and a mail scanner opened, ends nothing of an unproven account', async () => {
  const { email, client } = await newcomer();
  await authClient(service.url).resetPasswordForEmail(email);
  const target = await click(await service.linkTo(email));
  expect(target.hash).toContain('link_token=');
  expect((await client.getUser()).error).toBeNull();
  expect(await signInCode(email, goodPassword)).toBeUndefined();
  const owner = await takeOver(target, 'recovery');
  expect((await owner.updateUser({ password: ownersPassword })).error).toBeNull();
});

test('a stranger who has confirmations sent keeps nobody from proving their mailbox', async () => {
  const { email, client } = await newcomer();
  for (let n = 0; n < accountPolicy.mailsAnHour; n += 1) {
    await authClient(service.url).resend({ type: 'signup', email });
    await service.mail();
    service.clock.move(accountPolicy.mailQuiet);
  }
  const link = await askForProof(client, email);
  expect((await click(link)).searchParams.has('code')).toBe(true);
});

test('nothing that a squatter wrote of themselves stays with the account', async () => {
  const email = newAddress();
  const squatter = authClient(service.url);
  await squatter.signUp({
    email,
    password: goodPassword,
    options: { data: { role: 'company', name: 'Thief LLC' } },
  });
  await authClient(service.url).resetPasswordForEmail(email);
  const owner = await takeOver(await click(await service.linkTo(email)), 'recovery');
  expect((await owner.getUser()).data.user?.user_metadata).toEqual({ role: 'company' });
});

test('asking for the link again too soon is refused in words', async () => {
  const { email, client } = await newcomer();
  await askForProof(client, email);
  const soon = await client.updateUser({ email, current_password: goodPassword });
  expect(soon.error?.code).toBe('over_email_send_rate_limit');
  service.clock.move(accountPolicy.mailQuiet);
  const later = await client.updateUser({ email, current_password: goodPassword });
  expect(later.error).toBeNull();
});

describe.each(['a change of password', 'signing out everywhere'])('after %s', (how) => {
  test('an address that somebody else asked for is not confirmed any more, nor its link sent again', async () => {
    const { email, client } = await newcomer();
    await proveMailbox(service, email);
    const thief = authClient(service.url);
    await thief.signInWithPassword({ email, password: goodPassword });
    const theirs = newAddress();
    await thief.updateUser({ email: theirs });
    const first = await service.linkTo(theirs);
    // Anybody may have it sent again: the second link belongs to the same session.
    service.clock.move(accountPolicy.mailQuiet);
    await authClient(service.url).resend({ type: 'email_change', email });
    const link = await service.linkTo(theirs);
    expect(link.href).not.toBe(first.href);
    if (how === 'a change of password') await client.updateUser({ password: ownersPassword });
    else await client.signOut({ scope: 'global' });
    const before = (await service.mail()).length;
    service.clock.move(accountPolicy.mailQuiet);
    await authClient(service.url).resend({ type: 'email_change', email });
    expect(await service.mail()).toHaveLength(before);
    for (const spent of [first, link]) expect((await click(spent)).hash).toContain('otp_expired');
  });
});

describe('where addresses are confirmed', () => {
  let confirming: AccountService;
  beforeAll(async () => {
    confirming = await startAccountService({ EMAIL_CONFIRMATION: 'on' });
  });
  afterAll(() => confirming.stop());

  test('a sign-up whose link is opened in its own browser is proven', async () => {
    const email = newAddress();
    const client = authClient(confirming.url, 'pkce');
    await client.signUp({ email, password: goodPassword });
    const code = (await click(await confirming.linkTo(email))).searchParams.get('code') ?? '';
    const { data } = await client.exchangeCodeForSession(code);
    expect(data.user?.app_metadata).toMatchObject({ mailbox_proven: true });
    await proveByPassword(client, goodPassword);
    await addFactor(confirming, client);
  });

  test('a squatter whose link was clicked by the owner, or by a mail scanner, adds no factor and loses all by a recovery', async () => {
    const email = newAddress();
    const squatter = authClient(confirming.url, 'pkce');
    await squatter.signUp({ email, password: goodPassword });
    await click(await confirming.linkTo(email));
    await squatter.signInWithPassword({ email, password: goodPassword });
    const factor = await squatter.mfa.enroll({ factorType: 'totp' });
    expect(factor.error?.code).toBe('email_not_confirmed');
    const owner = authClient(confirming.url);
    await owner.resetPasswordForEmail(email);
    const link = await confirming.linkTo(email);
    await owner.verifyOtp({ type: 'recovery', token_hash: link.searchParams.get('token') ?? '' });
    expect((await squatter.getUser()).error?.name).toBe('AuthSessionMissingError');
    const again = await squatter.signInWithPassword({ email, password: goodPassword });
    expect(again.error?.code).toBe('invalid_credentials');
    expect((await owner.updateUser({ password: ownersPassword })).error).toBeNull();
    expect((await owner.getUser()).data.user?.app_metadata).toMatchObject({ mailbox_proven: true });
  });
});
