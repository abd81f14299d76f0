import type pg from 'pg';
import { quotaMessages } from '#api/quota-messages.ts';
import type { Language } from '#domain/languages.ts';
import { AppError } from '../platform/app-error.ts';
import type { Caller } from '../platform/http/operations.ts';
import { callRowAfter } from '../platform/database/query.ts';
import { AccountRefusal, isRefusalCode } from './account-refusal.ts';
import { currentSender } from './sender.ts';

/** The purpose of a link. */
export type LinkKind = 'signup' | 'recovery' | 'email_change';

/** The user in auth-js's JSON. SQL builds it (auth.user_json). */
export interface AccountUser {
  id: string;
  email: string;
  role: string;
  app_metadata: Record<string, unknown>;
  user_metadata: Record<string, unknown>;
  [field: string]: unknown;
}

interface AccountSession {
  id: string;
  refresh_counter: number;
  aal: string;
  /** Latest first; timestamps are unix seconds. */
  amr: { method: string; timestamp: number }[];
}

export interface OpenedSession {
  user: AccountUser;
  session: AccountSession;
}

/**
 * Result of opening a link. Either a session; or a PKCE code for the requesting browser, with the link's token when
 * another browser may use that after a question; or `opened`, the click on an address change, which changes nothing
 * yet; or `changed`, the confirmed change, which signs nobody in.
 */
type OpenedLink =
  | OpenedSession
  | { code: true; token: boolean }
  | { opened: true }
  | { changed: true };

/** Settings of a link, in case one is sent (auth.send_link). */
export interface LinkSettings {
  redirect_to: string;
  code_challenge: string | null;
  code_challenge_method: 's256' | 'plain' | null;
  expires_at: Date;
  quiet_since: Date;
  hourly: number;
  /** Links a day to addresses that do not belong to the account; null: no limit. */
  mails_to_others: number | null;
}

/** Limits of a session that is opened, and its browser. */
export interface SessionTerms {
  confirmation: boolean;
  not_after: Date;
  user_agent: string | undefined;
  now: Date;
}

/** Notices about second factors. */
export type FactorNotice =
  | 'factor_added'
  | 'factor_removed'
  | 'recovery_codes_made'
  | 'recovery_code_used';

/** A notice (auth.notices) with what its mail needs. */
type Notice =
  | { kind: 'password_changed' | 'account_exists' | FactorNotice; email: string }
  | { kind: 'email_change_requested' | 'email_changed'; email: string; new_email: string }
  | ({ kind: 'factor_removal_asked' } & RemovalNotice)
  | ({ kind: 'factor_removal_confirmed' } & RemovalNotice);

interface RemovalNotice {
  email: string;
  factor_removal_id: string;
  /** ISO time; null before the removal is confirmed. */
  effective_at: string | null;
}

/** A counted attempt at a password: the seconds to wait, or the hash to compare with; null without such an account. */
export interface PasswordGuess {
  blocked_seconds?: number;
  user_id: string | null;
  password_hash: string | null;
}

/** Result of a SQL function: its data or a refusal. */
type Reply<T> = T &
  Refused & {
    /** After a sign-in: whether the device was known (auth.remember_device). */
    device?: 'known' | 'new';
  };

export type AccountStore = ReturnType<typeof accountStore>;

/**
 * Calls the SQL functions of the accounts. Each call is a prepared statement and one transaction.
 * @throws AccountRefusal with the code that the function returned.
 */
export function accountStore(pool: pg.Pool) {
  async function call<T>(name: string, values: unknown[]): Promise<T> {
    const sender = currentSender();
    const reply = await callRowAfter<Reply<T> | null>(
      pool,
      { functionName: 'note_sender', arg: sender?.note ?? null },
      name,
      values,
    ).catch(throwRefusal);
    if (sender && reply?.device) sender.device = reply.device;
    if (reply?.refused === undefined) return reply as T;
    if (!isRefusalCode(reply.refused)) throw new TypeError(`${reply.refused} is no refusal's code`);
    const { retry_after_seconds, mails_to_others } = reply;
    const quota = mails_to_others && { name: 'mails_to_others' as const, limit: mails_to_others };
    throw new AccountRefusal(reply.refused, {
      retryAfterSeconds: retry_after_seconds,
      messages: quota
        ? quotaMessages({ ...quota, retry_after_s: retry_after_seconds ?? 1 })
        : undefined,
    });
  }
  return {
    signUp: (
      person: { email: string; password_hash: string; metadata: object },
      link: LinkSettings,
      terms: SessionTerms,
    ) =>
      call<OpenedSession | { user_id: string }>('sign_up', [
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
      call<PasswordGuess>('begin_sign_in', [email, free, longestSeconds, now]),
    beginPasswordProof: (userId: string, free: number, longestSeconds: number, now: Date) =>
      call<PasswordGuess>('begin_password_proof', [userId, free, longestSeconds, now]),
    finishSignIn: (userId: string, passwordHash: string, terms: SessionTerms) =>
      call<OpenedSession>('finish_sign_in', [
        userId,
        passwordHash,
        terms.confirmation,
        terms.not_after,
        terms.user_agent,
        terms.now,
      ]),
    readPasswordHash: (userId: string) =>
      call<{ password_hash: string | null; personal_words: string[] }>('read_password_hash', [
        userId,
      ]),
    refreshSession: (
      token: { session_id: string; counter: number },
      limits: { confirmation: boolean; idle_since: Date; reuse_since: Date; now: Date },
    ) =>
      call<OpenedSession>('refresh_session', [
        token.session_id,
        token.counter,
        limits.confirmation,
        limits.idle_since,
        limits.reuse_since,
        limits.now,
      ]),
    readUser: (userId: string, sessionId: string, confirmation: boolean, now: Date) =>
      call<OpenedSession>('read_user', [userId, sessionId, confirmation, now]),
    enrolFactor: (
      caller: Caller,
      factor: { id: string; friendly_name: string; secret_sealed: Buffer },
      limit: number,
      provenSince: Date,
      now: Date,
    ) =>
      call<object>('enrol_factor', [
        caller.user_id,
        caller.session_id,
        factor.id,
        factor.friendly_name,
        factor.secret_sealed,
        limit,
        provenSince,
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
      provenSince: Date,
      now: Date,
    ) =>
      call<{ secret_sealed: string; last_used_step: number }>('begin_factor', [
        caller.user_id,
        caller.session_id,
        proof.factor_id,
        proof.challenge_id,
        free,
        longestSeconds,
        provenSince,
        now,
      ]),
    finishFactor: (
      caller: Caller,
      proof: { factor_id: string; challenge_id: string },
      shown: { step: number | null; recovery_code_hash: Buffer | null },
      confirmation: boolean,
      provenSince: Date,
      now: Date,
    ) =>
      call<OpenedSession>('finish_factor', [
        caller.user_id,
        caller.session_id,
        proof.factor_id,
        proof.challenge_id,
        shown.step,
        shown.recovery_code_hash,
        confirmation,
        provenSince,
        now,
      ]),
    unenrolFactor: (caller: Caller, factorId: string, provenSince: Date, now: Date) =>
      call<{ id: string }>('unenrol_factor', [
        caller.user_id,
        caller.session_id,
        factorId,
        provenSince,
        now,
      ]),
    replaceRecoveryCodes: (caller: Caller, hashes: Buffer[], provenSince: Date, now: Date) =>
      call<object>('replace_recovery_codes', [
        caller.user_id,
        caller.session_id,
        hashes,
        provenSince,
        now,
      ]),
    checkProof: (caller: Caller, passwordAlone: boolean, provenSince: Date, now: Date) =>
      call<object>('check_proof', [
        caller.user_id,
        caller.session_id,
        passwordAlone,
        provenSince,
        now,
      ]),
    readFactorsEnded: (caller: Caller, confirmation: boolean, now: Date) =>
      call<{ user: AccountUser }>('read_factors_ended', [
        caller.user_id,
        caller.session_id,
        confirmation,
        now,
      ]),
    signOut: (userId: string, sessionId: string, scope: string, now: Date) =>
      call<object>('sign_out', [userId, sessionId, scope, now]),
    updateUser: (
      caller: Caller,
      change: {
        /** The hash that the given current password matched. */
        proven_password_hash: string | null;
        known_password_hash: string | null;
        password_hash: string | null;
        new_email: string | null;
        metadata: object | null;
        metadata_limit: number;
      },
      link: LinkSettings,
      confirmation: boolean,
      provenSince: Date,
      now: Date,
    ) =>
      call<{ user: AccountUser }>('update_user', [
        caller.user_id,
        caller.session_id,
        change.proven_password_hash,
        change.known_password_hash,
        change.password_hash,
        change.new_email,
        change.metadata,
        change.metadata_limit,
        confirmation,
        link,
        provenSince,
        now,
      ]),
    requestLink: (kind: LinkKind, email: string, link: LinkSettings, now: Date) =>
      call<object>('request_link', [kind, email, link, now]),
    /** `userId` is null when no account has the address. `link`: the `LinkSettings` from the queue. */
    writeLink: (userId: string | null, kind: LinkKind, link: object, askedAt: Date) =>
      call<object>('write_link', [userId, kind, link, askedAt]),
    openLink: (
      link: { token_id: string; kind: LinkKind; email: string | null },
      code: { hash: Buffer; expires_at: Date } | null,
      terms: SessionTerms,
    ) =>
      call<OpenedLink>('open_link', [
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
      call<OpenedSession>('exchange_code', [
        codeHash,
        terms.confirmation,
        terms.not_after,
        terms.user_agent,
        terms.now,
      ]),
    readLinkMail: (tokenId: string, now: Date) =>
      call<{
        kind: LinkKind;
        /** Requested from a session, to prove the mailbox of its account. */
        is_proof: boolean;
        email: string;
        language: Language;
        redirect_to: string;
        pkce: boolean;
      } | null>('read_link_mail', [tokenId, now]),
    readNoticeMail: (noticeId: string) =>
      call<(Notice & { language: Language }) | null>('read_notice_mail', [noticeId]),
    withdrawFactorRemoval: (removalId: string, now: Date) =>
      call<object>('withdraw_factor_removal', [removalId, now]),
    /** Removes the lost second factors whose waiting time is over. */
    removeLostFactors: (now: Date) => call<object>('remove_lost_factors', [null, now]),
    /** Records a wrong password; `userId` is null when no account has the address. */
    recordWrongPassword: (userId: string | null, now: Date) =>
      call<object>('record_security_event', ['wrong_password', userId, null, now]),
    recordWrongCode: ({ user_id, session_id }: Caller, now: Date) =>
      call<object>('record_security_event', ['factor_wrong', user_id, session_id, now]),
    /** Records a refusal, at most once a minute for each account and network address. */
    recordRefusal: (
      kind: 'limit_reached' | 'factor_backed_off',
      userId: string | null,
      now: Date,
    ) => call<object>('record_refusal', [kind, userId, now]),
    sweep: (before: Date) => call<object>('sweep', [before]),
    sweepSecurityEvents: (now: Date) => call<object | null>('sweep_security_events', [now]),
  };
}

/** The refusal of a SQL function. */
interface Refused {
  refused?: string;
  retry_after_seconds?: number;
  /** The limit of the quota mails_to_others, when that quota is the reason. */
  mails_to_others?: number | null;
}

/** Translates known SQL errors to refusals. */
function throwRefusal(error: unknown): never {
  // The error handler of the request logs these and sends the response.
  if (
    error instanceof AppError &&
    (error.code === 'unavailable' || error.code === 'outcome_unknown')
  )
    throw error;
  if (error instanceof AppError && isRefusalCode(error.code)) {
    throw new AccountRefusal(error.code, { cause: error.cause });
  }
  // Unique violation: another account took the address at the same time.
  if ((error as { code?: string }).code === '23505') throw new AccountRefusal('email_exists');
  throw error;
}
