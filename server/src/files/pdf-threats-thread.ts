import { answerFiles } from '../platform/concurrency/thread-reader.ts';
import { findPdfThreat } from './pdf-threats.ts';

/** A thread of its own that looks into PDFs: `pdf-threats-in-thread.ts` starts it. */

answerFiles((bytes) => findPdfThreat(bytes));
