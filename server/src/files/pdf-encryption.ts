import type { PDFDict, PDFObject } from '@cantoo/pdf-lib';
import {
  PdfDictionary,
  PdfReference,
  type PdfCipher,
  type PdfFile,
  type PdfValue,
} from './pdf-objects.ts';
import { bytesOfString, isString } from './pdf-tokens.ts';

/** The standard security handler of pdf-lib (ISO 32000-2, 7.6.4), which the package uses itself and does not export. */
type SecurityHandler = new (
  encryption: PDFDict,
  id: Uint8Array,
) => {
  createCipherTransform(
    number: number,
    generation: number,
  ): { decryptBytes(bytes: Uint8Array): Uint8Array };
};

/**
 * What decrypts a PDF that opens without a password, as one with an owner password alone; null: it needs one, or readers could
 * decrypt it in more than one way.
 */
export async function openWithoutPassword(file: PdfFile): Promise<PdfCipher | null> {
  const tables = file.objects.filter((object) => file.entry(object, 'Type') === '/XRef');
  const trailers = [...file.trailers, ...tables.map(({ value }) => value)];
  const all = (key: string) =>
    trailers.map((one) =>
      one instanceof PdfDictionary ? one.all(key).flatMap((value) => file.resolve(value)) : [],
    );
  const encryptions = all('Encrypt');
  const encryption = encryptions[0]?.[0];
  const ids = new Set(all('ID').flatMap((found) => found.map((id) => [id].flat()[0])));
  const isOneWay =
    encryptions.every((found) => found.length === 1 && found[0] === encryption) &&
    ids.size <= 1 &&
    !file.names.has('/Crypt');
  if (!isOneWay || !(encryption instanceof PdfDictionary) || !usesOneCipher(encryption, file)) {
    return null;
  }
  const [id = ''] = ids;
  try {
    const handler = await handlerOf(encryption, file, typeof id === 'string' ? id : '');
    handler.createCipherTransform(1, 0);
    return (number, generation) => {
      const transform = handler.createCipherTransform(number, generation);
      return (bytes) => Buffer.from(transform.decryptBytes(bytes));
    };
  } catch {
    // The library throws where a password is needed, and for what it does not know.
    return null;
  }
}

/** Whether texts, streams and attached files are encrypted alike: the library decrypts all as texts. */
function usesOneCipher(encryption: PdfDictionary, file: PdfFile): boolean {
  const [streams, texts, files] = ['StmF', 'StrF', 'EFF'].map((key) =>
    encryption
      .all(key)
      .flatMap((value) => file.resolve(value))
      .filter((value) => typeof value === 'string')
      .join(),
  );
  return streams === texts && (files === '' || files === streams);
}

async function handlerOf(encryption: PdfDictionary, file: PdfFile, id: string) {
  // Imported on use: few files are encrypted.
  const { PDFBool, PDFContext, PDFDict, PDFHexString, PDFName, PDFNull, PDFNumber } =
    await import('@cantoo/pdf-lib');
  const { href } = new URL('core/crypto.js', import.meta.resolve('@cantoo/pdf-lib'));
  const library = (await import(href)) as { CipherTransformFactory: SecurityHandler };
  const context = PDFContext.create();
  const copy = (value: PdfValue | undefined): PDFObject => {
    if (value instanceof PdfReference) return copy(file.resolve(value).at(-1));
    if (value instanceof PdfDictionary) return copyOf(value);
    if (typeof value === 'number') return PDFNumber.of(value);
    if (typeof value !== 'string') return PDFNull;
    if (isString(value)) return PDFHexString.of(bytesOfString(value).toString('hex'));
    if (value.startsWith('/')) return PDFName.of(value.slice(1));
    if (value === 'true' || value === 'false')
      return value === 'true' ? PDFBool.True : PDFBool.False;
    return PDFNull;
  };
  const copyOf = (dictionary: PdfDictionary): PDFDict => {
    const copied = PDFDict.withContext(context);
    for (const [key, value] of dictionary.entries()) {
      const name = PDFName.of(key);
      // Readers disagree which one counts.
      if (copied.has(name)) throw new TypeError(`two entries ${key}`);
      copied.set(name, copy(value));
    }
    return copied;
  };
  return new library.CipherTransformFactory(copyOf(encryption), bytesOfString(id || '()'));
}
