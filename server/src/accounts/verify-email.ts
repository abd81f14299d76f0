import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  type Accounts,
  type Sender,
  type SessionReply,
  sessionReply,
  sessionTerms,
} from './account-context.ts';
import { accountPolicy, after } from './account-policy.ts';
import { AccountRefusal } from './account-refusal.ts';
import type { LinkKind, Opened } from './account-store.ts';
import { isPkceLink } from './derived-tokens.ts';
import { safeRedirect } from './redirects.ts';

/** The kinds that a request may name; `email` is the client's other word for a sign-up. */
function linkKindOf(type: unknown): LinkKind | null {
  if (type === 'email') return 'signup';
  return type === 'signup' || type === 'recovery' || type === 'email_change' ? type : null;
}

interface LinkToOpen {
  token: string;
  type: unknown;
  /** Given beside the token, it must be the mailbox the link went to. */
  email: string | null;
  sender: Sender;
}

/** The answer to a confirmed address change: neither user nor session, as the client takes it. */
const addressChanged = { code: 200, msg: 'Email address changed' };

/**
 * POST /verify: the link's token for a session, or for a changed e-mail address without one; single use.
 * @throws AccountRefusal otp_expired for a wrong, spent or expired one, and for another user's.
 */
export async function verifyLink(
  accounts: Accounts,
  wish: LinkToOpen,
): Promise<SessionReply | typeof addressChanged> {
  await accounts.limits.count('verify', wish.sender.address);
  const now = accounts.clock.now();
  const opened = await openLink(accounts, wish, null, now);
  if ('changed' in opened) return addressChanged;
  return sessionReply(accounts, opened as Opened, now);
}

/**
 * GET /verify, the click in the mail: where to send the browser. A PKCE link may be clicked again until it has been
 * exchanged, since a mail scanner may come first (docs/decisions/0002-email-links.md). A browser that did not ask for the
 * link has no use for the code: the fragment carries the link's own token, which the page offers to use after a question.
 */
export async function followLink(
  accounts: Accounts,
  wish: LinkToOpen & { redirectTo: unknown },
): Promise<string> {
  const { siteUrl } = accounts.redirects();
  const kind = linkKindOf(wish.type);
  const target = safeRedirect(wish.redirectTo, accounts.redirects());
  // Anybody may have asked for the link, with any page of the site as its end: it ends on one that reads links. The
  // parameters stay: by them the client finds its verifier.
  if (kind === 'email_change') target.href = `${siteUrl}/email-changed${target.search}`;
  if (kind === 'recovery') stayOnSite(target, siteUrl, '/new-password');
  const token = query({ link_token: wish.token, type: kind });
  try {
    await accounts.limits.count('verify', wish.sender.address);
    const now = accounts.clock.now();
    const code = randomBytes(32).toString('base64url');
    const opened = await openLink(accounts, wish, code, now);
    const isOpen = 'opened' in opened || ('code' in opened && opened.token);
    if (isOpen && kind === 'signup') stayOnSite(target, siteUrl, '/prove-address');
    if ('code' in opened) target.searchParams.set('code', code);
    if (isOpen) return `${target.href}#${token}`;
    if ('code' in opened) return target.href;
    // A click changes no address.
    const begun = opened as Opened;
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
      type: choosesPassword ? 'recovery' : wish.type,
    };
    // Wherever the sign-up wanted to go: there is no password yet.
    const page = choosesPassword ? `${siteUrl}/new-password` : target.href;
    return `${page}#${query(fragment)}`;
  } catch (error) {
    if (!(error instanceof AccountRefusal) || error.status >= 500) throw error;
    return failureTarget(target, error, isPkceLink(wish.token));
  }
}

/** A target on the site itself becomes this page of it; one that the operator listed stays. */
function stayOnSite(target: URL, siteUrl: string, page: string): void {
  if (target.href.startsWith(`${siteUrl}/`)) target.href = `${siteUrl}${page}${target.search}`;
}

/**
 * The link of a contested sign-up, or one to prove a mailbox that was opened in another browser, signs in as a recovery
 * does: the person has yet to choose the password.
 */
const recovers = ({ session }: Opened) => session.amr[0]?.method === 'recovery';

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

/** `code`: given when the link itself was clicked, to be stored hashed if the link must be exchanged. */
async function openLink(accounts: Accounts, wish: LinkToOpen, code: string | null, now: Date) {
  const link = accounts.derived.readLinkToken(wish.token);
  const kind = linkKindOf(wish.type);
  if (!link || !kind) throw new AccountRefusal('otp_expired');
  return accounts.store.openLink(
    { token_id: link.token_id, kind, email: wish.email },
    code === null ? null : { hash: sha256(code), expires_at: after(now, accountPolicy.authCode) },
    sessionTerms(accounts, wish.sender, now),
  );
}

/**
 * The PKCE grant: the code of a clicked link, with the verifier that only the asking browser has, for a session.
 * @throws AccountRefusal flow_state_not_found, flow_state_expired, bad_code_verifier.
 */
export async function exchangeCode(
  accounts: Accounts,
  wish: { code: string; verifier: string; sender: Sender },
): Promise<SessionReply> {
  await accounts.limits.count('exchange', wish.sender.address);
  const now = accounts.clock.now();
  const codeHash = sha256(wish.code);
  const flow = await accounts.store.readFlowState(codeHash, now);
  const answer =
    flow.code_challenge_method === 's256'
      ? sha256(wish.verifier).toString('base64url')
      : wish.verifier;
  // Compared by hash, so that neither length nor time tells anything.
  if (!timingSafeEqual(sha256(answer), sha256(flow.code_challenge))) {
    throw new AccountRefusal('bad_code_verifier');
  }
  const opened = await accounts.store.exchangeCode(
    codeHash,
    sessionTerms(accounts, wish.sender, now),
  );
  return sessionReply(accounts, opened, now);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
