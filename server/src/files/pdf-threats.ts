import type { ErrorCode } from '#domain/error-codes.ts';
import { readAttachment } from './pdf-attachments.ts';
import { openWithoutPassword } from './pdf-encryption.ts';
import {
  PdfDictionary,
  PdfFile,
  PdfReference,
  UnreadablePdf,
  type PdfObject,
} from './pdf-objects.ts';
import { bytesOfString, stringOf } from './pdf-tokens.ts';

/**
 * The test file that every virus scanner recognises (eicar.org), in two parts, so that scanners do not match this
 * source.
 */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(
  '',
);
/** A script that declares its type, in any stream, without the white space that XML allows around the "=". */
const SCRIPT = /contentType=["']application\/(?:x-)?javascript/i;
const SCRIPT_MAX_LENGTH = `contentType='application/x-javascript`.length;
/** How much of a stream is text at once, in bytes. */
const WINDOW_BYTES = 64 * 1024;
/** Real forms have a tenth of this. */
const FORM_MAX_LENGTH = 8 * 2 ** 20;
/** A script tag inside an XFA form. The match ends at the next tag, so that no part is read twice. */
const FORM_SCRIPT = /<(?:[\w.-]+:)?script\b[^<>]*/gi;
/** A FormCalc script, which only calculates. */
const CALCULATES = /\bcontentType\s*=\s*["']application\/x-formcalc["']/i;
/** XML declarations that could hide a script under another name. */
const ENTITIES = /<!(?:DOCTYPE|ENTITY)/i;
/** As browsers read URLs: without white space. */
const SCRIPT_ADDRESS = /^(?:javascript|vbscript):/i;

/** Most levels of a PDF inside a PDF. */
const NESTED_MAX = 2;

/**
 * Why a PDF is refused: a password that it asks for, a script, an action that starts a program, a program or virus inside. Reads the
 * objects, follows references, then checks each dictionary, name, text and stream (ISO 32000-2, 7.3.5, 7.5.7, 7.6 and
 * 12.6.4).
 * @param outer the file that `bytes` are attached to.
 * @returns `file_content_mismatch` for bytes that only begin like a PDF or cannot be read; null: nothing found.
 */
export async function findPdfThreat(
  bytes: Buffer,
  outer: PdfFile | null = null,
): Promise<ErrorCode | null> {
  if (bytes.includes(EICAR)) return 'file_infected';
  if (hasScript(bytes)) return 'file_with_script';
  try {
    let file = PdfFile.read(bytes, outer);
    if (isEncrypted(file)) {
      const cipher = await openWithoutPassword(file);
      if (!cipher) return 'file_protected';
      file = PdfFile.read(bytes, outer, cipher);
    }
    await file.readPackedObjects();
    if (!hasPages(file)) return 'file_content_mismatch';
    return threatInObjects(file) ?? (await threatInStreams(file));
  } catch (error) {
    if (error instanceof UnreadablePdf) return 'file_content_mismatch';
    throw error;
  }
}

/** Looks at one window after another: the text of a whole unpacked stream would take as much memory again. */
function hasScript(bytes: Buffer): boolean {
  let text = '';
  for (let start = 0; start < bytes.length; start += WINDOW_BYTES) {
    const window = bytes.toString('latin1', start, start + WINDOW_BYTES).replace(/\s+/g, '');
    text = text.slice(-SCRIPT_MAX_LENGTH) + window;
    if (SCRIPT.test(text)) return true;
  }
  return false;
}

/** Any trailer counts, also one that the cross-reference table does not lead to, because a PDF reader may use it. */
const isEncrypted = (file: PdfFile): boolean =>
  [...file.trailers, ...file.objects.map(({ value }) => value)]
    .flatMap((value) => (value instanceof PdfDictionary ? value.all('Encrypt') : []))
    .some((value) => value instanceof PdfReference || value instanceof PdfDictionary);

/** Whether a catalog refers to a page tree. */
const hasPages = (file: PdfFile): boolean =>
  file.dictionaries.some((catalog) =>
    catalog
      .all('Pages')
      .flatMap((value) => file.resolve(value))
      .some((pages) => pages instanceof PdfDictionary && pages.has('Kids')),
  );

function threatInObjects(file: PdfFile): ErrorCode | null {
  const { names } = file;
  if (names.has('/JavaScript') || (names.has('/JS') && names.has('/Rendition'))) {
    return 'file_with_script';
  }
  if (names.has('/Launch')) return 'file_with_launch_action';
  if (file.longStrings.some((one) => bytesOfString(one).includes(EICAR))) return 'file_infected';
  for (const dictionary of file.dictionaries) {
    const addresses = file.strings(dictionary, 'URI', 'Base', 'F', 'UF').map(stringOf);
    // oxlint-disable-next-line no-control-regex
    if (addresses.some((one) => SCRIPT_ADDRESS.test(one.replace(/[\0-\x20]/g, '')))) {
      return 'file_with_script';
    }
  }
  return null;
}

async function threatInStreams(file: PdfFile): Promise<ErrorCode | null> {
  const attached = attachmentsOf(file);
  if (attached === null) return 'file_with_program';
  for (const [object, names] of attached) {
    const { content, isWhole } = await file.unpack(object);
    if (content.includes(EICAR)) return 'file_infected';
    const kind = isWhole ? readAttachment([...names], content) : 'program';
    if (kind === 'program' || (kind === 'pdf' && file.depth >= NESTED_MAX))
      return 'file_with_program';
    const threat = kind === 'pdf' ? await findPdfThreat(content, file) : null;
    if (threat) return threat;
  }
  if (await hasFormScript(file)) return 'file_with_script';
  for (const object of file.objects) {
    // Content that is neither packed nor encrypted was already read with the file itself.
    const isRead = file.entry(object, 'Filter') === undefined && !object.decrypt;
    if (isRead || attached.has(object)) continue;
    const { content } = await file.unpack(object);
    if (content.includes(EICAR)) return 'file_infected';
    if (hasScript(content)) return 'file_with_script';
  }
  return null;
}

/** The streams of attached files with each file's names; null if one has no name or is missing. */
function attachmentsOf(file: PdfFile): Map<PdfObject, Set<string>> | null {
  const attached = new Map<PdfObject, Set<string>>();
  for (const object of file.objects) {
    if (file.entry(object, 'Type') === '/EmbeddedFile') attached.set(object, new Set());
  }
  for (const dictionary of file.dictionaries) {
    const embedded = dictionary.all('EF');
    if (embedded.length === 0) continue;
    const names = file.strings(dictionary, 'F', 'UF', 'DOS', 'Unix', 'Mac').map(stringOf);
    const streams = embedded
      .flatMap((value) => file.resolve(value))
      .flatMap((files) => (files instanceof PdfDictionary ? [...files.entries()] : []))
      .flatMap(([, value]) => file.objectsOf(value));
    if (names.length === 0 || streams.length === 0) return null;
    for (const stream of streams) {
      const all = attached.get(stream) ?? new Set();
      for (const name of names) all.add(name);
      attached.set(stream, all);
    }
  }
  return attached;
}

/** An XFA form is XML in one stream or several; one that cannot be read may contain anything. */
async function hasFormScript(file: PdfFile): Promise<boolean> {
  const forms = file.dictionaries.flatMap((dictionary) => dictionary.all('XFA'));
  const seen = new Set<PdfObject>();
  let text = '';
  for (const form of forms) {
    const streams = [form, ...file.resolve(form).flat()].flatMap((part) => file.objectsOf(part));
    for (const stream of streams) {
      if (seen.has(stream) || stream.stream === null) continue;
      seen.add(stream);
      const part = await file.unpackText(stream);
      if (part === null || text.length > FORM_MAX_LENGTH) return true;
      // Without the zero bytes of UTF-16.
      text += part.replaceAll('\0', '');
    }
  }
  const scripts = text.match(FORM_SCRIPT) ?? [];
  return scripts.some((tag) => !CALCULATES.test(tag)) || ENTITIES.test(text);
}
