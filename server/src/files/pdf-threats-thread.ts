import { answerFiles } from '../platform/concurrency/thread-reader.ts';
import { findPdfThreat } from './pdf-threats.ts';

/** The worker thread that checks PDFs, started by `pdf-threats-in-thread.ts`. */

answerFiles((bytes) => findPdfThreat(bytes));
