import type pg from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import { AppError } from '../platform/app-error.ts';
import { callIdempotent } from '../platform/database/call-function.ts';
import type { CallContext } from '../platform/http/operations.ts';

/** What the company says it has read and accepts, and from where. */
interface Acceptance {
  ticket_id: string;
  version: number;
  /** Of every document of the version, hexadecimal. */
  sha256: string[];
  name: string;
  capacity: string;
  /** The network address of the request. */
  address: string;
}

/**
 * The company accepts a version of its ticket's documents: from today on the installments count.
 * @returns the versions as JSON.
 * @throws AppError `documents_outdated` where a newer version exists, other bytes were read, or midnight in Riyadh has
 * passed since it was prepared; the documents are then prepared again with today's dates. `documents_already_accepted`.
 */
export async function acceptDocuments(
  pool: pg.Pool,
  call: CallContext,
  acceptance: Acceptance,
): Promise<string> {
  const today = riyadhDate(call.now);
  return callIdempotent(pool, 'accept_documents', call, { today, ...acceptance }).catch(
    async (error: unknown) => {
      // Not in the same transaction: a refusal takes back everything that it has done.
      if (error instanceof AppError && error.code === 'documents_outdated') {
        await renewDocuments(pool, call, acceptance.ticket_id);
      }
      throw error;
    },
  );
}

/**
 * Has the documents prepared with today's dates, unless they carry them already.
 * @param cr_number kept as the company's where its profile has none yet
 * @returns the versions as JSON.
 * @throws AppError `cr_number_missing` where none is known.
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
