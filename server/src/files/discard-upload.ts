import type pg from 'pg';
import { callFunctionAs } from '../platform/database/call-function.ts';
import type { CallContext } from '../platform/http/operations.ts';

/**
 * Forgets an upload of the caller that nothing uses yet; the sweeper erases its bytes.
 * @throws AppError `not_found` also for another's upload and for a file in use.
 */
export const discardUpload = (pool: pg.Pool, call: CallContext, id: string): Promise<string> =>
  callFunctionAs(pool, 'discard_upload', call, { id });
