import { AppError } from '../platform/app-error.ts';
import { answerFiles } from '../platform/concurrency/thread-reader.ts';
import type { BankStatementReading } from './read-bank-statement-apart.ts';
import { readBankStatementFile } from './read-bank-statement-file.ts';

/** A thread of its own that reads statements: `read-bank-statement-apart.ts` starts it. */

answerFiles((bytes): BankStatementReading => {
  try {
    return { statement: readBankStatementFile(bytes) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { refusal: { words: error.message, fields: error.fields } };
  }
});
