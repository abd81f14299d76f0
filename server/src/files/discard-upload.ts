import type pg from 'pg';
import { callFunctionAs } from '../platform/database/call-function.ts';
import type { CallContext } from '../platform/http/operations.ts';

/**
 * Discards an unused upload of the caller; the sweeper deletes its bytes.
 * @throws AppError `not_found`, also for another user's upload and a file in use.
 */
export const discardUpload = (pool: pg.Pool, call: CallContext, id: string): Promise<string> =>
  callFunctionAs(pool, 'discard_upload', call, { id });
