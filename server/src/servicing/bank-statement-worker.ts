import type { KnownOfDays } from '#domain/servicing/bank-statement-csv.ts';
import { UnclearDays } from '#domain/servicing/bank-statement-line.ts';
import { AppError } from '../platform/app-error.ts';
import { answerFiles } from '../platform/concurrency/thread-reader.ts';
import type { BankStatementResult } from './parse-bank-statement-in-worker.ts';
import { parseBankStatement } from './parse-bank-statement.ts';

/** A thread of its own that reads statements: `parse-bank-statement-in-worker.ts` starts it. */

answerFiles((bytes, known): BankStatementResult => {
  try {
    return { statement: parseBankStatement(bytes, known as KnownOfDays | undefined) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message, fields, cause } = error;
    const refusal = { words: message, fields };
    if (!(cause instanceof UnclearDays)) return { refusal };
    // A thread's message carries no class.
    const { line, field, must, accounts, readings } = cause;
    return { refusal, unclear: { line, field, must, accounts, readings } };
  }
});
