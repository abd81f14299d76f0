import { createHmac, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import { SIGNING_CODE_TRIES } from '#domain/documents/acceptance.ts';
import { lastDigitsOf } from '#domain/documents/identity-number.ts';
import type { Language } from '#domain/languages.ts';
import { encryptForRow } from '../platform/encryption.ts';
import { AppError } from '../platform/app-error.ts';
import type { Secrets } from '../platform/config/secrets.ts';
import { callIdempotent } from '../platform/database/call-function.ts';
import type { CallContext } from '../platform/http/operations.ts';
import type { SigningProof } from './signing-proof.ts';

/** The company's acceptance, and where it came from. */
interface Acceptance {
  ticket_id: string;
  version: number;
  /** SHA-256 of every document of the version, hexadecimal. */
  sha256: string[];
  /** In which they were read. */
  language: Language;
  name: string;
  capacity: string;
  /** Normalised. */
  identity_number: string;
  /** The network address of the request. */
  address: string;
  /** Families; null: not recognised. */
  browser: string | null;
  system: string | null;
}

/**
 * Accepts a version of a ticket's documents for the company and seals its signing record: its installments count from
 * today on.
 * @returns the versions as JSON.
 * @throws AppError `documents_outdated` when a newer version exists, the hashes differ, or midnight in Riyadh has
 * passed since the version was made (the documents are then made again with today's dates);
 * `documents_already_accepted`; `signing_code_wrong`, `signing_code_expired`, `signing_password_wrong`.
 */
export async function acceptDocuments(
  { pool, secrets }: { pool: pg.Pool; secrets: Secrets },
  call: CallContext,
  { ticket_id, version, sha256, identity_number, ...signature }: Acceptance,
  proof: SigningProof,
): Promise<string> {
  const id = randomUUID();
  const key = secrets.derive('signatory identities');
  return callIdempotent(pool, 'accept_documents', withKeyedHash(secrets, call), {
    today: riyadhDate(call.now),
    ticket_id,
    version,
    sha256,
    signature: {
      ...signature,
      id,
      session_id: call.caller.session_id,
      method: proof.method,
      identity_kind: identity_number.startsWith('1') ? 'national_id' : 'iqama',
      identity_last4: lastDigitsOf(identity_number),
    },
    identity_sealed: encryptForRow(key, id, identity_number),
    proof,
    max_tries: SIGNING_CODE_TRIES,
  }).catch(async (error: unknown) => {
    // In a second transaction, because the refusal rolled back the first.
    if (error instanceof AppError && error.code === 'documents_outdated') {
      await renewDocuments(pool, call, ticket_id);
    }
    throw error;
  });
}

/**
 * The call with a request hash that needs the secret key: the request holds a password and an identity number, which a
 * reader of the database could otherwise guess by it.
 */
function withKeyedHash(secrets: Secrets, call: CallContext): CallContext {
  const { key, request_hash } = call.idempotency;
  const keyed = createHmac('sha256', secrets.derive('signing requests')).update(request_hash);
  return { ...call, idempotency: { key, request_hash: keyed.digest() } };
}

/**
 * Has the documents made with today's dates unless they have them.
 * @param given stored in the company's profile where it has none.
 * @returns the versions as JSON.
 * @throws AppError `cr_number_missing` without a name or number.
 */
export const renewDocuments = (
  pool: pg.Pool,
  call: CallContext,
  ticket_id: string,
  given: { cr_number?: string | undefined; name?: string | undefined } = {},
) =>
  callIdempotent(pool, 'prepare_documents', call, {
    today: riyadhDate(call.now),
    ticket_id,
    cr_number: given.cr_number ?? null,
    name: given.name ?? null,
  });
