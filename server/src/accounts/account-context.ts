import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import type { VerifyToken } from '../platform/http/operations.ts';
import type { Secrets } from '../platform/config/secrets.ts';
import type { Settings } from '../platform/config/settings.ts';
import { accountPolicy, after } from './account-policy.ts';
import {
  type AccountStore,
  type AccountUser,
  type LinkKind,
  type LinkOrder,
  type Opened,
  type SessionTerms,
  accountStore,
} from './account-store.ts';
import { type DerivedTokens, derivedTokens } from './derived-tokens.ts';
import { type RateLimits, rateLimits } from './rate-limits.ts';
import { type RedirectRules, safeRedirect } from './redirects.ts';
import { type AccessTokens, createTokenVerifier, openAccessTokens } from './tokens.ts';

export interface AccountDeps {
  /** The pool of the role `hamla_accounts`. */
  pool: pg.Pool;
  clock: Clock;
  settings: Settings;
  secrets: Secrets;
  /** Where the site is served, without a trailing slash. */
  siteUrl: () => string;
}

/** What the use cases of the accounts work with. */
export interface Accounts {
  store: AccountStore;
  accessTokens: AccessTokens;
  verifyToken: VerifyToken;
  derived: DerivedTokens;
  limits: RateLimits;
  /** Seals the secrets of second factors. */
  factorKey: Buffer;
  /** Hashes recovery codes. */
  recoveryKey: Buffer;
  clock: Clock;
  /** EMAIL_CONFIRMATION: whether an account must open its link before it can sign in. */
  confirmation: boolean;
  /** Mails of a day to addresses that are not the account's; null: any number. */
  mailsToOthers: number | null;
  redirects: () => RedirectRules;
}

/** What a request says of its sender. */
export interface Sender {
  address: string;
  userAgent: string | undefined;
}

/** The wishes of a request that makes the server mail a link. */
export interface LinkWish {
  redirectTo: unknown;
  codeChallenge: string | null;
  codeChallengeMethod: 's256' | 'plain' | null;
}

/**
 * Opens the signing key, makes the first one where there is none, and reads the public ones.
 * @throws the error of a database that cannot be had, or of a signing key that another SECRET_KEY has sealed.
 */
export async function openAccounts(deps: AccountDeps): Promise<Accounts> {
  const accessTokens = await openAccessTokens(deps);
  return {
    store: accountStore(deps.pool),
    accessTokens,
    verifyToken: await createTokenVerifier(deps),
    derived: derivedTokens(deps.secrets),
    limits: rateLimits(deps.pool, deps.clock),
    factorKey: deps.secrets.derive('second factors'),
    recoveryKey: deps.secrets.derive('recovery codes'),
    clock: deps.clock,
    confirmation: deps.settings.emailConfirmation,
    mailsToOthers: deps.settings.quotas?.mails_to_others ?? null,
    redirects: () => ({ siteUrl: deps.siteUrl(), allowList: deps.settings.redirectAllowList }),
  };
}

/** A session as auth-js reads it. */
export interface SessionReply {
  access_token: string;
  token_type: 'bearer';
  /** Seconds. */
  expires_in: number;
  /** Unix seconds. */
  expires_at: number;
  refresh_token: string;
  user: AccountUser;
}

/** The tokens of an open session. */
export async function sessionReply(
  accounts: Accounts,
  opened: Opened,
  now: Date,
): Promise<SessionReply> {
  return {
    access_token: await accounts.accessTokens.sign(opened, now),
    token_type: 'bearer',
    expires_in: accountPolicy.accessToken,
    expires_at: Math.floor(now.getTime() / 1000) + accountPolicy.accessToken,
    refresh_token: accounts.derived.refreshToken(opened.session.id, opened.session.refresh_counter),
    user: opened.user,
  };
}

/** On which terms a session is opened now. */
export function sessionTerms(accounts: Accounts, sender: Sender, now: Date): SessionTerms {
  return {
    confirmation: accounts.confirmation,
    not_after: after(now, accountPolicy.sessionAbsolute),
    user_agent: sender.userAgent,
    now,
  };
}

/** How a link of this kind is to be written, should one be sent. */
export function linkOrder(
  accounts: Accounts,
  kind: LinkKind,
  wish: LinkWish,
  now: Date,
): LinkOrder {
  return {
    redirect_to: safeRedirect(wish.redirectTo, accounts.redirects()).href,
    code_challenge: wish.codeChallenge,
    code_challenge_method: wish.codeChallenge ? (wish.codeChallengeMethod ?? 'plain') : null,
    expires_at: after(now, accountPolicy.link[kind]),
    quiet_since: after(now, -accountPolicy.mailQuiet),
    hourly: accountPolicy.mailsAnHour,
    mails_to_others: accounts.mailsToOthers,
  };
}
