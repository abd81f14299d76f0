import type pg from 'pg';
import { quotaMessages } from '#api/quota-messages.ts';
import type { Language } from '#domain/languages.ts';
import { AppError } from '../platform/app-error.ts';
import type { Caller } from '../platform/http/operations.ts';
import {
  callFunction,
  type OtherArgs,
  type OtherFunction,
} from '../platform/database/call-function.ts';
import { AccountRefusal, isRefusalCode } from './account-refusal.ts';
import { currentSender } from './sender.ts';

/** The purpose of a mailed link, or of mailed digits (`otp`). */
export type LinkKind = 'signup' | 'recovery' | 'email_change' | 'otp';

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
  | { kind: 'password_changed' | 'account_exists' | 'account_erased' | FactorNotice; email: string }
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
  async function call<Name extends OtherFunction, T>(
    name: Name,
    ...args: OtherArgs<Name>
  ): Promise<T> {
    const sender = currentSender();
    const before = { functionName: 'set_request_sender', arg: sender?.note ?? null } as const;
    const called: Promise<Reply<T> | null> = callFunction({ pool, before }, name, ...args);
    const reply = await called.catch(throwRefusal);
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
    ): Promise<OpenedSession | { user_id: string }> =>
      call('sign_up', {
        email: person.email,
        password_hash: person.password_hash,
        metadata: person.metadata,
        confirmation: terms.confirmation,
        link,
        not_after: terms.not_after,
        user_agent: terms.user_agent,
        now: terms.now,
      }),
    beginSignIn: (
      email: string,
      free: number,
      longestSeconds: number,
      now: Date,
    ): Promise<PasswordGuess> =>
      call('begin_sign_in', { email, free, longest_seconds: longestSeconds, now }),
    /** `token_id`: the code to compare with; null where there is none, or where it has had its tries. */
    beginCodeSignIn: (
      email: string,
      tries: number,
      free: number,
      longestSeconds: number,
      now: Date,
    ): Promise<{ blocked_seconds?: number; user_id: string | null; token_id: string | null }> =>
      call('begin_code_sign_in', { email, tries, free, longest_seconds: longestSeconds, now }),
    beginPasswordProof: (
      userId: string,
      free: number,
      longestSeconds: number,
      now: Date,
    ): Promise<PasswordGuess> =>
      call('begin_password_proof', {
        user_id: userId,
        free,
        longest_seconds: longestSeconds,
        now,
      }),
    finishSignIn: (
      userId: string,
      passwordHash: string,
      terms: SessionTerms,
    ): Promise<OpenedSession> =>
      call('finish_sign_in', {
        user_id: userId,
        password_hash: passwordHash,
        confirmation: terms.confirmation,
        not_after: terms.not_after,
        user_agent: terms.user_agent,
        now: terms.now,
      }),
    readPasswordHash: (
      userId: string,
    ): Promise<{ password_hash: string | null; personal_words: string[] }> =>
      call('read_password_hash', {
        user_id: userId,
      }),
    refreshSession: (
      token: { session_id: string; counter: number },
      limits: { confirmation: boolean; idle_since: Date; reuse_since: Date; now: Date },
    ): Promise<OpenedSession> =>
      call('refresh_session', {
        session_id: token.session_id,
        counter: token.counter,
        confirmation: limits.confirmation,
        idle_since: limits.idle_since,
        reuse_since: limits.reuse_since,
        now: limits.now,
      }),
    readUser: (
      userId: string,
      sessionId: string,
      confirmation: boolean,
      now: Date,
    ): Promise<OpenedSession> =>
      call('read_user', { user_id: userId, session_id: sessionId, confirmation, now }),
    enrolFactor: (
      caller: Caller,
      factor: { id: string; friendly_name: string; secret_sealed: Buffer },
      limit: number,
      provenSince: Date,
      now: Date,
    ): Promise<object> =>
      call('enrol_factor', {
        ...caller,
        factor_id: factor.id,
        friendly_name: factor.friendly_name,
        secret_sealed: factor.secret_sealed,
        limit,
        proven_since: provenSince,
        now,
      }),
    challengeFactor: (
      caller: Caller,
      factorId: string,
      expiresAt: Date,
      now: Date,
    ): Promise<{ id: string }> =>
      call('challenge_factor', {
        ...caller,
        factor_id: factorId,
        expires_at: expiresAt,
        now,
      }),
    beginFactor: (
      caller: Caller,
      proof: { factor_id: string; challenge_id: string },
      free: number,
      longestSeconds: number,
      provenSince: Date,
      now: Date,
    ): Promise<{ secret_sealed: string; last_used_step: number }> =>
      call('begin_factor_verification', {
        ...caller,
        factor_id: proof.factor_id,
        challenge_id: proof.challenge_id,
        free,
        longest_seconds: longestSeconds,
        proven_since: provenSince,
        now,
      }),
    finishFactor: (
      caller: Caller,
      proof: { factor_id: string; challenge_id: string },
      shown: { step: number | null; recovery_code_hash: Buffer | null },
      confirmation: boolean,
      provenSince: Date,
      now: Date,
    ): Promise<OpenedSession> =>
      call('finish_factor_verification', {
        ...caller,
        factor_id: proof.factor_id,
        challenge_id: proof.challenge_id,
        step: shown.step,
        recovery_code_hash: shown.recovery_code_hash,
        confirmation,
        proven_since: provenSince,
        now,
      }),
    beginFactorProof: (
      caller: Caller,
      free: number,
      longestSeconds: number,
      now: Date,
    ): Promise<{ factors: { id: string; secret_sealed: string; last_used_step: number }[] }> =>
      call('begin_factor_proof', { ...caller, free, longest_seconds: longestSeconds, now }),
    unenrolFactor: (
      caller: Caller,
      factorId: string,
      provenSince: Date,
      now: Date,
    ): Promise<{ id: string }> =>
      call('unenrol_factor', {
        ...caller,
        factor_id: factorId,
        proven_since: provenSince,
        now,
      }),
    replaceRecoveryCodes: (
      caller: Caller,
      hashes: Buffer[],
      provenSince: Date,
      now: Date,
    ): Promise<object> =>
      call('replace_recovery_codes', {
        ...caller,
        code_hashes: hashes,
        proven_since: provenSince,
        now,
      }),
    checkProof: (
      caller: Caller,
      passwordAlone: boolean,
      provenSince: Date,
      now: Date,
    ): Promise<object> =>
      call('check_proof', {
        ...caller,
        password_alone: passwordAlone,
        proven_since: provenSince,
        now,
      }),
    readFactorsEnded: (
      caller: Caller,
      confirmation: boolean,
      now: Date,
    ): Promise<{ user: AccountUser }> =>
      call('dismiss_factors_ended', {
        ...caller,
        confirmation,
        now,
      }),
    signOut: (userId: string, sessionId: string, scope: string, now: Date): Promise<object> =>
      call('sign_out', { user_id: userId, session_id: sessionId, scope, now }),
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
    ): Promise<{ user: AccountUser }> =>
      call('update_user', {
        ...caller,
        proven_password_hash: change.proven_password_hash,
        known_password_hash: change.known_password_hash,
        password_hash: change.password_hash,
        new_email: change.new_email,
        metadata: change.metadata,
        metadata_limit: change.metadata_limit,
        confirmation,
        link,
        proven_since: provenSince,
        now,
      }),
    requestLink: (kind: LinkKind, email: string, link: LinkSettings, now: Date): Promise<object> =>
      call('request_link', { kind, email, link, now }),
    /** `userId` is null when no account has the address. `link`: the `LinkSettings` from the queue. */
    writeLink: (
      userId: string | null,
      kind: LinkKind,
      link: object,
      askedAt: Date,
    ): Promise<object> =>
      call('send_requested_link', { user_id: userId, kind, link, now: askedAt }),
    openLink: (
      link: { token_id: string; kind: LinkKind; email: string | null },
      code: { hash: Buffer; expires_at: Date } | null,
      terms: SessionTerms,
    ): Promise<OpenedLink> =>
      call('open_link', {
        token_id: link.token_id,
        kind: link.kind,
        email: link.email,
        by_link: code !== null,
        auth_code_hash: code?.hash,
        code_expires_at: code?.expires_at,
        confirmation: terms.confirmation,
        not_after: terms.not_after,
        user_agent: terms.user_agent,
        now: terms.now,
      }),
    readFlowState: (
      codeHash: Buffer,
      now: Date,
    ): Promise<{ code_challenge: string; code_challenge_method: 's256' | 'plain' }> =>
      call('read_flow_state', {
        auth_code_hash: codeHash,
        now,
      }),
    exchangeCode: (codeHash: Buffer, terms: SessionTerms): Promise<OpenedSession> =>
      call('exchange_code', {
        auth_code_hash: codeHash,
        confirmation: terms.confirmation,
        not_after: terms.not_after,
        user_agent: terms.user_agent,
        now: terms.now,
      }),
    readLinkMail: (
      tokenId: string,
      now: Date,
    ): Promise<{
      kind: LinkKind;
      /** Requested from a session, to prove the mailbox of its account. */
      is_proof: boolean;
      email: string;
      language: Language;
      redirect_to: string;
      pkce: boolean;
    } | null> => call('read_link_mail', { token_id: tokenId, now }),
    readNoticeMail: (noticeId: string): Promise<(Notice & { language: Language }) | null> =>
      call('read_notice_mail', { notice_id: noticeId }),
    deleteErasureNotice: (noticeId: string): Promise<object> =>
      call('delete_erasure_notice', { notice_id: noticeId }),
    withdrawFactorRemoval: (removalId: string, now: Date): Promise<object> =>
      call('withdraw_factor_removal', { removal_id: removalId, now }),
    /** Does the removals of lost second factors that are due. */
    removeLostFactors: (now: Date): Promise<object> =>
      call('remove_lost_factors', { user_id: null, now }),
    /** A wrong password or mailed code; `userId` is null where no account has the address. */
    recordWrongGuess: (
      kind: 'wrong_password' | 'wrong_sign_in_code',
      userId: string | null,
      now: Date,
    ): Promise<object> =>
      call('record_security_event', { kind, user_id: userId, session_id: null, now }),
    recordWrongCode: ({ user_id, session_id }: Caller, now: Date): Promise<object> =>
      call('record_security_event', { kind: 'factor_wrong', user_id, session_id, now }),
    /** A refusal that is kept at most once a minute for an account and an address. */
    recordRefusal: (
      kind: 'limit_reached' | 'factor_backed_off',
      userId: string | null,
      now: Date,
    ): Promise<object> => call('record_refusal', { kind, user_id: userId, now }),
    sweep: (before: Date): Promise<object> => call('delete_expired_auth_rows', { before }),
    sweepSecurityEvents: (now: Date): Promise<object | null> =>
      call('delete_old_security_events', { now }),
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
