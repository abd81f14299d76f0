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
export function linkKindOf(type: unknown): LinkKind | null {
  if (type === 'email') return 'signup';
  return type === 'signup' || type === 'recovery' || type === 'email_change' ? type : null;
}

interface OpenedLink {
  token: string;
  type: unknown;
  /** Given beside the token, it must be the mailbox the link went to. */
  email: string | null;
  sender: Sender;
}

/**
 * POST /verify: the link's token for a session; single use.
 * @throws AccountRefusal otp_expired for a wrong, spent or expired one, and for another user's.
 */
export async function verifyLink(accounts: Accounts, wish: OpenedLink): Promise<SessionReply> {
  await accounts.limits.count('verify', wish.sender.address);
  const now = accounts.clock.now();
  const opened = await openLink(accounts, wish, null, now);
  return sessionReply(accounts, opened as Opened, now);
}

/**
 * GET /verify, the click in the mail: where to send the browser. A PKCE link may be clicked again until it has been
 * exchanged, since a mail scanner may come first (docs/decisions/0002-email-links.md).
 */
export async function followLink(
  accounts: Accounts,
  wish: OpenedLink & { redirectTo: unknown },
): Promise<string> {
  const target = safeRedirect(wish.redirectTo, accounts.redirects());
  try {
    await accounts.limits.count('verify', wish.sender.address);
    const now = accounts.clock.now();
    const code = randomBytes(32).toString('base64url');
    const opened = await openLink(accounts, wish, code, now);
    if ('code' in opened) {
      target.searchParams.set('code', code);
      return target.href;
    }
    const choosesPassword = linkKindOf(wish.type) === 'signup' && recovers(opened);
    const { access_token, expires_at, expires_in, refresh_token } = await sessionReply(
      accounts,
      opened,
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
    const page = choosesPassword ? `${accounts.redirects().siteUrl}/new-password` : target.href;
    return `${page}#${query(fragment)}`;
  } catch (error) {
    if (!(error instanceof AccountRefusal) || error.status >= 500) throw error;
    return failureTarget(target, error, isPkceLink(wish.token));
  }
}

/** A contested sign-up's link signs in as a recovery does: the person has yet to choose the password. */
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
async function openLink(accounts: Accounts, wish: OpenedLink, code: string | null, now: Date) {
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
