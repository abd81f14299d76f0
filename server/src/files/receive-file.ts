import type { FastifyRequest } from 'fastify';
import { MAX_FILE_BYTES } from '#domain/files/file-rules.ts';
import type { ErrorCode } from '#domain/error-codes.ts';
import { AppError } from '../platform/app-error.ts';
import type { TakeBytes } from '../platform/concurrency/limiter.ts';

/** Bytes around a file in a multipart body: boundaries and headers. */
const ENVELOPE_BYTES = 64 * 1024;

/** Options for @fastify/multipart: exactly one file; a larger one is truncated and marked as such. */
export const multipartOptions = {
  throwFileSizeLimit: false,
  limits: { fileSize: MAX_FILE_BYTES, files: 1, fields: 0, parts: 2 },
};

/** The size limit and the error for a larger file. */
interface SizeLimit {
  bytes: number;
  refusal: ErrorCode;
}

export interface ReceivedFile {
  name: string;
  bytes: Buffer;
}

/** The least speed of a sender; slower ones are cut off. */
interface Pace {
  /** Milliseconds without any byte. */
  silenceMs: number;
  /** Least bytes in each period of `everyMs` after the first. */
  bytes: number;
  everyMs: number;
}

/**
 * Reads the one file part named `file` of a multipart body, at most `limit` bytes (10 MB). A client slower than `pace`
 * is cut off; `take` is called before bytes are stored in memory.
 * @throws AppError `file_missing`, the limit's error (`file_too_large`), the error of `take`, or `validation_failed`
 * for any other body.
 */
export async function receiveFile(
  request: FastifyRequest,
  pace: Pace,
  take: TakeBytes,
  limit: SizeLimit = { bytes: MAX_FILE_BYTES, refusal: 'file_too_large' },
): Promise<ReceivedFile> {
  if (!request.isMultipart()) throw new AppError('file_missing');
  if (Number(request.headers['content-length']) > limit.bytes + ENVELOPE_BYTES) {
    throw new AppError(limit.refusal);
  }
  // The client left while the request waited; no further event would end it.
  if (request.raw.destroyed) throw new AppError('unavailable');
  const stopWatching = watchPace(request, pace);
  try {
    return await readParts(request, take, limit);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // Any other error while reading is the body's fault.
    throw new AppError('validation_failed', {
      words: 'Send one file as the only part, named "file", of a multipart/form-data body.',
      cause: error,
    });
  } finally {
    stopWatching();
  }
}

/** @returns a function that stops watching. */
function watchPace({ raw }: FastifyRequest, { silenceMs, bytes, everyMs }: Pace): () => void {
  const { socket } = raw;
  let before = Number.NEGATIVE_INFINITY;
  raw.setTimeout(silenceMs);
  const timer = setInterval(() => {
    if (socket.bytesRead - before < bytes) socket.destroy();
    before = socket.bytesRead;
  }, everyMs);
  return () => {
    clearInterval(timer);
    raw.setTimeout(0);
  };
}

async function readParts(
  request: FastifyRequest,
  take: TakeBytes,
  { bytes, refusal }: SizeLimit,
): Promise<ReceivedFile> {
  let received: ReceivedFile | undefined;
  for await (const part of request.parts({ limits: { fileSize: bytes } })) {
    if (part.type !== 'file') continue;
    if (part.fieldname !== 'file') {
      part.file.resume();
      throw new AppError('file_missing');
    }
    const chunks: Buffer[] = [];
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      take(chunk.length);
      chunks.push(chunk);
    }
    if (part.file.truncated) throw new AppError(refusal);
    received = { name: part.filename ?? '', bytes: Buffer.concat(chunks) };
  }
  if (!received) throw new AppError('file_missing');
  return received;
}
