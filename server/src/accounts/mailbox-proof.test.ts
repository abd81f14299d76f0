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

/**
 * Proving the mailbox of an account: what requires it, and what a squatter loses by it, who signed up with a foreign
 * address.
 */

const service = await startAccountService();
afterAll(() => service.stop());

type Client = ReturnType<typeof authClient>;

const ownersPassword = 'a-quite-different-pass';

const newcomer = () => signUpNewcomer(service, { flowType: 'pkce' });

/**
 * Requests the link that proves the session's mailbox.
 * @returns the link in the mail.
 */
async function askForProof(client: Client, email: string): Promise<URL> {
  const asked = await client.updateUser({ email, current_password: goodPassword });
  expect(asked.error).toBeNull();
  return service.linkTo(email);
}

/** The address that the click redirects a fresh browser to. */
async function click(link: URL): Promise<URL> {
  const reply = await fetch(link, { redirect: 'manual' });
  return new URL(reply.headers.get('location') ?? '');
}

async function signInCode(email: string, password: string) {
  const { error } = await authClient(service.url).signInWithPassword({ email, password });
  return error?.code;
}

/** Uses the link token in the fragment, as the page does after its question; the click alone has changed nothing. */
async function takeOver(target: URL, type: 'signup' | 'recovery'): Promise<Client> {
  const client = authClient(service.url);
  const token_hash = new URLSearchParams(target.hash.slice(1)).get('link_token') ?? '';
  expect((await client.verifyOtp({ type, token_hash })).error).toBeNull();
  return client;
}

/** A client with the session in the fragment. */
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

test('a second factor can be added only to an account whose mailbox is proven', async () => {
  const { email, client } = await newcomer();
  const early = await client.mfa.enroll({ factorType: 'totp' });
  expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' });
  await proveMailbox(service, email);
  await addFactor(service, client);
});

test('the link that a session requests proves the mailbox when it is opened in the requesting browser, and changes nothing else', async () => {
  const { email, client, id } = await newcomer();
  const asking = await sessionIdOf(client);
  const target = await click(await askForProof(client, email));
  const code = target.searchParams.get('code') ?? '';
  const exchanged = await client.exchangeCodeForSession(code);
  expect(exchanged.error).toBeNull();
  expect(exchanged.data.user).toMatchObject({ id, app_metadata: { mailbox_proven: true } });
  expect(await signInCode(email, goodPassword)).toBeUndefined();
  // The requesting session continues; no new session begins.
  expect(await sessionIdOf(client)).toBe(asking);
  await client.refreshSession();
  await addFactor(service, client);
  expect((await click(await service.linkTo(email))).hash).toContain('otp_expired');
});

test("a click on a link without the code's exchange proves nothing, because a mail scanner may click", async () => {
  const { email, client } = await newcomer();
  const link = await askForProof(client, email);
  await click(link);
  expect((await client.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('email_not_confirmed');
  expect(await signInCode(email, goodPassword)).toBeUndefined();
  const code = (await click(link)).searchParams.get('code') ?? '';
  expect((await client.exchangeCodeForSession(code)).error).toBeNull();
});

test('a squatter who requests the proving link loses everything when the owner of the mailbox opens it', async () => {
  const { email, client: squatter, id } = await newcomer();
  const target = await click(await askForProof(squatter, email));
  // The link token in the fragment; only the squatter's browser could use the code.
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

test('a session cannot request the link that proves its mailbox without the current password', async () => {
  const { email, client } = await newcomer();
  const { error } = await client.updateUser({ email });
  expect(error?.code).toBe('current_password_required');
  const wrong = await client.updateUser({ email, current_password: ownersPassword });
  expect(wrong.error?.code).toBe('current_password_invalid');
  expect((await service.mail()).filter(({ to }) => to === email)).toEqual([]);
});

test('a squatter who requests the proving link without a verifier loses everything too', async () => {
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

test('a confirmation that is sent again without a session keeps no password', async () => {
  const { email, client: squatter } = await newcomer();
  await authClient(service.url).resend({ type: 'signup', email });
  const target = await click(await service.linkTo(email));
  expect(target.pathname).toBe('/prove-address');
  // A mail scanner may have clicked, so nothing has ended yet.
  expect((await squatter.getUser()).error).toBeNull();
  await takeOver(target, 'signup');
  expect((await squatter.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect(await signInCode(email, goodPassword)).toBe('invalid_credentials');
});

test('a recovery proves the mailbox and ends the sessions and password of others', async () => {
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

test('a proven account stays proven: its new address takes effect when the link is opened, even with confirmation off', async () => {
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

test('the link that proves a mailbox works only while the requesting session is open', async () => {
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

test('a recovery link that only a mail scanner opened ends nothing of an unproven account', async () => {
  const { email, client } = await newcomer();
  await authClient(service.url).resetPasswordForEmail(email);
  const target = await click(await service.linkTo(email));
  expect(target.hash).toContain('link_token=');
  expect((await client.getUser()).error).toBeNull();
  expect(await signInCode(email, goodPassword)).toBeUndefined();
  const owner = await takeOver(target, 'recovery');
  expect((await owner.updateUser({ password: ownersPassword })).error).toBeNull();
});

test('a stranger who has confirmations sent cannot stop a user from proving their mailbox', async () => {
  const { email, client } = await newcomer();
  for (let n = 0; n < accountPolicy.mailsAnHour; n += 1) {
    await authClient(service.url).resend({ type: 'signup', email });
    await service.mail();
    service.clock.move(accountPolicy.mailQuiet);
  }
  const link = await askForProof(client, email);
  expect((await click(link)).searchParams.has('code')).toBe(true);
});

test('the metadata of a squatter does not stay with the account', async () => {
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

test('requesting the proving link again within the quiet time is refused with a message', async () => {
  const { email, client } = await newcomer();
  await askForProof(client, email);
  const soon = await client.updateUser({ email, current_password: goodPassword });
  expect(soon.error?.code).toBe('over_email_send_rate_limit');
  service.clock.move(accountPolicy.mailQuiet);
  const later = await client.updateUser({ email, current_password: goodPassword });
  expect(later.error).toBeNull();
});

describe.each(['a change of password', 'signing out everywhere'])('after %s', (how) => {
  test('a new address that a squatter requested can no longer be confirmed, and its link is not sent again', async () => {
    const { email, client } = await newcomer();
    await proveMailbox(service, email);
    const thief = authClient(service.url);
    await thief.signInWithPassword({ email, password: goodPassword });
    const theirs = newAddress();
    await thief.updateUser({ email: theirs });
    const first = await service.linkTo(theirs);
    // A stranger may have it sent again: the second link belongs to the same session.
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

describe('with confirmation on', () => {
  let confirming: AccountService;
  beforeAll(async () => {
    confirming = await startAccountService({ EMAIL_CONFIRMATION: 'on' });
  });
  afterAll(() => confirming.stop());

  test('with confirmation on, a sign-up whose link is opened in its own browser is proven', async () => {
    const email = newAddress();
    const client = authClient(confirming.url, 'pkce');
    await client.signUp({ email, password: goodPassword });
    const code = (await click(await confirming.linkTo(email))).searchParams.get('code') ?? '';
    const { data } = await client.exchangeCodeForSession(code);
    expect(data.user?.app_metadata).toMatchObject({ mailbox_proven: true });
    await proveByPassword(client, goodPassword);
    await addFactor(confirming, client);
  });

  test('with confirmation on, a squatter whose link the owner or a mail scanner clicked can add no factor and loses everything by a recovery', async () => {
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
