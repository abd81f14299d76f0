import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { latinDigits } from '#domain/digits.ts';
import {
  type Accounts,
  type Sender,
  type SessionReply,
  sessionReply,
  sessionTerms,
} from './account-context.ts';
import { accountPolicy, after } from './account-policy.ts';
import { AccountRefusal } from './account-refusal.ts';
import type { LinkKind, OpenedSession } from './account-store.ts';
import { isPkceLink } from './derived-tokens.ts';
import { safeRedirect } from './redirects.ts';

/** The kind of link that a request names; auth-js also writes `email` for a sign-up. */
function linkKindOf(type: unknown): Exclude<LinkKind, 'otp'> | null {
  if (type === 'email') return 'signup';
  return type === 'signup' || type === 'recovery' || type === 'email_change' ? type : null;
}

interface LinkToOpen {
  token: string;
  type: unknown;
  /** If given, it must be the address that the link was mailed to. */
  email: string | null;
  sender: Sender;
}

/** The response to a confirmed address change, as auth-js expects it: neither user nor session. */
const addressChanged = { code: 200, msg: 'Email address changed' };

/**
 * POST /verify: exchanges a link's token, or mailed digits with their address (type `email`), for a session, or confirms
 * a changed email address; works once.
 * @throws AccountRefusal otp_expired for wrong, used or expired ones, and for another user's; over_request_rate_limit
 * during the back-off after wrong digits.
 */
export async function verifyLink(
  accounts: Accounts,
  input: LinkToOpen,
): Promise<SessionReply | typeof addressChanged> {
  await accounts.limits.count('verify', input.sender.address);
  const now = accounts.clock.now();
  const digits = input.type === 'email' ? latinDigits(input.token).replace(/\s/g, '') : '';
  const opened =
    input.email && /^\d{6}$/.test(digits)
      ? await useCode(accounts, { email: input.email, digits, sender: input.sender }, now)
      : await openLink(accounts, input, null, now);
  if ('changed' in opened) return addressChanged;
  return sessionReply(accounts, opened as OpenedSession, now);
}

/**
 * GET /verify, the click on a mailed link. A PKCE link may be clicked again until its code is exchanged, because a mail
 * scanner may click first (docs/decisions/0002-email-links.md). A browser that did not request the link cannot use the
 * code, so the fragment carries the link's own token, which the page offers to use after a question.
 * @returns the address to redirect the browser to.
 */
export async function followLink(
  accounts: Accounts,
  input: LinkToOpen & { redirectTo: unknown },
): Promise<string> {
  const { siteUrl } = accounts.redirects();
  const kind = linkKindOf(input.type);
  const target = safeRedirect(input.redirectTo, accounts.redirects());
  // A stranger may have requested the link with any page of the site as target, so it leads to the page that reads such
  // links. The search parameters stay, because auth-js finds its verifier by them.
  if (kind === 'email_change') target.href = `${siteUrl}/email-changed${target.search}`;
  if (kind === 'recovery') stayOnSite(target, siteUrl, '/new-password');
  const token = query({ link_token: input.token, type: kind });
  try {
    await accounts.limits.count('verify', input.sender.address);
    const now = accounts.clock.now();
    const code = randomBytes(32).toString('base64url');
    const opened = await openLink(accounts, input, code, now);
    const isOpen = 'opened' in opened || ('code' in opened && opened.token);
    if (isOpen && kind === 'signup') stayOnSite(target, siteUrl, '/prove-address');
    if ('code' in opened) target.searchParams.set('code', code);
    if (isOpen) return `${target.href}#${token}`;
    if ('code' in opened) return target.href;
    // The remaining case is a session; a click does not change an address.
    const begun = opened as OpenedSession;
    const choosesPassword = kind === 'signup' && recovers(begun);
    const { access_token, expires_at, expires_in, refresh_token } = await sessionReply(
      accounts,
      begun,
      now,
    );
    const fragment = {
      access_token,
      expires_at,
      expires_in,
      refresh_token,
      token_type: 'bearer',
      type: choosesPassword ? 'recovery' : input.type,
    };
    // Instead of the sign-up's target, because there is no password yet.
    const page = choosesPassword ? `${siteUrl}/new-password` : target.href;
    return `${page}#${query(fragment)}`;
  } catch (error) {
    if (!(error instanceof AccountRefusal) || error.status >= 500) throw error;
    return failureTarget(target, error, isPkceLink(input.token));
  }
}

/** Replaces the path of a target on the site itself; a target from the operator's list stays. */
function stayOnSite(target: URL, siteUrl: string, page: string): void {
  if (target.href.startsWith(`${siteUrl}/`)) target.href = `${siteUrl}${page}${target.search}`;
}

/**
 * Whether the link opened a session for choosing a new password: a contested sign-up, or a proving link opened in
 * another browser.
 */
const recovers = ({ session }: OpenedSession) => session.amr[0]?.method === 'recovery';

function failureTarget(target: URL, refusal: AccountRefusal, pkce: boolean): string {
  const failure = {
    error: 'access_denied',
    error_code: refusal.code,
    error_description:
      refusal.code === 'otp_expired' ? 'Email link is invalid or has expired' : refusal.message,
  };
  if (pkce)
    for (const [name, value] of Object.entries(failure)) target.searchParams.set(name, value);
  return `${target.href}#${query(failure)}`;
}

const query = (fields: Record<string, unknown>) =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, String(value)]),
  ).toString();

/** `code` is given for a click; its hash is stored if the browser must exchange it. */
async function openLink(accounts: Accounts, input: LinkToOpen, code: string | null, now: Date) {
  const link = accounts.derived.readLinkToken(input.token, now);
  const kind = linkKindOf(input.type);
  if (!link || !kind) throw new AccountRefusal('otp_expired');
  return accounts.store.openLink(
    { token_id: link.token_id, kind, email: input.email },
    code === null ? null : { hash: sha256(code), expires_at: after(now, accountPolicy.authCode) },
    sessionTerms(accounts, input.sender, now),
  );
}

/** Signs in with mailed digits. Each try is counted before they are looked at. */
async function useCode(
  accounts: Accounts,
  { email, digits, sender }: { email: string; digits: string; sender: Sender },
  now: Date,
) {
  const { codeTries, freeFailures, longestBackOff } = accountPolicy;
  const { blocked_seconds, user_id, token_id } = await accounts.store.beginCodeSignIn(
    email,
    codeTries,
    freeFailures,
    longestBackOff,
    now,
  );
  if (blocked_seconds !== undefined)
    throw new AccountRefusal('over_request_rate_limit', { retryAfterSeconds: blocked_seconds });
  const right = accounts.derived.signInCode(token_id ?? '');
  if (!timingSafeEqual(Buffer.from(right), Buffer.from(digits)) || !token_id) {
    await accounts.store.recordWrongGuess('wrong_sign_in_code', user_id, now);
    throw new AccountRefusal('otp_expired');
  }
  const code = { token_id, kind: 'otp', email } as const;
  return accounts.store.openLink(code, null, sessionTerms(accounts, sender, now));
}

/**
 * The PKCE grant: exchanges the code of a clicked link, with the verifier of the requesting browser, for a session.
 * @throws AccountRefusal flow_state_not_found, flow_state_expired, bad_code_verifier.
 */
export async function exchangeCode(
  accounts: Accounts,
  input: { code: string; verifier: string; sender: Sender },
): Promise<SessionReply> {
  await accounts.limits.count('exchange', input.sender.address);
  const now = accounts.clock.now();
  const codeHash = sha256(input.code);
  const flow = await accounts.store.readFlowState(codeHash, now);
  const answer =
    flow.code_challenge_method === 's256'
      ? sha256(input.verifier).toString('base64url')
      : input.verifier;
  // Compares hashes, so that neither length nor time reveals anything.
  if (!timingSafeEqual(sha256(answer), sha256(flow.code_challenge))) {
    throw new AccountRefusal('bad_code_verifier');
  }
  const opened = await accounts.store.exchangeCode(
    codeHash,
    sessionTerms(accounts, input.sender, now),
  );
  return sessionReply(accounts, opened, now);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
