import type { ErrorCode } from '#domain/error-codes.ts';
import { openThreadReader, ThreadEnded } from '../platform/concurrency/thread-reader.ts';

/**
 * Three times what the largest document takes that the limits of `pdf-objects.ts` let through. A thread starts in 50 ms of a
 * processor and looks into a small file in less than one: it waits a while for the next.
 */
const limits = { memoryMb: 512, processorSeconds: 10, idleMs: 20_000 };

const inThread = openThreadReader<ErrorCode | null>(
  new URL(`./pdf-threats-thread${import.meta.url.slice(-3)}`, import.meta.url),
  limits,
);

/**
 * Why a PDF is not taken (`findPdfThreat`), found in a thread of its own: nobody waits for a file that takes long.
 * @returns `file_too_complex` for one that takes more than any document does; null: nothing found.
 */
export const findPdfThreatInThread = (bytes: Buffer): Promise<ErrorCode | null> =>
  inThread(bytes).catch((error: unknown) => {
    if (error instanceof ThreadEnded) return 'file_too_complex';
    throw error;
  });
