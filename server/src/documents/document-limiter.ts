import { AppError } from '../platform/app-error.ts';
import { createKeyedLimiter } from '../platform/concurrency/limiter.ts';

/** Sets a PDF for an organisation, by the id of its user, when it is its turn. */
export type LimitDocuments = <T>(organisation: string, set: () => Promise<T>) => Promise<T>;

/**
 * One organisation sets at most two PDFs at once in a server process, by its own requests and by jobs: so it fills at most two
 * places of the one typesetter's queue, and nobody else waits longer for it. A third waits for one of the two; when ten wait, the
 * next one is answered 429.
 */
export const createDocumentLimiter = (): LimitDocuments =>
  createKeyedLimiter({
    maxConcurrent: 2,
    maxWaiting: 10,
    refusal: () => new AppError('too_many_requests', { retryAfterSeconds: 5 }),
  });
