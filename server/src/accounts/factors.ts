import { createHmac, randomInt, randomUUID } from 'node:crypto';
import type { Caller } from '../platform/http/operations.ts';
import { type Accounts, type SessionReply, sessionReply } from './account-context.ts';
import { accountPolicy, after, provenSince } from './account-policy.ts';
import { AccountRefusal } from './account-refusal.ts';
import { withBearerStatus } from './read-user.ts';
import { encryptForRow, decryptForRow } from '../platform/encryption.ts';

/** Loaded on first use, so that it costs nothing at the start and no memory on an idle server. */
const authenticator = () => import('otplib');
const qrCodes = () => import('qrcode');

/** The product's name in the authenticator app. */
const issuer = 'Hamla';
/** Codes of the time step before and after are accepted, because clocks differ. Seconds. */
const tolerance = 30;
/** Without letters and digits that are easily confused. */
const recoveryAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const recoveryCode = /^[A-Z2-9]{5}-?[A-Z2-9]{5}$/;

/** A new factor in auth-js's JSON; its secret is shown only this once. */
interface Enrolment {
  id: string;
  type: 'totp';
  friendly_name: string;
  totp: { qr_code: string; secret: string; uri: string };
}

/**
 * Enrols a second factor; it takes effect when its first code was shown.
 * @throws AccountRefusal insufficient_aal when the account has a factor that this session has not shown,
 * current_password_required or reauthentication_needed when the session's proof of identity is too old,
 * email_not_confirmed when the account's mailbox is unproven, mfa_factor_name_conflict, too_many_enrolled_mfa_factors,
 * session_not_found.
 */
export async function enrolFactor(
  accounts: Accounts,
  caller: Caller,
  input: { friendlyName: string; email: string },
): Promise<Enrolment> {
  const now = accounts.clock.now();
  const id = randomUUID();
  const { generateSecret, generateURI } = await authenticator();
  const secret = generateSecret();
  const uri = generateURI({ issuer, label: input.email, secret });
  await ofProvenMailbox(
    accounts.store.enrolFactor(
      caller,
      {
        id,
        friendly_name: input.friendlyName,
        secret_sealed: encryptForRow(accounts.secrets.derive('second factors'), id, secret),
      },
      accountPolicy.factors,
      provenSince(now),
      now,
    ),
  );
  const { toString: drawQr } = await qrCodes();
  const qr_code = await drawQr(uri, { type: 'svg', margin: 2 });
  return { id, type: 'totp', friendly_name: input.friendlyName, totp: { qr_code, secret, uri } };
}

/** Replaces the message of email_not_confirmed, whose usual one is about a sign-in. */
async function ofProvenMailbox<T>(reply: Promise<T>): Promise<T> {
  try {
    return await withBearerStatus(reply);
  } catch (error) {
    if (error instanceof AccountRefusal && error.code === 'email_not_confirmed') {
      throw new AccountRefusal(error.code, {
        messages: {
          en: 'First verify your email address in Settings.',
          ar: 'أثبت أولًا من الإعدادات أن البريد الإلكتروني لك.',
        },
      });
    }
    throw error;
  }
}

/**
 * Creates a challenge of a factor.
 * @returns the challenge and its expiry in unix seconds.
 * @throws AccountRefusal mfa_factor_not_found, session_not_found.
 */
export async function challengeFactor(accounts: Accounts, caller: Caller, factorId: string) {
  const now = accounts.clock.now();
  const expiresAt = after(now, accountPolicy.factorChallenge);
  const { id } = await withBearerStatus(
    accounts.store.challengeFactor(caller, factorId, expiresAt, now),
  );
  return { id, type: 'totp', expires_at: Math.floor(expiresAt.getTime() / 1000) };
}

/**
 * Verifies a code of the authenticator or a recovery code. A code is accepted once; wrong codes make the account back
 * off like wrong passwords.
 * @returns the session, now aal2, with fresh tokens.
 * @throws AccountRefusal mfa_verification_failed, mfa_challenge_expired, mfa_factor_not_found, over_request_rate_limit;
 * for a factor that is not yet verified also those of enrolFactor.
 */
export async function verifyFactor(
  accounts: Accounts,
  caller: Caller,
  proof: { factor_id: string; challenge_id: string; code: string },
): Promise<SessionReply> {
  const now = accounts.clock.now();
  const { freeFailures, longestBackOff } = accountPolicy;
  const begun = await ofProvenMailbox(
    accounts.store.beginFactor(caller, proof, freeFailures, longestBackOff, provenSince(now), now),
  );
  const finish = (shown: ShownCode) =>
    withBearerStatus(
      accounts.store.finishFactor(
        caller,
        proof,
        shown,
        accounts.confirmation,
        provenSince(now),
        now,
      ),
    );
  const code = proof.code.replace(/\s/g, '').toUpperCase();
  const opened = recoveryCode.test(code)
    ? await finishByRecoveryCode(recoveryHashes(accounts, code), finish)
    : await finish(await codeShown(accounts, proof, begun, now));
  return sessionReply(accounts, opened, now);
}

interface ShownCode {
  step: number | null;
  recovery_code_hash: Buffer | null;
}

/** A code that was made before the secret key was rotated has another hash. */
async function finishByRecoveryCode<T>(
  [hash, ...others]: readonly Buffer[],
  finish: (shown: ShownCode) => Promise<T>,
): Promise<T> {
  try {
    return await finish({ step: null, recovery_code_hash: hash! });
  } catch (error) {
    const isWrong = error instanceof AccountRefusal && error.code === 'mfa_verification_failed';
    if (!isWrong || others.length === 0) throw error;
    return finishByRecoveryCode(others, finish);
  }
}

async function codeShown(
  accounts: Accounts,
  proof: { factor_id: string; code: string },
  begun: { secret_sealed: string; last_used_step: number },
  now: Date,
): Promise<ShownCode> {
  const code = proof.code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(code)) throw new AccountRefusal('mfa_verification_failed');
  const keys = accounts.secrets.accepted('second factors');
  const step = await stepOfCode(keys, { ...begun, id: proof.factor_id }, code, now);
  if (step === null) throw new AccountRefusal('mfa_verification_failed');
  return { step, recovery_code_hash: null };
}

/** The time step of an authenticator's code; null where the code is not right or was used already. */
export async function stepOfCode(
  factorKeys: readonly Buffer[],
  factor: { id: string; secret_sealed: string; last_used_step: number },
  code: string,
  now: Date,
): Promise<number | null> {
  const { verify } = await authenticator();
  const result = await verify({
    secret: decryptForRow(factorKeys, factor.id, Buffer.from(factor.secret_sealed, 'hex')),
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: tolerance,
    afterTimeStep: factor.last_used_step,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/**
 * Removes a factor.
 * @throws AccountRefusal insufficient_aal when the account has a verified factor that this session has not shown,
 * mfa_factor_not_found, current_password_required, reauthentication_needed.
 */
export function unenrolFactor(accounts: Accounts, caller: Caller, factorId: string) {
  const now = accounts.clock.now();
  return withBearerStatus(accounts.store.unenrolFactor(caller, factorId, provenSince(now), now));
}

/**
 * Replaces the recovery codes; the new ones are shown only this once.
 * @throws AccountRefusal insufficient_aal, reauthentication_needed, session_not_found.
 */
export async function newRecoveryCodes(
  accounts: Accounts,
  caller: Caller,
): Promise<{ codes: string[] }> {
  const codes = Array.from({ length: accountPolicy.recoveryCodes }, () => {
    const letters = Array.from(
      { length: 10 },
      () => recoveryAlphabet[randomInt(recoveryAlphabet.length)],
    ).join('');
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });
  const hashes = codes.map((code) => recoveryHashes(accounts, code)[0]!);
  const now = accounts.clock.now();
  await withBearerStatus(
    accounts.store.replaceRecoveryCodes(caller, hashes, provenSince(now), now),
  );
  return { codes };
}

/** Under each key that counts, the current one first. */
const recoveryHashes = (accounts: Accounts, code: string) =>
  accounts.secrets
    .accepted('recovery codes')
    .map((key) => createHmac('sha256', key).update(code.replace('-', '')).digest());
