import { createHmac, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import { latinDigits } from '#domain/digits.ts';
import { SIGNING_CODE_MINUTES, type SigningMethod } from '#domain/documents/acceptance.ts';
import { accountPolicy, after } from '../accounts/account-policy.ts';
import type { PersonProofs } from '../accounts/prove-person.ts';
import { AppError } from '../platform/app-error.ts';
import type { Secrets } from '../platform/config/secrets.ts';
import { callFunctionAs, callIdempotent } from '../platform/database/call-function.ts';
import type { CallContext } from '../platform/http/operations.ts';
import { sixDigits } from '../platform/six-digits.ts';

/** What was shown to prove the person who accepts, as `use_signing_proof` (SQL) decides about it; null: it is wrong. */
export type SigningProof =
  | { method: 'mail'; code_digest: string }
  | { method: 'factor'; factor_id: string | null; step: number | null }
  | { method: 'password'; password_hash: string | null };

interface SigningDeps {
  /** Pool of the role hamla_app. */
  pool: pg.Pool;
  proofs: PersonProofs;
  secrets: Secrets;
  /** Whether mail reaches people: SMTP_URL is set. */
  isMailSent: boolean;
}

/** The digits of a mailed code by its id. */
export const signingCode = (secrets: Secrets, id: string): string =>
  sixDigits(secrets.derive('signing codes'), id);

/** What the database stores of a code. It is bound to person, ticket and version. */
export const signingCodeDigest = (
  secrets: Secrets,
  code: string,
  of: { user_id: string; ticket_id: string; version: number },
): Buffer =>
  createHmac('sha256', secrets.derive('signing code digests'))
    .update(`${of.user_id} ${of.ticket_id} ${of.version} ${code}`)
    .digest();

/** How an acceptance is confirmed: by mail where mail reaches people. */
export const methodFor = (isMailSent: boolean, hasFactor: boolean): SigningMethod => {
  if (isMailSent) return 'mail';
  return hasFactor ? 'factor' : 'password';
};

/**
 * Mails a new code for a version of a ticket's documents.
 * @returns until when it counts, as JSON.
 * @throws AppError `too_many_requests` a minute after the last one or at six an hour, `documents_outdated`, `not_found`
 * where this server sends no mail.
 */
export function sendSigningCode(
  { pool, secrets, isMailSent }: SigningDeps,
  call: CallContext,
  of: { ticket_id: string; version: number },
): Promise<string> {
  const code_id = randomUUID();
  const { user_id } = call.caller;
  return callIdempotent(pool, 'send_signing_code', call, {
    today: riyadhDate(call.now),
    ...of,
    // The session is looked at first, on a server without mail too.
    code_id: isMailSent ? code_id : null,
    code_digest: signingCodeDigest(secrets, signingCode(secrets, code_id), { user_id, ...of }),
    expires_at: after(call.now, SIGNING_CODE_MINUTES * 60),
    quiet_seconds: accountPolicy.mailQuiet,
    hourly: accountPolicy.mailsAnHour,
  });
}

/**
 * Looks at what a request shows. Wrong codes and passwords are counted here, because the refused acceptance is rolled back.
 * @throws AppError `validation_failed` with the missing field, `too_many_requests`.
 */
export async function signingProof(
  { pool, proofs, secrets, isMailSent }: SigningDeps,
  call: CallContext,
  shown: {
    ticket_id: string;
    version: number;
    code: string | undefined;
    password: string | undefined;
  },
): Promise<SigningProof> {
  const { ticket_id, version, password } = shown;
  const code = shown.code === undefined ? undefined : latinDigits(shown.code).replace(/\s/g, '');
  if (isMailSent) {
    if (code === undefined) throw missing('code');
    await callFunctionAs(pool, 'begin_signing', call, { ticket_id });
    const { user_id } = call.caller;
    const digest = signingCodeDigest(secrets, code, { user_id, ticket_id, version });
    return { method: 'mail', code_digest: digest.toString('hex') };
  }
  if (code !== undefined) {
    const found = await proofs.byFactor(call, code);
    return { method: 'factor', factor_id: found?.factor_id ?? null, step: found?.step ?? null };
  }
  if (password === undefined) throw missing('password');
  return { method: 'password', password_hash: await proofs.byPassword(call, password) };
}

const missing = (field: string) =>
  new AppError('validation_failed', { fields: [{ field, message: 'is required' }] });
