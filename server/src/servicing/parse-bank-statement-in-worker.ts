import type { KnownOfDays } from '#domain/servicing/bank-statement-csv.ts';
import { UnclearDays, type BankStatementFile } from '#domain/servicing/bank-statement-line.ts';
import { AppError, type FieldProblem } from '../platform/app-error.ts';
import { openThreadReader } from '../platform/concurrency/thread-reader.ts';

/** What the thread answers. */
export type BankStatementResult =
  | { statement: BankStatementFile }
  | {
      refusal: { words: string; fields: FieldProblem[] };
      unclear?: Omit<UnclearDays, keyof Error>;
    };

/** Many times what a statement of 50,000 lines takes; such files are rare, so no thread waits for the next one. */
const limits = { memoryMb: 1024, processorSeconds: 60, idleMs: 0 };

const readInThread = openThreadReader<BankStatementResult>(
  new URL(`./bank-statement-worker${import.meta.url.slice(-3)}`, import.meta.url),
  limits,
);

/**
 * The statement that a file holds, read in a thread of its own: a file of 40 MB takes seconds, in which the server
 * answers everybody else, and one that is made to take more than any statement does ends its thread alone.
 * @throws AppError `bank_statement_unreadable` with the line and the field in its words and its `fields`.
 */
export async function parseBankStatementInWorker(
  bytes: Buffer,
  known?: KnownOfDays,
): Promise<BankStatementFile> {
  const reading = await readInThread(bytes, known).catch((cause: unknown) => {
    throw new AppError('bank_statement_unreadable', { cause });
  });
  if ('statement' in reading) return reading.statement;
  const { refusal, unclear } = reading;
  const cause = unclear && new UnclearDays(unclear, unclear.accounts, unclear.readings);
  throw new AppError('bank_statement_unreadable', { ...refusal, cause });
}
