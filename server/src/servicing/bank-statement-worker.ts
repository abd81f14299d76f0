import { AppError } from '../platform/app-error.ts';
import { answerFiles } from '../platform/concurrency/thread-reader.ts';
import type { BankStatementResult } from './parse-bank-statement-in-worker.ts';
import { parseBankStatement } from './parse-bank-statement.ts';

/** A thread of its own that reads statements: `parse-bank-statement-in-worker.ts` starts it. */

answerFiles((bytes): BankStatementResult => {
  try {
    return { statement: parseBankStatement(bytes) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { refusal: { words: error.message, fields: error.fields } };
  }
});
