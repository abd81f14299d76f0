import { answerFiles } from '../platform/concurrency/thread-reader.ts';
import { readQrCodes } from './qr-codes.ts';

/** The worker thread that looks for QR codes, started by `read-invoice-code.ts`. */

answerFiles(readQrCodes);
