import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../platform/app-error.ts';
import type { BankStatementReading } from './read-bank-statement-apart.ts';
import { readBankStatementFile } from './read-bank-statement-file.ts';

/** A thread of its own that reads one statement: `read-bank-statement-apart.ts` starts it with the bytes of the file. */

function reading(bytes: Uint8Array): BankStatementReading {
  try {
    return { statement: readBankStatementFile(Buffer.from(bytes)) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { refusal: { words: error.message, fields: error.fields } };
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- The port of a thread, no window.
parentPort!.postMessage(reading(workerData as Uint8Array));
