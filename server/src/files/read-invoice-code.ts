import type { InvoiceCode } from '#api/files.ts';
import { readTaxInvoiceQr } from '#domain/documents/tax-invoice-qr.ts';
import { decimalFromHalalas } from '#domain/money.ts';
import { withoutHiddenCharacters } from '#domain/plain-text.ts';
import { openThreadReader, ThreadEnded } from '../platform/concurrency/thread-reader.ts';

/** Three pages of the largest size that is drawn need a second; a thread takes half of one to start. */
const limits = { memoryMb: 512, processorSeconds: 10, idleMs: 20_000 };

/**
 * The pixels of an invoice's code take some 200 bytes at the smallest, and a page around them several hundred: what is
 * smaller is not opened.
 */
const LEAST_BYTES = 1_000;

const codesInThread = openThreadReader<string[]>(
  new URL(`./qr-codes-thread${import.meta.url.slice(-3)}`, import.meta.url),
  limits,
);

/**
 * What the QR code on an invoice says, as its maker put it there; null: none can be read. A file that takes too long, or
 * that the reader cannot open, is a file without a code: nobody is refused for it.
 */
export async function readInvoiceCode(bytes: Buffer): Promise<InvoiceCode | null> {
  if (bytes.length < LEAST_BYTES) return null;
  const texts = await codesInThread(bytes).catch((error: unknown) => {
    if (error instanceof ThreadEnded) return [];
    throw error;
  });
  const found = texts.map(readTaxInvoiceQr).find((code) => code !== null);
  if (!found) return null;
  return {
    seller_name: withoutHiddenCharacters(found.seller)
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim(),
    vat_number: found.vat_number,
    issued_at: found.issued_at,
    total_sar: decimalFromHalalas(found.total_halalas),
    vat_sar: decimalFromHalalas(found.vat_halalas),
  };
}
