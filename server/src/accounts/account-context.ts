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
  type LinkSettings,
  type OpenedSession,
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

/** Dependencies of the account use cases. */
export interface Accounts {
  store: AccountStore;
  accessTokens: AccessTokens;
  verifyToken: VerifyToken;
  derived: DerivedTokens;
  limits: RateLimits;
  secrets: Secrets;
  clock: Clock;
  /** EMAIL_CONFIRMATION: whether an account must open its link before it can sign in. */
  confirmation: boolean;
  /** Mails a day to addresses that do not belong to the account; null: no limit. */
  mailsToOthers: number | null;
  redirects: () => RedirectRules;
}

/** Network address and user agent of a request. */
export interface Sender {
  address: string;
  userAgent: string | undefined;
}

/** Options of a request that makes the server mail a link. */
export interface LinkOptions {
  redirectTo: unknown;
  codeChallenge: string | null;
  codeChallengeMethod: 's256' | 'plain' | null;
}

/**
 * Reads the signing key (creates it on the first start) and the public keys.
 * @throws the database's error, or an Error when the signing key was encrypted with another SECRET_KEY.
 */
export async function openAccounts(deps: AccountDeps): Promise<Accounts> {
  const accessTokens = await openAccessTokens(deps);
  return {
    store: accountStore(deps.pool),
    accessTokens,
    verifyToken: await createTokenVerifier(deps),
    derived: derivedTokens(deps.secrets),
    limits: rateLimits(deps.pool, deps.clock),
    secrets: deps.secrets,
    clock: deps.clock,
    confirmation: deps.settings.emailConfirmation,
    mailsToOthers: deps.settings.quotas?.mails_to_others ?? null,
    redirects: () => ({ siteUrl: deps.siteUrl(), allowList: deps.settings.redirectAllowList }),
  };
}

/** The session in the JSON that auth-js expects. */
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

/** Signs the tokens of an open session. */
export async function sessionReply(
  accounts: Accounts,
  opened: OpenedSession,
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

/** Limits of a session that is opened now. */
export function sessionTerms(accounts: Accounts, sender: Sender, now: Date): SessionTerms {
  return {
    confirmation: accounts.confirmation,
    not_after: after(now, accountPolicy.sessionAbsolute),
    user_agent: sender.userAgent,
    now,
  };
}

/** Settings of a link of this kind, in case one is sent. */
export function linkSettings(
  accounts: Accounts,
  kind: LinkKind,
  input: LinkOptions,
  now: Date,
): LinkSettings {
  return {
    redirect_to: safeRedirect(input.redirectTo, accounts.redirects()).href,
    code_challenge: input.codeChallenge,
    code_challenge_method: input.codeChallenge ? (input.codeChallengeMethod ?? 'plain') : null,
    expires_at: after(now, accountPolicy.link[kind]),
    quiet_since: after(now, -accountPolicy.mailQuiet),
    hourly: accountPolicy.mailsAnHour,
    mails_to_others: accounts.mailsToOthers,
  };
}
