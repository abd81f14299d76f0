import { Worker } from 'node:worker_threads';
import type { BankStatementFile } from '#domain/servicing/bank-statement-line.ts';
import { AppError, type FieldProblem } from '../platform/app-error.ts';

/** What the thread answers. */
export type BankStatementReading =
  | { statement: BankStatementFile }
  | { refusal: { words: string; fields: FieldProblem[] } };

/** Many times what a statement of 50,000 lines takes. */
const MOST_MEMORY_MB = 1024;

/**
 * The statement that a file holds, read in a thread of its own: a file of 40 MB takes seconds, in which the server
 * answers everybody else, and one that is made to take more memory than any statement ends its thread alone.
 * @throws AppError `bank_statement_unreadable` with the line and the field in its words and its `fields`.
 */
export async function readBankStatementApart(bytes: Buffer): Promise<BankStatementFile> {
  const file = new URL(`./bank-statement-reader${import.meta.url.slice(-3)}`, import.meta.url);
  const { promise, resolve, reject } = Promise.withResolvers<BankStatementReading>();
  const thread = new Worker(file, {
    workerData: bytes,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
  thread.once('message', resolve);
  thread.once('error', reject);
  thread.once('exit', () => reject(new Error('the thread ended before its answer')));
  const reading = await promise.catch((cause: unknown) => {
    throw new AppError('bank_statement_unreadable', { cause });
  });
  if ('statement' in reading) return reading.statement;
  throw new AppError('bank_statement_unreadable', reading.refusal);
}
