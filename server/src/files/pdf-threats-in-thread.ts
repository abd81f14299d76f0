import type { ErrorCode } from '#domain/error-codes.ts';
import { openThreadReader, ThreadEnded } from '../platform/concurrency/thread-reader.ts';

/**
 * Three times what the largest file within the limits of `pdf-objects.ts` needs. A thread takes 50 ms to start and less
 * than one for a small file, so it waits for further files.
 */
const limits = { memoryMb: 256, processorSeconds: 10, idleMs: 20_000 };

const inThread = openThreadReader<ErrorCode | null>(
  new URL(`./pdf-threats-thread${import.meta.url.slice(-3)}`, import.meta.url),
  limits,
);

/**
 * Runs `findPdfThreat` in a worker thread, so that a slow file blocks no other request.
 * @returns `file_too_complex` for a file that exceeds the limits; null: nothing found.
 */
export const findPdfThreatInThread = (bytes: Buffer): Promise<ErrorCode | null> =>
  inThread(bytes).catch((error: unknown) => {
    if (error instanceof ThreadEnded) return 'file_too_complex';
    throw error;
  });
