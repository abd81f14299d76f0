import type pg from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import { AppError } from '../platform/app-error.ts';
import { callIdempotent } from '../platform/database/call-function.ts';
import type { CallContext } from '../platform/http/operations.ts';

/** The company's acceptance, with its network address. */
interface Acceptance {
  ticket_id: string;
  version: number;
  /** SHA-256 of every document of the version, hexadecimal. */
  sha256: string[];
  name: string;
  capacity: string;
  /** The network address of the request. */
  address: string;
}

/**
 * Accepts a version of a ticket's documents for the company: its installments count from today on.
 * @returns the versions as JSON.
 * @throws AppError `documents_outdated` when a newer version exists, the hashes differ, or midnight in Riyadh has
 * passed since the version was made (the documents are then made again with today's dates);
 * `documents_already_accepted`.
 */
export async function acceptDocuments(
  pool: pg.Pool,
  call: CallContext,
  acceptance: Acceptance,
): Promise<string> {
  const today = riyadhDate(call.now);
  return callIdempotent(pool, 'accept_documents', call, { today, ...acceptance }).catch(
    async (error: unknown) => {
      // In a second transaction, because the refusal rolled back the first.
      if (error instanceof AppError && error.code === 'documents_outdated') {
        await renewDocuments(pool, call, acceptance.ticket_id);
      }
      throw error;
    },
  );
}

/**
 * Has the documents made with today's dates unless they have them.
 * @param cr_number stored in the company's profile if it has none.
 * @returns the versions as JSON.
 * @throws AppError `cr_number_missing` if there is none.
 */
export const renewDocuments = (
  pool: pg.Pool,
  call: CallContext,
  ticket_id: string,
  cr_number: string | null = null,
) =>
  callIdempotent(pool, 'renew_documents', call, {
    today: riyadhDate(call.now),
    ticket_id,
    cr_number,
  });
