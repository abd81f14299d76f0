import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { receiveFile, type ReceivedFile } from '../files/receive-file.ts';
import { createLimiter } from '../platform/concurrency/limiter.ts';
import { callFunctionAs } from '../platform/database/call-function.ts';
import type { CallContext } from '../platform/http/operations.ts';

const pace = { silenceMs: 10_000, bytes: 64 * 1024, everyMs: 10_000 };

/**
 * Takes files of the bank's in from staff, one at a time, because a file is held whole while it is read.
 * @returns a function that receives the caller's file and resolves with what `read` makes of it.
 */
export function staffFileReceiver(pool: pg.Pool, limit: Parameters<typeof receiveFile>[3]) {
  const runLimited = createLimiter({ maxConcurrent: 1, maxWaiting: 5 });
  return async (
    call: CallContext & { request: FastifyRequest },
    read: (file: ReceivedFile) => Promise<string>,
  ): Promise<string> => {
    await callFunctionAs(pool, 'assert_staff', call);
    return runLimited(async () => read(await receiveFile(call.request, pace, () => {}, limit)));
  };
}
