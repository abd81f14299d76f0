import type pg from 'pg';
import type { Language } from '#domain/languages.ts';
import { AppError } from '../platform/app-error.ts';
import type { Caller } from '../platform/http/operations.ts';
import { callRow } from '../platform/postgres/database.ts';
import { AccountRefusal, isRefusalCode } from './account-refusal.ts';

/** What a link is sent for. */
export type LinkKind = 'signup' | 'recovery' | 'email_change';

/** The user as the wire contract shows it; SQL writes it whole (auth.user_json), the server only passes it on. */
export interface AccountUser {
  id: string;
  email: string;
  role: string;
  app_metadata: Record<string, unknown>;
  user_metadata: Record<string, unknown>;
  [field: string]: unknown;
}

export interface AccountSession {
  id: string;
  refresh_counter: number;
  aal: string;
  /** Latest first; timestamps are unix seconds. */
  amr: { method: string; timestamp: number }[];
}

export interface Opened {
  user: AccountUser;
  session: AccountSession;
}

/** How a link is to be written if one is sent at all (auth.send_link). */
export interface LinkOrder {
  redirect_to: string;
  code_challenge: string | null;
  code_challenge_method: 's256' | 'plain' | null;
  expires_at: Date;
  quiet_since: Date;
  hourly: number;
}

/** Who opens a session, and until when it may live. */
export interface SessionTerms {
  confirmation: boolean;
  not_after: Date;
  user_agent: string | undefined;
  now: Date;
}

/** What is told of a second factor. */
export type FactorNotice =
  | 'factor_added'
  | 'factor_removed'
  | 'recovery_codes_made'
  | 'recovery_code_used';

/** A notice as it was caused (auth.notices): to whom, and the address it speaks of. */
export type Notice =
  | { kind: 'password_changed' | 'account_exists' | FactorNotice; email: string }
  | { kind: 'email_change_requested' | 'email_changed'; email: string; new_email: string };

export type AccountStore = ReturnType<typeof accountStore>;

/**
 * The SQL of the accounts, one named prepared call each; every call is one transaction.
 * @throws AccountRefusal with the code that the function refused with.
 */
export function accountStore(pool: pg.Pool) {
  async function call<T>(name: string, values: unknown[]): Promise<T> {
    const reply = await callRow<(T & { refused?: string; retry_after_seconds?: number }) | null>(
      pool,
      `auth.${name}`,
      values,
    ).catch(refuseKnown);
    if (reply?.refused === undefined) return reply as T;
    if (!isRefusalCode(reply.refused)) throw new TypeError(`${reply.refused} is no refusal's code`);
    throw new AccountRefusal(reply.refused, { retryAfterSeconds: reply.retry_after_seconds });
  }
  return {
    signUp: (
      person: { email: string; password_hash: string; metadata: object },
      link: LinkOrder,
      terms: SessionTerms,
    ) =>
      call<Opened | { user_id: string }>('sign_up', [
        person.email,
        person.password_hash,
        person.metadata,
        terms.confirmation,
        link,
        terms.not_after,
        terms.user_agent,
        terms.now,
      ]),
    beginSignIn: (email: string, free: number, longestSeconds: number, now: Date) =>
      call<{ blocked_seconds?: number; user_id: string | null; password_hash: string | null }>(
        'begin_sign_in',
        [email, free, longestSeconds, now],
      ),
    finishSignIn: (userId: string, passwordHash: string, terms: SessionTerms) =>
      call<Opened>('finish_sign_in', [
        userId,
        passwordHash,
        terms.confirmation,
        terms.not_after,
        terms.user_agent,
        terms.now,
      ]),
    forgetFailures: (email: string) => call<object>('forget_failures', [email]),
    readPasswordHash: (userId: string) =>
      call<{ password_hash: string | null }>('read_password_hash', [userId]),
    refreshSession: (
      token: { session_id: string; counter: number },
      limits: { confirmation: boolean; idle_since: Date; reuse_since: Date; now: Date },
    ) =>
      call<Opened>('refresh_session', [
        token.session_id,
        token.counter,
        limits.confirmation,
        limits.idle_since,
        limits.reuse_since,
        limits.now,
      ]),
    readUser: (userId: string, sessionId: string, confirmation: boolean, now: Date) =>
      call<Opened>('read_user', [userId, sessionId, confirmation, now]),
    enrolFactor: (
      caller: Caller,
      factor: { id: string; friendly_name: string; secret_sealed: Buffer },
      limit: number,
      now: Date,
    ) =>
      call<object>('enrol_factor', [
        caller.user_id,
        caller.session_id,
        factor.id,
        factor.friendly_name,
        factor.secret_sealed,
        limit,
        now,
      ]),
    challengeFactor: (caller: Caller, factorId: string, expiresAt: Date, now: Date) =>
      call<{ id: string }>('challenge_factor', [
        caller.user_id,
        caller.session_id,
        factorId,
        expiresAt,
        now,
      ]),
    beginFactor: (
      caller: Caller,
      proof: { factor_id: string; challenge_id: string },
      free: number,
      longestSeconds: number,
      now: Date,
    ) =>
      call<{ secret_sealed: string; last_used_step: number }>('begin_factor', [
        caller.user_id,
        caller.session_id,
        proof.factor_id,
        proof.challenge_id,
        free,
        longestSeconds,
        now,
      ]),
    finishFactor: (
      caller: Caller,
      proof: { factor_id: string; challenge_id: string },
      shown: { step: number | null; recovery_code_hash: Buffer | null },
      confirmation: boolean,
      now: Date,
    ) =>
      call<Opened>('finish_factor', [
        caller.user_id,
        caller.session_id,
        proof.factor_id,
        proof.challenge_id,
        shown.step,
        shown.recovery_code_hash,
        confirmation,
        now,
      ]),
    unenrolFactor: (caller: Caller, factorId: string, now: Date) =>
      call<{ id: string }>('unenrol_factor', [caller.user_id, caller.session_id, factorId, now]),
    replaceRecoveryCodes: (caller: Caller, hashes: Buffer[], now: Date) =>
      call<object>('replace_recovery_codes', [caller.user_id, caller.session_id, hashes, now]),
    signOut: (userId: string, sessionId: string, scope: string, now: Date) =>
      call<object>('sign_out', [userId, sessionId, scope, now]),
    updateUser: (
      caller: Caller,
      change: {
        known_password_hash: string | null;
        password_hash: string | null;
        new_email: string | null;
        metadata: object | null;
        metadata_limit: number;
      },
      link: LinkOrder,
      confirmation: boolean,
      now: Date,
    ) =>
      call<{ user: AccountUser }>('update_user', [
        caller.user_id,
        caller.session_id,
        change.known_password_hash,
        change.password_hash,
        change.new_email,
        change.metadata,
        change.metadata_limit,
        confirmation,
        link,
        now,
      ]),
    requestRecovery: (email: string, link: LinkOrder, now: Date) =>
      call<object>('request_recovery', [email, link, now]),
    resendLink: (kind: 'signup' | 'email_change', email: string, link: LinkOrder, now: Date) =>
      call<object>('resend_link', [kind, email, link, now]),
    openLink: (
      link: { token_id: string; kind: LinkKind; email: string | null },
      code: { hash: Buffer; expires_at: Date } | null,
      terms: SessionTerms,
    ) =>
      call<Opened | { code: true }>('open_link', [
        link.token_id,
        link.kind,
        link.email,
        code !== null,
        code?.hash ?? null,
        code?.expires_at ?? null,
        terms.confirmation,
        terms.not_after,
        terms.user_agent,
        terms.now,
      ]),
    readFlowState: (codeHash: Buffer, now: Date) =>
      call<{ code_challenge: string; code_challenge_method: 's256' | 'plain' }>('read_flow_state', [
        codeHash,
        now,
      ]),
    exchangeCode: (codeHash: Buffer, terms: SessionTerms) =>
      call<Opened>('exchange_code', [
        codeHash,
        terms.confirmation,
        terms.not_after,
        terms.user_agent,
        terms.now,
      ]),
    readLinkMail: (tokenId: string, now: Date) =>
      call<{
        kind: LinkKind;
        email: string;
        language: Language;
        redirect_to: string;
        pkce: boolean;
      } | null>('read_link_mail', [tokenId, now]),
    readNoticeMail: (noticeId: string) =>
      call<(Notice & { language: Language }) | null>('read_notice_mail', [noticeId]),
    sweep: (before: Date) => call<object>('sweep', [before]),
  };
}

/** What SQL raises and a person can understand. */
function refuseKnown(error: unknown): never {
  // A database that is away is answered, and logged, where requests end.
  if (error instanceof AppError && error.code === 'unavailable') throw error;
  if (error instanceof AppError && isRefusalCode(error.code)) {
    throw new AccountRefusal(error.code, { cause: error.cause });
  }
  // Two accounts took one address at the same moment.
  if ((error as { code?: string }).code === '23505') throw new AccountRefusal('email_exists');
  throw error;
}
