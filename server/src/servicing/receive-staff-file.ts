import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { createFileReceiver, type ReceivedFile, type SizeLimit } from '../files/receive-file.ts';
import { createLimiter } from '../platform/concurrency/limiter.ts';
import { callFunctionAs } from '../platform/database/call-function.ts';
import type { CallContext } from '../platform/http/operations.ts';

/**
 * Takes files of the bank's in from staff, and reads one at a time.
 * @returns a function that receives the caller's file and resolves with what `read` makes of it.
 */
export function staffFileReceiver(pool: pg.Pool, limit: SizeLimit) {
  const receiveFile = createFileReceiver();
  const runLimited = createLimiter({ maxConcurrent: 1, maxWaiting: 5 });
  return async (
    call: CallContext & { request: FastifyRequest },
    read: (file: ReceivedFile) => Promise<string>,
  ): Promise<string> => {
    await callFunctionAs(pool, 'assert_staff', call);
    return receiveFile(call, async (receive) => {
      const file = await receive(limit);
      return runLimited(() => read(file));
    });
  };
}
