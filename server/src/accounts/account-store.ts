import type pg from 'pg';
import { quotaMessages } from '#api/quota-messages.ts';
import type { Language } from '#domain/languages.ts';
import { AppError } from '../platform/app-error.ts';
import type { Caller } from '../platform/http/operations.ts';
import { callRowAfter } from '../platform/database/query.ts';
import { AccountRefusal, isRefusalCode } from './account-refusal.ts';
import { currentSender } from './sender.ts';

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

interface AccountSession {
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

/**
 * What a link did: a session; a code for the browser that asked (PKCE), with the link's token beside it where any other
 * browser may use that after a question; the click on an address change, which does nothing yet; or the change itself, which
 * signs nobody in.
 */
type OpenedLink = Opened | { code: true; token: boolean } | { opened: true } | { changed: true };

/** How a link is to be written if one is sent at all (auth.send_link). */
export interface LinkOrder {
  redirect_to: string;
  code_challenge: string | null;
  code_challenge_method: 's256' | 'plain' | null;
  expires_at: Date;
  quiet_since: Date;
  hourly: number;
  /** Links of a day to addresses that are not the account's; null: any number. */
  mails_to_others: number | null;
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

/** A guess at a password that has been counted: the seconds to wait, or what to compare it with; null: no such account. */
export interface PasswordGuess {
  blocked_seconds?: number;
  user_id: string | null;
  password_hash: string | null;
}

/** What a function answers with: what was asked for, or a refusal. */
type Reply<T> = T &
  Refused & {
    /** After a sign-in: whether the device was known before (auth.remember_device). */
    device?: 'known' | 'new';
  };

export type AccountStore = ReturnType<typeof accountStore>;

/**
 * The SQL of the accounts, one named prepared call each; every call is one transaction.
 * @throws AccountRefusal with the code that the function refused with.
 */
export function accountStore(pool: pg.Pool) {
  async function call<T>(name: string, values: unknown[]): Promise<T> {
    const sender = currentSender();
    const reply = await callRowAfter<Reply<T> | null>(
      pool,
      { functionName: 'note_sender', arg: sender?.note ?? null },
      name,
      values,
    ).catch(refuseKnown);
    if (sender && reply?.device) sender.device = reply.device;
    if (reply?.refused === undefined) return reply as T;
    if (!isRefusalCode(reply.refused)) throw new TypeError(`${reply.refused} is no refusal's code`);
    const { retry_after_seconds, mails_to_others } = reply;
    const quota = mails_to_others && { name: 'mails_to_others' as const, limit: mails_to_others };
    throw new AccountRefusal(reply.refused, {
      retryAfterSeconds: retry_after_seconds,
      words: quota
        ? quotaMessages({ ...quota, retry_after_s: retry_after_seconds ?? 1 })
        : undefined,
    });
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
      call<PasswordGuess>('begin_sign_in', [email, free, longestSeconds, now]),
    beginPasswordProof: (userId: string, free: number, longestSeconds: number, now: Date) =>
      call<PasswordGuess>('begin_password_proof', [userId, free, longestSeconds, now]),
    finishSignIn: (userId: string, passwordHash: string, terms: SessionTerms) =>
      call<Opened>('finish_sign_in', [
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
      call<Opened>('finish_factor', [
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
      link: LinkOrder,
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
    requestLink: (kind: LinkKind, email: string, link: LinkOrder, now: Date) =>
      call<object>('request_link', [kind, email, link, now]),
    /** `userId` is null where nobody has the address. `link`: the `LinkOrder`, as the queue kept it. */
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
        /** A session asked for it, to prove the mailbox of its account. */
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
    /** Does the removals of lost second factors that are due. */
    removeLostFactors: (now: Date) => call<object>('remove_lost_factors', [null, now]),
    /** A wrong password; `userId` is null where no account has the address. */
    recordWrongPassword: (userId: string | null, now: Date) =>
      call<object>('record_security_event', ['wrong_password', userId, null, now]),
    recordWrongCode: ({ user_id, session_id }: Caller, now: Date) =>
      call<object>('record_security_event', ['factor_wrong', user_id, session_id, now]),
    /** A refusal that is kept at most once a minute for an account and an address. */
    recordRefusal: (
      kind: 'limit_reached' | 'factor_backed_off',
      userId: string | null,
      now: Date,
    ) => call<object>('record_refusal', [kind, userId, now]),
    sweep: (before: Date) => call<object>('sweep', [before]),
    sweepSecurityEvents: (now: Date) => call<object | null>('sweep_security_events', [now]),
  };
}

/** What a function answers with that refuses. */
interface Refused {
  refused?: string;
  retry_after_seconds?: number;
  /** The quota of that name, where it is why. */
  mails_to_others?: number | null;
}

/** What SQL raises and a person can understand. */
function refuseKnown(error: unknown): never {
  // A database that is away is answered, and logged, where requests end.
  if (
    error instanceof AppError &&
    (error.code === 'unavailable' || error.code === 'outcome_unknown')
  )
    throw error;
  if (error instanceof AppError && isRefusalCode(error.code)) {
    throw new AccountRefusal(error.code, { cause: error.cause });
  }
  // Two accounts took one address at the same moment.
  if ((error as { code?: string }).code === '23505') throw new AccountRefusal('email_exists');
  throw error;
}
