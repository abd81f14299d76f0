import { AppError } from '../platform/app-error.ts';
import { createKeyedLimiter } from '../platform/concurrency/limiter.ts';

/** Renders a PDF within the limit of an organisation, given by its user's id. */
export type LimitDocuments = <T>(organisation: string, render: () => Promise<T>) => Promise<T>;

/**
 * Limits each organisation to two PDFs at once in a server process, for its requests and its jobs, so that it takes at
 * most two places in the renderer's queue. Up to ten more wait; further ones are refused with 429.
 */
export const createDocumentLimiter = (): LimitDocuments =>
  createKeyedLimiter({
    maxConcurrent: 2,
    maxWaiting: 10,
    refusal: () => new AppError('too_many_requests', { retryAfterSeconds: 5 }),
  });
