import type { FastifyRequest } from 'fastify';
import { MAX_FILE_BYTES } from '#domain/files/file-rules.ts';
import type { ErrorCode } from '#domain/error-codes.ts';
import { AppError } from '../platform/app-error.ts';
import {
  createByteBudget,
  createKeyedLimiter,
  type TakeBytes,
} from '../platform/concurrency/limiter.ts';
import type { CallContext } from '../platform/http/operations.ts';

/** Bytes around a file in a multipart body: boundaries and headers. */
const ENVELOPE_BYTES = 64 * 1024;

/** Options for @fastify/multipart: exactly one file; a larger one is truncated and marked as such. */
export const multipartOptions = {
  throwFileSizeLimit: false,
  limits: { fileSize: MAX_FILE_BYTES, files: 1, fields: 0, parts: 2 },
};

/** The size limit and the error for a larger file. */
export interface SizeLimit {
  bytes: number;
  refusal: ErrorCode;
}

export interface ReceivedFile {
  name: string;
  bytes: Buffer;
}

/** Uploads are held in memory as a whole; these limits bound it. */
const defaultLimits = {
  /** For each user: from the first byte until the file is stored. */
  uploadsOfUser: { maxConcurrent: 2, maxWaiting: 30 },
  /** For all users: bytes received and not yet stored. */
  uploadBytes: 64 * 1024 * 1024,
  /** A sender without any byte for so long has gone; it may be as slow as it likes otherwise. */
  silenceMs: 60_000,
  /** For a whole file. */
  wholeMs: 15 * 60_000,
};

/** Runs work in a slot of the caller; the file that it receives takes part in the bytes that all hold. */
export type ReceiveFile = <T>(
  call: CallContext & { request: FastifyRequest },
  work: (receive: (limit?: SizeLimit) => Promise<ReceivedFile>) => Promise<T>,
) => Promise<T>;

/** Makes what receives files, each at most as large and as slow as the limits say. */
export function createFileReceiver(given: Partial<typeof defaultLimits> = {}): ReceiveFile {
  const limits = { ...defaultLimits, ...given };
  const inUserSlot = createKeyedLimiter(limits.uploadsOfUser);
  const withinBudget = createByteBudget(limits.uploadBytes);
  return ({ caller, request }, work) =>
    inUserSlot(caller.user_id, () =>
      withinBudget((take) => work((limit) => receiveFile(request, limits, take, limit))),
    );
}

/**
 * Reads the one file part named `file` of a multipart body, at most `limit` bytes (10 MB). `take` is called before bytes
 * are stored in memory.
 * @throws AppError `file_missing`, the limit's error (`file_too_large`), the error of `take`, or `validation_failed`
 * for any other body.
 */
async function receiveFile(
  request: FastifyRequest,
  { silenceMs, wholeMs }: typeof defaultLimits,
  take: TakeBytes,
  limit: SizeLimit = { bytes: MAX_FILE_BYTES, refusal: 'file_too_large' },
): Promise<ReceivedFile> {
  if (!request.isMultipart()) throw new AppError('file_missing');
  if (Number(request.headers['content-length']) > limit.bytes + ENVELOPE_BYTES) {
    throw new AppError(limit.refusal);
  }
  const { raw } = request;
  // The client left while the request waited; no further event would end it.
  if (raw.destroyed) throw new AppError('unavailable');
  raw.setTimeout(silenceMs);
  const timer = setTimeout(() => raw.socket.destroy(), wholeMs);
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
    clearTimeout(timer);
    raw.setTimeout(0);
  }
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
