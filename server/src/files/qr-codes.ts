import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';

/**
 * QR codes of a picture or a PDF. PDFium and ZXing run as WebAssembly: a file that breaks one of them breaks nothing else.
 * Both are loaded once a thread.
 */

const options: ReaderOptions = { formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: 8 };

/** An invoice has its code on its first pages or on its last. */
const FIRST_PAGES = 3;

/** Pixels for a point: a code of 2 cm has 140 of them. */
const SCALE = 2.5;

/** A page is drawn with this many pixels at its longer side at most, whatever size it claims. */
const LONGEST_SIDE = 3_000;

// Otherwise it is fetched from a public server.
const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

let pdfium: Promise<PDFiumLibrary> | undefined;

/** The texts of the QR codes in a JPEG, PNG or PDF, in the order in which they are found; none for a broken file. */
export async function readQrCodes(bytes: Buffer): Promise<string[]> {
  if (bytes.toString('latin1', 0, 5) === '%PDF-') return codesOfPdf(bytes).catch(() => []);
  return codesOf(new Uint8Array(bytes)).catch(() => []);
}

/** An encoded picture, or the pixels of one. */
type Picture = Parameters<typeof readBarcodes>[0];

async function codesOf(picture: Picture): Promise<string[]> {
  const found = await readBarcodes(picture, options);
  return found.filter(({ isValid }) => isValid).map(({ text }) => text);
}

async function codesOfPdf(bytes: Buffer): Promise<string[]> {
  const document = await (await (pdfium ??= PDFiumLibrary.init())).loadDocument(bytes);
  try {
    const last = document.getPageCount() - 1;
    const pages = new Set([...Array(FIRST_PAGES).keys(), last].filter((page) => page <= last));
    const texts: string[] = [];
    for (const page of pages) texts.push(...(await codesOfPage(document.getPage(page))));
    return texts;
  } finally {
    document.destroy();
  }
}

async function codesOfPage(page: PDFiumPage): Promise<string[]> {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const longer = Math.max(originalWidth, originalHeight, 1);
  const scale = Math.min(SCALE, LONGEST_SIDE / longer);
  const { data, width, height } = await page.render({ scale, render: 'bitmap' });
  return codesOf({
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length),
    width,
    height,
  } as Picture);
}
